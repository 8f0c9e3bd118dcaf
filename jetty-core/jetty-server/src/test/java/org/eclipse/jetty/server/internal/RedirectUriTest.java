package org.eclipse.jetty.server.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.http.HttpURI;
import org.junit.jupiter.api.Test;

class RedirectUriTest {
    private static String withoutHost(String location) {
        return RedirectUri.of(location, HttpURI.from("/asked"), null, 0, false, null);
    }

    @Test
    void locationIsRelativeWhereTheHostIsNotKnown() {
        assertThat(withoutHost("/x")).isEqualTo("/x");
        assertThat(withoutHost("x")).isEqualTo("/x");
    }

    @Test
    void pathOfTwoSlashesIsNoHostWhereTheHostIsNotKnown() {
        assertThat(withoutHost("/.//other/x")).isEqualTo("/.//other/x");
    }

    @Test
    void otherHostKeepsTheSchemeThatIsNotKnown() {
        assertThat(withoutHost("//other/x")).isEqualTo("//other/x");
    }
}
