package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that pages of other sites make (Fetch Metadata, RFC 6454). */
class CsrfHandlerTest extends OverTransports {
    private static final Pattern COOKIE = Pattern.compile("Set-Cookie: ((__Host-)?csrf=[A-Za-z0-9_-]{43}); ");

    private final CsrfHandler guard = new CsrfHandler();
    private LocalServer local;

    @BeforeEach
    void makeServer() throws Exception {
        local = new LocalServer(transport);
        guard.setTrustedOrigins(Set.of("HTTPS://Shop.example:443", ""));
        guard.setHandler(new Application());
    }

    @AfterEach
    void stopServer() throws Exception {
        local.close();
    }

    /** Answers with the form, and with a token where it is asked for one. */
    private static final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (Request.getPathInContext(request).equals("/token")) {
                Content.Sink.write(
                        response, true, "token=" + request.getAttribute(CsrfHandler.TOKEN_ATTRIBUTE), callback);
                return true;
            }
            Fields parameters = Request.getParameters(request);
            Content.Sink.write(response, true, "done " + parameters.getValue("x"), callback);
            return true;
        }
    }

    private String scheme() {
        return transport.isSecure() ? "https" : "http";
    }

    private String post(String... fields) throws Exception {
        return local.ask("POST /form HTTP/1.1\nHost: localhost\nContent-Type: application/x-www-form-urlencoded\n"
                + String.join("\n", fields) + (fields.length == 0 ? "" : "\n") + "Content-Length: 3\n\nx=1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: same-origin",
                "Sec-Fetch-Site: none",
                "Sec-Fetch-Site: cross-site\nOrigin: https://shop.example",
                "Sec-Fetch-Site: same-origin\nOrigin: null",
                "Origin: https://shop.example",
                "Authorization: Bearer abc",
                "X-Any: thing"
            })
    void requestsOfTheOwnOrTrustedOriginsAndWithoutCredentialsPass(String fields) throws Exception {
        local.start(guard);
        assertThat(post(fields)).startsWith("HTTP/1.1 200").endsWith("done 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
                "Sec-Fetch-Site: Same-Origin",
                "Sec-Fetch-Site: cross-site\nSec-Fetch-Site: same-origin",
                "Sec-Fetch-Site:",
                "Origin: null",
                "Origin:",
                "Origin: https://evil.example",
                "Origin: https://shop.example.evil",
                "Origin: http://shop.example",
                "Origin: https://shop.example:8443",
                "Origin: https://shop.example\nOrigin: https://evil.example",
                "Sec-Fetch-Site: cross-site\nOrigin: null",
                "Cookie: JSESSIONID=1",
                "Authorization: basic dTpw",
                "Authorization: Negotiate abc",
                "Cookie: csrf=short; __Host-csrf=short\nX-CSRF-Token: short"
            })
    void requestsOfOtherSitesAreRefused(String fields) throws Exception {
        local.start(guard);
        assertThat(post(fields)).startsWith("HTTP/1.1 403").contains("Request of another site refused");
    }

    @Test
    void ownOriginIsComparedWithSchemeHostAndPort() throws Exception {
        local.start(guard);
        String other = transport.isSecure() ? "http" : "https";
        assertThat(post("Origin: " + scheme() + "://localhost")).startsWith("HTTP/1.1 200");
        assertThat(post("Origin: " + other + "://localhost")).startsWith("HTTP/1.1 403");
        assertThat(post("Origin: " + scheme() + "://localhost:8081")).startsWith("HTTP/1.1 403");
    }

    @Test
    void safeRequestsPassUnlessTheyOpenAWebSocket() throws Exception {
        local.start(guard);
        assertThat(local.get("/?x=2", "Sec-Fetch-Site: cross-site", "Cookie: a=b"))
                .startsWith("HTTP/1.1 200")
                .endsWith("done 2");
        if (transport.isHttp1()) {
            assertThat(local.get("/", "Origin: https://evil.example", "Connection: Upgrade", "Upgrade: WebSocket"))
                    .startsWith("HTTP/1.1 403");
            assertThat(local.get("/", "Cookie: a=b", "Connection: Upgrade", "Upgrade: websocket"))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void tokenOfThePageIsTakenFromTheFieldOrTheForm() throws Exception {
        local.start(guard);
        String page = local.get("/token");
        Matcher cookie = COOKIE.matcher(page);
        assertThat(cookie.find()).as(page).isTrue();
        assertThat(page).contains("HttpOnly", "SameSite=Strict", "Path=/");
        assertThat(page.contains("Set-Cookie: __Host-csrf=") && page.contains("Secure"))
                .isEqualTo(transport.isSecure());
        String token = page.substring(page.indexOf("token=") + 6);
        String client = "Cookie: a=b; " + cookie.group(1);
        assertThat(post(client, "X-CSRF-Token: " + token)).startsWith("HTTP/1.1 200");
        assertThat(form(client, token)).startsWith("HTTP/1.1 200").endsWith("done 1");

        String again = local.get("/token", client);
        assertThat(again).doesNotContain("Set-Cookie");
        String second = again.substring(again.indexOf("token=") + 6);
        assertThat(second).isNotEqualTo(token);
        assertThat(form(client, second)).startsWith("HTTP/1.1 200");

        char wrong = token.charAt(60) == 'A' ? 'B' : 'A';
        assertThat(form(client, token.substring(0, 60) + wrong + token.substring(61)))
                .startsWith("HTTP/1.1 403");
        assertThat(form("Cookie: a=b", token)).startsWith("HTTP/1.1 403");
        assertThat(form(client + "; " + cookie.group(1), token)).startsWith("HTTP/1.1 403");
    }

    private String form(String cookies, String token) throws Exception {
        String content = "x=1&_csrf=" + token;
        return local.ask("POST /form HTTP/1.1\nHost: localhost\nContent-Type: application/x-www-form-urlencoded\n"
                + cookies + "\nContent-Length: " + content.length() + "\n\n" + content);
    }

    @Test
    void formThatIsTooLargeForItsTokenIs413() throws Exception {
        local.server.setAttribute("org.eclipse.jetty.server.Request.maxFormContentSize", 2);
        local.start(guard);
        assertThat(post("Cookie: a=b")).startsWith("HTTP/1.1 413");
    }

    @Test
    void tokensNeedNotBeRequiredAndPathsCanBeExcluded() throws Exception {
        guard.setTokenRequired(false);
        guard.excludePath("/hook/*");
        local.start(guard);
        assertThat(post("Cookie: a=b")).startsWith("HTTP/1.1 200");
        assertThat(local.ask(
                        "POST /hook/1 HTTP/1.1\nHost: localhost\nOrigin: https://any.example\nContent-Length: 0\n\n"))
                .startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop.example", "https://shop.example/", "https://*.example", "null", "https://a b"})
    void wrongTrustedOriginsAreRefused(String origin) {
        assertThatThrownBy(() -> guard.setTrustedOrigins(Set.of(origin)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("trusted origin: " + origin + " (expected: scheme://host or scheme://host:port)");
    }
}
