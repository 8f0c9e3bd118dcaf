package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.server.OverTransports;
import org.junit.jupiter.api.Test;

/** The times that requests took. */
class LatencyRecordingHandlerTest extends OverTransports {
    private record Latency(String id, long nanoseconds) {}

    @Test
    void eachRequestIsReportedWithItsTime() throws Exception {
        List<Latency> latencies = new CopyOnWriteArrayList<>();
        LatencyRecordingHandler handler = new LatencyRecordingHandler(LocalServer.answer("ok")) {
            @Override
            protected void onRequestComplete(String requestId, long durationInNs) {
                latencies.add(new Latency(requestId, durationInNs));
                throw new IllegalStateException("which must not matter");
            }
        };
        try (LocalServer local = new LocalServer(transport).start(handler)) {
            assertThat(local.get("/")).startsWith("HTTP/1.1 200");
            assertThat(local.get("/")).startsWith("HTTP/1.1 200");
            await().until(() -> latencies.size() == 2);
            assertThat(latencies).allSatisfy(latency -> {
                assertThat(latency.id()).isNotEmpty();
                assertThat(latency.nanoseconds()).isPositive();
            });
        }
    }
}
