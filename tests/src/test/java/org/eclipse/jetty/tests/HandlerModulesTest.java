package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The modules that put a handler or customizer in front of the applications. */
class HandlerModulesTest {
    @AutoClose
    private final Base base = Base.with(
            Jdk.oldest(),
            "http,forwarded,dos,cross-origin,inetaccess,state-tracking,debuglog,well-known,secure-redirect,gzip");

    @Test
    void eachDoesItsPart() throws IOException {
        base.write(".well-known/security.txt", "Contact: mailto:a@b.example\n".repeat(20));
        Server server = base.serve(
                "jetty.crossorigin.allowedOriginPatterns=https://(a|b)\\.example",
                "jetty.dos.leakingBucketTracker.bucketSize=5",
                "jetty.dos.leakingBucketTracker.maxRequestsPerSecond=1",
                "jetty.dos.rejectHandler.delayed.delayMs=0",
                "jetty.inetaccess.exclude=10.0.0.0/8,127.0.0.1|/secret/*",
                "jetty.stateTracking.handlerCallbackTimeout=10000");
        assertThat(get(server, "X-Forwarded-For", "192.0.2.1").statusCode()).isEqualTo(302);
        HttpResponse<String> secure = get(server, "X-Forwarded-Proto", "https", "Origin", "https://a.example");
        assertThat(secure.statusCode()).isEqualTo(200);
        assertThat(secure.headers().firstValue("Access-Control-Allow-Origin")).hasValue("https://a.example");
        assertThat(get(server, "X-Forwarded-Proto", "https", "X-Forwarded-For", "10.1.2.3")
                        .statusCode())
                .isEqualTo(403);
        for (int i = 0; i < 5; i++) {
            assertThat(get(server, "X-Forwarded-Proto", "https", "X-Forwarded-For", "192.0.2.9")
                            .statusCode())
                    .isEqualTo(200);
        }
        // a bucket of five leaks one a second: a slow machine needs some more to fill it
        await().atMost(Command.DEADLINE)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> get(server, "X-Forwarded-Proto", "https", "X-Forwarded-For", "192.0.2.9")
                                .statusCode()
                        == 429);
        await().atMost(Command.DEADLINE)
                .untilAsserted(() -> assertThat(debugLog()).contains("OPENED ", "REQUEST ", "RESPONSE "));
    }

    /** Of all files, since a day may end while the test runs. */
    private String debugLog() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> logs = Files.list(base.resolve("logs"))) {
            for (Path file : logs.sorted().toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    private static HttpResponse<String> get(Server server, String... fields) {
        HttpRequest.Builder request = server.request("/.well-known/security.txt");
        return server.send(request.headers(fields).build());
    }
}
