package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestPhases;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The time of a servlet's request is measured in phases, and its blocking reads and writes as waits. */
class RequestPhasesTest extends ContextServer {
    private final BlockingQueue<RequestPhases> logged = new LinkedBlockingQueue<>();

    @BeforeEach
    void measure() {
        for (ConnectionFactory factory : connector.getConnector().getConnectionFactories()) {
            if (factory instanceof HttpConfiguration.ConnectionFactory http) {
                http.getHttpConfiguration().setRequestPhases(true);
            }
        }
        server.setRequestLog((request, response) -> logged.add(Request.getPhases(request)));
    }

    @Test
    void blockingReadOfAServletIsAWaitWithinTheTimeOfTheApplication() throws Exception {
        AtomicReference<RequestPhases> inFlight = new AtomicReference<>();
        servlet("/*", (request, response) -> {
            int length = request.getInputStream().readAllBytes().length;
            response.getWriter().print("length " + length);
        });
        server.setHandler(new Handler.Wrapper(context) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                inFlight.set(Request.getPhases(request));
                return super.handle(request, response, callback);
            }
        });
        server.start();
        try (Transport.Client client =
                connector.executeRequest("POST /ctx/ HTTP/1.1\r\nHost: local\r\nContent-Length: 3\r\n\r\n")) {
            await().until(() -> inFlight.get() != null && read(inFlight.get()) > 0);
            client.addInputAndExecute("abc");
            assertThat(client.getResponse()).contains("length 3");
        }
        RequestPhases phases = logged.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
        assertThat(phases).isNotNull();
        long application = phases.get(RequestPhases.Phase.APPLICATION, TimeUnit.NANOSECONDS);
        assertThat(read(phases)).isPositive().isLessThanOrEqualTo(application);
        long sum = 0;
        for (RequestPhases.Phase phase : RequestPhases.Phase.values()) {
            sum += phases.get(phase, TimeUnit.NANOSECONDS);
        }
        assertThat(sum).isEqualTo(phases.getTotal(TimeUnit.NANOSECONDS));
    }

    private static long read(RequestPhases phases) {
        return phases.get(RequestPhases.Wait.READ, TimeUnit.NANOSECONDS);
    }
}
