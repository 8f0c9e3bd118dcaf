package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SessionContextTest {
    private static String name(String path) {
        return new SessionContext("node", path, null).getCanonicalContextPath();
    }

    /** Two that had one name would give each other their sessions (Servlet section 7.3). */
    @Test
    void contextsOfDifferentPathsHaveDifferentNames() {
        List<String> paths = List.of(
                "",
                "/a",
                "/a/b",
                "/a_b",
                "/a.b",
                "/a\\b",
                "/a/b_",
                "/a/b.",
                "/a_b_",
                "/a/b##1",
                "/a_b##1",
                "/a/b##1.0");
        assertThat(paths.stream().map(SessionContextTest::name)).doesNotHaveDuplicates();
    }

    @Test
    void namesArePartsOfFileNames() {
        assertThat(name("/shop")).isEqualTo("_shop");
        assertThat(name("/a/b")).isEqualTo("_a_b");
        assertThat(name("/a_b.c\\d")).doesNotContain("/", ".", "\\").startsWith("_a_b_c_d_");
    }
}
