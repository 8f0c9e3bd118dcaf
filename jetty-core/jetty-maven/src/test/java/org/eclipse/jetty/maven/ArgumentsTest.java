package org.eclipse.jetty.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
    @Test
    void argumentsAreSplitAtWhiteSpaceButNotWithinQuotes() throws Exception {
        assertThat(Arguments.split("jvmArgs", " -Xmx1g\n-Da='b c'  \"d 'e'\" ''"))
                .containsExactly("-Xmx1g", "-Da=b c", "d 'e'", "");
        assertThat(Arguments.split("jvmArgs", null)).isEmpty();
        assertThat(Arguments.split("jvmArgs", "  ")).isEmpty();
    }

    @Test
    void quoteThatIsLeftOpenIsRefused() {
        assertThatThrownBy(() -> Arguments.split("jvmArgs", "a \"b"))
                .isInstanceOf(MojoExecutionException.class)
                .hasMessage("jvmArgs: a \"b (expected: a second \" for the first)");
    }
}
