package org.eclipse.jetty.ee10.servlets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrossOriginFilterTest extends FilterServer {
    private void serve(String... settings) throws Exception {
        filter(new CrossOriginFilter(), settings);
        servlet("/*", (request, response) -> response.getWriter().print("served " + request.getMethod()));
        start();
    }

    @Test
    void requestWithoutOriginIsServedAndVaries() throws Exception {
        serve("allowedOrigins", "https://a.example");
        assertThat(ask("GET", "/")).contains("served GET", "Vary: Origin").doesNotContain("Access-Control");
    }

    @Test
    void anyOriginIsAllowedWithCredentialsByDefault() throws Exception {
        serve();
        assertThat(ask("GET", "/", "Origin: https://a.example"))
                .contains("Access-Control-Allow-Origin: https://a.example\r\n")
                .contains("Access-Control-Allow-Credentials: true\r\n")
                .contains("Vary: Origin", "served GET");
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example, https://a.example, true",
        "https://a.example, https://A.example, true",
        "https://a.example, http://a.example, false",
        "https://a.example, https://aXexample, false",
        "https://a.example, https://a.example.evil, false",
        "https://*.example, https://a.b.example, true",
        "https://*.example, https://example, false",
        "https://*.example, https://evil/x.example, false",
        "http://localhost:*, http://localhost:8080, true",
        "'https://a.example, https://b.example', https://b.example, true",
        "https://a.example, null, false"
    })
    void originIsComparedAsAWholeWithWildcards(String allowed, String origin, boolean match) throws Exception {
        serve("allowedOrigins", allowed);
        String response = ask("GET", "/", "Origin: " + origin);
        assertThat(response).contains("served GET");
        assertThat(response.contains("Access-Control-Allow-Origin: " + origin)).isEqualTo(match);
    }

    @Test
    void settingsSayWhatScriptsMaySeeAndSend() throws Exception {
        serve(
                "allowedOrigins", "https://a.example",
                "allowCredentials", "false",
                "exposedHeaders", "X-One,X-Two",
                "allowedTimingOrigins", "https://a.example");
        assertThat(ask("POST", "/", "Origin: https://a.example", "Content-Length: 0"))
                .contains("Access-Control-Expose-Headers: X-One,X-Two\r\n")
                .contains("Timing-Allow-Origin: https://a.example\r\n")
                .doesNotContain("Credentials");
    }

    @Test
    void preflightIsAnsweredWithWhatIsAllowedAndGoesOn() throws Exception {
        serve("allowedMethods", "GET,PUT", "allowedHeaders", "X-A,X-B", "preflightMaxAge", "60");
        String response = ask(
                "OPTIONS",
                "/",
                "Origin: https://a.example",
                "Access-Control-Request-Method: PUT",
                "Access-Control-Request-Headers: x-a, X-B");
        assertThat(response)
                .contains("Access-Control-Allow-Origin: https://a.example\r\n")
                .contains("Access-Control-Allow-Methods: GET,PUT\r\n")
                .contains("Access-Control-Allow-Headers: X-A,X-B\r\n")
                .contains("Access-Control-Max-Age: 60\r\n")
                .contains("served OPTIONS");
    }

    @ParameterizedTest
    @CsvSource({"DELETE, X-A", "PUT, X-C"})
    void preflightForWhatIsNotAllowedHasNoFields(String method, String field) throws Exception {
        serve("allowedMethods", "GET,PUT", "allowedHeaders", "X-A");
        assertThat(ask(
                        "OPTIONS",
                        "/",
                        "Origin: https://a.example",
                        "Access-Control-Request-Method: " + method,
                        "Access-Control-Request-Headers: " + field))
                .doesNotContain("Access-Control-Allow");
    }

    @ParameterizedTest
    @CsvSource({"chainPreflight", "forwardPreflight"})
    void preflightEndsHereOnDemand(String name) throws Exception {
        serve(name, "false", "allowedHeaders", "*");
        assertThat(ask(
                        "OPTIONS",
                        "/",
                        "Origin: https://a.example",
                        "Access-Control-Request-Method: GET",
                        "Access-Control-Request-Headers: X-Any"))
                .startsWith("HTTP/1.1 200 ")
                .contains("Access-Control-Allow-Headers: X-Any\r\n")
                .doesNotContain("served");
    }

    @Test
    void upgradeToWebSocketIsNoConcernOfTheFilter() throws Exception {
        serve();
        assertThat(ask(
                        "GET",
                        "/",
                        "Origin: https://a.example",
                        "Connection: keep-alive, Upgrade",
                        "Upgrade: websocket"))
                .doesNotContain("Access-Control");
    }

    @ParameterizedTest
    @CsvSource({"preflightMaxAge, long", "allowCredentials, perhaps"})
    void badSettingIsNamed(String name, String value) {
        assertThatThrownBy(() -> serve(name, value))
                .hasStackTraceContaining(name + ": " + value + " (expected: ")
                .hasStackTraceContaining("of filter tested");
    }
}
