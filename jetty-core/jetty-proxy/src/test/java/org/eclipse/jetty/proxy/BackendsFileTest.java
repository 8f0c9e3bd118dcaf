package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of back ends: what they may hold, and how mistakes are reported. */
class BackendsFileTest {
    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("backends.properties"), text);
    }

    @Test
    void settingsAreReadInAnyOrder() throws Exception {
        assertThat(BackendsFile.read(file("""
                # the first
                a.weight = 3
                a.uri=http://10.0.0.1:8080/

                ! another one
                b-2.uri=https://[::1]
                b-2.maxRequests=10
                b-2.route=node2
                b-2.drain=true
                """)))
                .containsExactly(
                        new BackendSettings("a", URI.create("http://10.0.0.1:8080"), 3, 0, "a", false),
                        new BackendSettings("b-2", URI.create("https://[::1]:443"), 1, 10, "node2", true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a.uri                      | 2: a.uri (expected: NAME.SETTING=value)
            uri=http://h               | 2: uri=http://h (expected: NAME.SETTING=value)
            b.weight=2                 | 2: b.weight (expected: a line b.uri=...)
            b c.uri=http://h           | 2: name: b c (expected: 1 to 64 letters, digits, '_' and '-')
            b.uri=ftp://h              | 2: uri: ftp://h (expected: http://host:port or https://host:port)
            b.uri=http://h/base        | 2: uri: http://h/base (expected:
            b.uri=http://u:p@h         | 2: uri: http://u:p@h (expected:
            b.uri=http://h:70000       | 2: uri: http://h:70000 (expected:
            b.uri=http://h:0           | 2: uri: http://h:0 (expected:
            b.uri=h:80                 | 2: uri: h:80 (expected:
            a.weight=0                 | 2: weight: 0 (expected: 1-1000)
            a.weight=x                 | 2: weight: x (expected: 1-1000)
            a.maxRequests=-1           | 2: maxRequests: -1 (expected: 0-2147483647)
            a.drain=yes                | 2: drain: yes (expected: true or false)
            a.route=a.b                | 2: route: a.b (expected: 1 to 64 letters, digits, '_' and '-')
            a.color=red                | 2: setting: color (expected: uri, weight, maxRequests, route or drain)
            a.uri=http://x             | 2: a.uri (expected: once, but line 1 has it)
            """)
    void mistakeIsReportedWithItsFileAndLine(String line, String message) throws Exception {
        Path file = file("a.uri=http://h\n" + line + "\n");
        assertThatThrownBy(() -> BackendsFile.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + ":" + message);
    }

    @Test
    void routeOfTwoBackEndsIsRefused() throws Exception {
        Path file = file("a.uri=http://h\nb.uri=http://i\nb.route=a\n");
        assertThatThrownBy(() -> BackendsFile.read(file))
                .hasMessage(file + ":3: route: a (expected: another one than that of a)");
    }
}
