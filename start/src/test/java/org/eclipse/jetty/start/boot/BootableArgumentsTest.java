package org.eclipse.jetty.start.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.eclipse.jetty.start.problems.StartException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BootableArgumentsTest {
    @Test
    void argumentsOfStartJarAreHandedOn() {
        BootableArguments read = BootableArguments.of(
                new String[] {"a=b", "--modules", "x,y", "--context-path=/a/b", "none.xml", "-Dx=y"});
        assertThat(read.others()).containsExactly("a=b", "--modules=x,y", "none.xml", "-Dx=y");
        assertThat(read.contextPath()).isEqualTo("/a/b");
        assertThat(read.help()).isFalse();
        read.checkModules(Set.of("x", "y"));
        assertThatThrownBy(() -> read.checkModules(Set.of("x")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("--with-modules=y");
    }

    @Test
    void fileOfTheCurrentDirectoryIsNamedAbsolutely() {
        assertThat(BootableArguments.of(new String[] {"--commands=pom.xml", "pom.xml", "x=pom.xml"})
                        .others())
                .containsExactly(
                        "--commands=" + System.getProperty("user.dir") + "/pom.xml",
                        System.getProperty("user.dir") + "/pom.xml",
                        "x=pom.xml");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--context-path",
                "--context-path=",
                "--context-path=a",
                "--context-path=/a/",
                "--context-path=/a b",
                "--context-path=/*",
                "--add-modules=x",
                "--pack=x.jar",
                "--dry-run",
                "jetty.base=x",
                "JETTY.HOME=x"
            })
    void whatCannotBeObeyedIsRefused(String argument) {
        assertThatThrownBy(() -> BootableArguments.of(new String[] {argument}))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("expected: ");
    }
}
