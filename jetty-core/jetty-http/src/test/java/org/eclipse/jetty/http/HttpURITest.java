package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 3986 and Servlet 6.0 3.5.2: parts of URIs, canonical paths and what is doubtful about them. */
class HttpURITest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/a/b;c=d/e|/a/b/e|/a/b/e|",
                "/a/../b|/b|/b|",
                "/a/%2e%2e/b|/b|/b|AMBIGUOUS_PATH_SEGMENT",
                "/a/.%2E/b|/b|/b|AMBIGUOUS_PATH_SEGMENT",
                "/a//b|/a//b|/a//b|AMBIGUOUS_EMPTY_SEGMENT",
                "/a%2Fb|/a%2Fb|/a/b|AMBIGUOUS_PATH_SEPARATOR",
                "/a%20b|/a%20b|/a b|",
                "/%61|/a|/a|",
                "/a/./b/|/a/b/|/a/b/|",
                "/a/.|/a/|/a/|",
                "/a/..|/|/|",
                "/a%25b|/a%25b|/a%b|AMBIGUOUS_PATH_ENCODING",
                "/a%5cb|/a%5Cb|/a\\b|SUSPICIOUS_PATH_CHARACTERS",
                "/a%u0041|/aA|/aA|UTF16_ENCODINGS",
                "/.;a/b|/b|/b|AMBIGUOUS_PATH_PARAMETER",
                "/a/;/b|/a//b|/a//b|AMBIGUOUS_EMPTY_SEGMENT",
                "/a/..;x/b|/b|/b|AMBIGUOUS_PATH_PARAMETER",
                "/%ff|/\ufffd|/\ufffd|BAD_UTF8_ENCODING",
                "/%c3%a9|/\u00e9|/\u00e9|",
                "/%e2%82|/\ufffd|/\ufffd|TRUNCATED_UTF8_ENCODING",
                "/%zz|/%25zz|/%zz|BAD_PERCENT_ENCODING",
                "/a%|/a%25|/a%|BAD_PERCENT_ENCODING",
                "/a%2|/a%252|/a%2|BAD_PERCENT_ENCODING",
                "/a<b|/a<b|/a<b|ILLEGAL_PATH_CHARACTERS",
                "/...|/...|/...|",
                "/.a|/.a|/.a|",
                "/a.b|/a.b|/a.b|",
                "/a%0ab|/a%0Ab|/a\\nb|SUSPICIOUS_PATH_CHARACTERS",
                "/%c0%af|/\ufffd\ufffd|/\ufffd\ufffd|BAD_UTF8_ENCODING",
                "/%f0%9f%98%80|/\ud83d\ude00|/\ud83d\ude00|",
                "/|/|/|"
            })
    void pathIsMadeCanonical(String path, String canonical, String decoded, String violation) {
        HttpURI uri = HttpURI.from("GET", path);
        assertThat(uri.getPath()).isEqualTo(path);
        assertThat(uri.getCanonicalPath()).isEqualTo(canonical);
        assertThat(uri.getDecodedPath()).isEqualTo(decoded == null ? null : decoded.replace("\\n", "\n"));
        if (violation == null) {
            assertThat(uri.getViolations()).isEmpty();
        } else {
            assertThat(uri.getViolations()).contains(UriCompliance.Violation.valueOf(violation));
        }
        assertThat(uri.asString()).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/../a", "/..;/a", "/a/../../b", "/a%00b", "/%2e%2e/x"})
    void pathThatCannotBeReadIsRefused(String path) {
        assertThatThrownBy(() -> HttpURI.from("GET", path)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void plainPathIsOneString() {
        HttpURI uri = HttpURI.from("GET", "/plain/path-1_2.html");
        assertThat(uri.getCanonicalPath()).isSameAs(uri.getPath());
        assertThat(uri.getDecodedPath()).isSameAs(uri.getPath());
        assertThat(uri.getPathQuery()).isSameAs(uri.getPath());
    }

    @Test
    void absoluteFormIsTakenApart() {
        HttpURI uri = HttpURI.from("http://u:p@[::1]:8080/p;x?q#f");
        assertThat(uri.getScheme()).isEqualTo("http");
        assertThat(uri.getUser()).isEqualTo("u:p");
        assertThat(uri.getHost()).isEqualTo("[::1]");
        assertThat(uri.getPort()).isEqualTo(8080);
        assertThat(uri.getAuthority()).isEqualTo("[::1]:8080");
        assertThat(uri.getPath()).isEqualTo("/p;x");
        assertThat(uri.getParam()).isEqualTo("x");
        assertThat(uri.getQuery()).isEqualTo("q");
        assertThat(uri.getFragment()).isEqualTo("f");
        assertThat(uri.getViolations())
                .containsExactlyInAnyOrder(UriCompliance.Violation.USER_INFO, UriCompliance.Violation.FRAGMENT);
    }

    @Test
    void targetFormsFollowTheMethod() {
        assertThat(HttpURI.from("GET", "//host/x").getPath()).isEqualTo("//host/x");
        assertThat(HttpURI.from("//host/x").getHost()).isEqualTo("host");
        assertThat(HttpURI.from("CONNECT", "h:80").getAuthority()).isEqualTo("h:80");
        assertThat(HttpURI.from("OPTIONS", "*").getCanonicalPath()).isEqualTo("*");
        assertThat(HttpURI.from("GET", "http://h").getPath()).isEqualTo("/");
        assertThatThrownBy(() -> HttpURI.from("GET", "http://h:x/")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HttpURI.from("CONNECT", "/x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void partsCanBeReplaced() {
        assertThat(HttpURI.build("http://h:8080/a;p?b").path("/c").query("d").asString())
                .isEqualTo("http://h:8080/c?d");
        assertThat(HttpURI.build()
                        .scheme("http")
                        .host("h")
                        .port(80)
                        .decodedPath("/a b%")
                        .asString())
                .isEqualTo("http://h/a%20b%25");
        assertThat(HttpURI.build(HttpURI.from("http://h/x"), "/y?z").asString()).isEqualTo("http://h/y?z");
        assertThat(HttpURI.build("/a").param("x=1").asString()).isEqualTo("/a;x=1");
        assertThat(HttpURI.build("/a;x").param(null).asString()).isEqualTo("/a");
        assertThat(HttpURI.from("http", "h", 81, "/x").toURI().toString()).isEqualTo("http://h:81/x");
        assertThat(HttpURI.build("/x").clear().uri("GET", "/y")).hasToString("/y");
    }

    @Test
    void complianceModesJudge() {
        assertThat(UriCompliance.checkUriCompliance(UriCompliance.DEFAULT, HttpURI.from("/a//b"), null))
                .isNotNull();
        assertThat(UriCompliance.checkUriCompliance(UriCompliance.LEGACY, HttpURI.from("/a//b"), null))
                .isNull();
        assertThat(UriCompliance.from("RFC3986,USER_INFO,-FRAGMENT").getAllowed())
                .containsExactly(UriCompliance.Violation.USER_INFO);
        assertThat(UriCompliance.from("*,-USER_INFO").getAllowed())
                .hasSize(UriCompliance.Violation.values().length - 1);
        assertThat(HttpCompliance.from("RFC2616,-HTTP_0_9").allows(HttpCompliance.Violation.HTTP_0_9))
                .isFalse();
        assertThatThrownBy(() -> HttpCompliance.from("RFC9110,NO_SUCH")).hasMessageContaining("NO_SUCH");
    }
}
