package org.eclipse.jetty.ee10.servlets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderFilterTest extends FilterServer {
    private void serve(String... settings) throws Exception {
        filter(new HeaderFilter(), settings);
        servlet("/*", (request, response) -> response.addHeader("X-Own", "own"));
        start();
    }

    @Test
    void fieldsAreSetAndAdded() throws Exception {
        serve("headerConfig", "set X-A: one, set X-A: two,\"add X-B: a, b\", add X-B: c:d,add X-Own: other");
        assertThat(ask("GET", "/"))
                .contains("X-A: two\r\n", "X-B: a, b\r\n", "X-B: c:d\r\n", "X-Own: other\r\n", "X-Own: own\r\n")
                .doesNotContain("one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"setDate", "addDate"})
    void dateIsThatManyMillisecondsFromNow(String action) throws Exception {
        serve("headerConfig", action + " Expires: 86400000");
        Matcher expires = Pattern.compile("Expires: (.*)\r\n").matcher(ask("GET", "/"));
        assertThat(expires.find()).isTrue();
        ZonedDateTime date = ZonedDateTime.parse(expires.group(1), DateTimeFormatter.RFC_1123_DATE_TIME);
        assertThat(Duration.between(ZonedDateTime.now(), date)).isBetween(Duration.ofHours(23), Duration.ofHours(25));
    }

    @ParameterizedTest
    @CsvSource({
        "includedPaths, '/a/*,*.txt', GET, /a/b, true",
        "includedPaths, '/a/*,*.txt', GET, /b.txt, true",
        "includedPaths, '/a/*,*.txt', GET, /b, false",
        "excludedPaths, /a/*, GET, /a/b, false",
        "excludedPaths, /a/*, GET, /b, true",
        "includedHttpMethods, 'GET,HEAD', GET, /, true",
        "includedHttpMethods, 'GET,HEAD', DELETE, /, false",
        "excludedHttpMethods, DELETE, DELETE, /, false",
        "includedMimeTypes, text/plain, GET, /x.txt, true",
        "includedMimeTypes, text/plain, GET, /x.png, false",
        "includedMimeTypes, text/plain, GET, /x, false",
        "excludedMimeTypes, text/plain, GET, /x.txt, false",
        "excludedMimeTypes, text/plain, GET, /x, true"
    })
    void requestsAreChosenByPathMethodAndType(String name, String value, String method, String path, boolean filtered)
            throws Exception {
        serve("headerConfig", "set X-Filtered: yes", name, value);
        assertThat(ask(method, path).contains("X-Filtered: yes")).isEqualTo(filtered);
    }

    @ParameterizedTest
    @ValueSource(strings = {"set", "set X-A", "put X-A: b", "set : b", "setDate Expires: soon"})
    void badFieldIsNamed(String field) {
        assertThatThrownBy(() -> serve("headerConfig", field))
                .hasStackTraceContaining("headerConfig: " + field + " (expected: ");
    }
}
