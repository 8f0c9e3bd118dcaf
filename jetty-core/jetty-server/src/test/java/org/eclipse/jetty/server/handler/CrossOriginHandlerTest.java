package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import org.eclipse.jetty.server.OverTransports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The CORS protocol of the Fetch standard, section 3.2. */
class CrossOriginHandlerTest extends OverTransports {
    private static final String PREFLIGHT = "OPTIONS / HTTP/1.1\nHost: h\nOrigin: https://a.example\n";
    private final CrossOriginHandler cors = new CrossOriginHandler();

    CrossOriginHandlerTest() {
        cors.setHandler(LocalServer.answer("x"));
        cors.setAllowedOriginPatterns(Set.of("https://(a|b)\\.example"));
    }

    @Test
    void allowedOriginIsTold() throws Exception {
        cors.setAllowCredentials(true);
        cors.setExposedHeaders(Set.of("X-Count"));
        cors.setAllowedTimingOriginPatterns(Set.of("*"));
        try (LocalServer local = new LocalServer(transport).start(cors)) {
            assertThat(local.get("/", "Origin: https://b.example"))
                    .contains(
                            "Access-Control-Allow-Origin: https://b.example\r\n",
                            "Access-Control-Allow-Credentials: true\r\n",
                            "Access-Control-Expose-Headers: X-Count\r\n",
                            "Timing-Allow-Origin: https://b.example\r\n",
                            "Vary: Origin\r\n")
                    .endsWith("x");
            assertThat(local.get("/")).doesNotContain("Access-Control").contains("Vary: Origin\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example",
                "https://a.example.evil",
                "http://a.example",
                "null",
                "",
                "x https://a.example"
            })
    void otherOriginsAreNotAllowed(String origin) throws Exception {
        try (LocalServer local = new LocalServer(transport).start(cors)) {
            assertThat(local.get("/", "Origin: " + origin))
                    .doesNotContain("Access-Control")
                    .endsWith("x");
            assertThat(local.ask(
                            PREFLIGHT.replace("https://a.example", origin) + "Access-Control-Request-Method: GET\n\n"))
                    .startsWith("HTTP/1.1 200")
                    .doesNotContain("Access-Control-Allow");
            assertThat(local.get("/", "Origin: " + origin, "Connection: Upgrade", "Upgrade: websocket"))
                    .startsWith("HTTP/1.1 400");
        }
    }

    @Test
    void otherOriginsAreRefusedIfWanted() throws Exception {
        cors.setDeliverNonAllowedOriginRequests(false);
        cors.setDeliverNonAllowedOriginWebSocketUpgradeRequests(true);
        try (LocalServer local = new LocalServer(transport).start(cors)) {
            assertThat(local.get("/", "Origin: https://x")).startsWith("HTTP/1.1 400");
            assertThat(local.get("/", "Origin: https://x", "Connection: Upgrade", "Upgrade: websocket"))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void preflightIsAnswered() throws Exception {
        cors.setAllowedMethods(Set.of("PUT"));
        cors.setAllowedHeaders(Set.of("X-Token"));
        cors.setPreflightMaxAge(Duration.ofMinutes(2));
        try (LocalServer local = new LocalServer(transport).start(cors)) {
            assertThat(local.ask(PREFLIGHT + "Access-Control-Request-Method: PUT\n"
                            + "Access-Control-Request-Headers: x-token, accept\n\n"))
                    .startsWith("HTTP/1.1 200")
                    .contains(
                            "Access-Control-Allow-Origin: https://a.example\r\n",
                            "Access-Control-Allow-Methods: PUT\r\n",
                            "Access-Control-Allow-Headers: X-Token\r\n",
                            "Access-Control-Max-Age: 120\r\n")
                    .endsWith("\r\n\r\n");
            assertThat(local.ask(PREFLIGHT + "Access-Control-Request-Method: DELETE\n\n"))
                    .doesNotContain("Access-Control-Allow");
            assertThat(local.ask(PREFLIGHT + "Access-Control-Request-Method: PUT\n"
                            + "Access-Control-Request-Headers: x-other\n\n"))
                    .doesNotContain("Access-Control-Allow");
        }
    }

    @Test
    void anyMethodAndHeaderAreNamedAsTheyWereAskedFor() throws Exception {
        cors.setAllowedOriginPatterns(Set.of("*"));
        cors.setAllowedMethods(Set.of("*"));
        cors.setAllowedHeaders(Set.of("*"));
        cors.setDeliverPreflightRequests(true);
        try (LocalServer local = new LocalServer(transport).start(cors)) {
            assertThat(local.ask(PREFLIGHT + "Access-Control-Request-Method: PURGE\n"
                            + "Access-Control-Request-Headers: x-a,x-b\n\n"))
                    .contains("Allow-Methods: PURGE\r\n", "Allow-Headers: x-a, x-b\r\n")
                    .endsWith("x");
        }
    }

    @Test
    void patternThatIsNoneIsRefused() {
        assertThatThrownBy(() -> cors.setAllowedOriginPatterns(Set.of("(")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("origin pattern '('");
        assertThatThrownBy(() -> cors.setAllowedTimingOriginPatterns(Set.of(")")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("origin pattern ')'");
    }
}
