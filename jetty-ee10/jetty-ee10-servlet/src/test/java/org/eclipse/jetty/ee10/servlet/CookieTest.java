package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.servlet.http.Cookie;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cookies in and out (RFC 6265). */
class CookieTest extends ContextServer {
    @Test
    void cookiesOfTheRequest() throws Exception {
        servlet("/s", (request, response) -> {
            Cookie[] cookies = request.getCookies();
            response.getWriter()
                    .print(
                            cookies == null
                                    ? "none"
                                    : Arrays.stream(cookies)
                                            .map(c -> c.getName() + "=" + c.getValue())
                                            .toList()
                                            .toString());
        });
        start();
        assertThat(body(get("/ctx/s", "Cookie: a=1; b=\"2\"; c="))).startsWith("[a=1, b=");
        assertThat(body(get("/ctx/s"))).isEqualTo("none");
        assertThat(body(get("/ctx/s", "Cookie: x=y"))).isEqualTo("[x=y]");
    }

    @Test
    void cookiesOfTheResponse() throws Exception {
        servlet("/s", (request, response) -> {
            Cookie cookie = new Cookie("name", "value");
            cookie.setPath("/p");
            cookie.setDomain("example.com");
            cookie.setMaxAge(60);
            cookie.setSecure(true);
            cookie.setHttpOnly(true);
            response.addCookie(cookie);
            response.addCookie(new Cookie("second", "2"));
            response.getWriter().print(response.getHeaders("Set-Cookie").size());
        });
        start();
        String response = get("/ctx/s");
        assertThat(body(response)).isEqualTo("2");
        assertThat(field(response, "Set-Cookie"))
                .startsWith("name=value")
                .containsIgnoringCase("path=/p")
                .containsIgnoringCase("domain=example.com")
                .containsIgnoringCase("max-age=60")
                .containsIgnoringCase("secure")
                .containsIgnoringCase("httponly");
        assertThat(response).contains("second=2");
    }

    @Test
    void cookieAfterCommitIsIgnored() throws Exception {
        servlet("/s", (request, response) -> {
            response.flushBuffer();
            response.addCookie(new Cookie("late", "1"));
        });
        start();
        assertThat(get("/ctx/s")).doesNotContain("late");
    }

    /** Invalid cookies of the application: the Cookie itself refuses names, the response refuses the rest. */
    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a;b", "a,b", "a=b", "a\r\nSet-Cookie: x"})
    void nameThatIsNoTokenIsRefused(String name) throws Exception {
        String response = serve((request, answer) -> {
            assertThatIllegalArgumentException().isThrownBy(() -> answer.addCookie(new Cookie(name, "v")));
            answer.getWriter().print("served");
        });
        assertThat(body(response)).isEqualTo("served");
        assertThat(field(response, "Set-Cookie")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX-Injected: 1", "a\nb", "a;b", "a\u0000", "\u20ac"})
    void valueThatNoCookieMayHaveIsRefusedWithItsName(String value) throws Exception {
        String response = serve((request, answer) -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> answer.addCookie(new Cookie("mine", value)))
                    .withMessageContaining("mine");
            answer.getWriter().print("served");
        });
        assertThat(body(response)).isEqualTo("served");
        assertThat(field(response, "X-Injected")).isNull();
    }

    @Test
    void attributesCannotCarryOthers() throws Exception {
        String response = serve((request, answer) -> {
            Cookie path = new Cookie("mine", "v");
            path.setPath("/a; Domain=evil");
            assertThatIllegalArgumentException().isThrownBy(() -> answer.addCookie(path));
            Cookie domain = new Cookie("mine", "v");
            domain.setDomain("a\r\nX-Injected: 1");
            assertThatIllegalArgumentException().isThrownBy(() -> answer.addCookie(domain));
            answer.getWriter().print("served");
        });
        assertThat(body(response)).isEqualTo("served");
        assertThat(field(response, "Set-Cookie")).isNull();
        assertThat(field(response, "X-Injected")).isNull();
    }

    @Test
    void cookieOfAgeZeroIsDeletedAndOfNegativeAgeEndsWithTheBrowser() throws Exception {
        String response = serve((request, answer) -> {
            Cookie deleted = new Cookie("deleted", "");
            deleted.setMaxAge(0);
            answer.addCookie(deleted);
            Cookie passing = new Cookie("passing", "v");
            passing.setMaxAge(-1);
            answer.addCookie(passing);
        });
        // RFC 6265, section 4.1.1: Max-Age has a first digit that is not zero
        assertThat(response).containsPattern("(?i)set-cookie: deleted=; Expires=Thu, 01 Jan 1970 00:00:00 GMT\\r\\n");
        assertThat(response).containsPattern("(?i)set-cookie: passing=v\\r\\n");
    }

    /** RFC 6265 has servers not send commas, which applications do. */
    @Test
    void commaIsKept() throws Exception {
        String response = serve((request, answer) -> answer.addCookie(new Cookie("mine", "a,b")));
        assertThat(field(response, "Set-Cookie")).isEqualTo("mine=a,b");
    }
}
