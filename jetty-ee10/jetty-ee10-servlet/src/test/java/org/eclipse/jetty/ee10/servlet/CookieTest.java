package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

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
}
