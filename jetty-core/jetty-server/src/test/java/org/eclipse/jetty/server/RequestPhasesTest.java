package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.RequestPhases.Phase;
import org.eclipse.jetty.server.RequestPhases.Wait;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.server.handler.LogCapture;
import org.eclipse.jetty.server.internal.HttpChannelState;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequestPhasesTest extends OverTransports {
    private final BlockingQueue<RequestPhases> logged = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> ids = new LinkedBlockingQueue<>();
    private final AtomicReference<RequestPhases> inFlight = new AtomicReference<>();
    private LocalServer local;

    @BeforeEach
    void prepare() throws Exception {
        local = new LocalServer(transport);
        local.configuration.setRequestPhases(true);
        local.configuration.setRequestIdField("X-Request-ID");
        local.server.setRequestLog((request, response) -> {
            ids.add(Request.getLogId(request));
            RequestPhases phases = Request.getPhases(request);
            if (phases != null) {
                logged.add(phases);
            }
        });
        local.start(new ContextHandler(
                new Handler.Abstract() {
                    @Override
                    public boolean handle(Request request, Response response, Callback callback) throws Exception {
                        inFlight.set(Request.getPhases(request));
                        if (request.getHttpURI().getPath().equals("/app/fail")) {
                            throw new IllegalStateException("on purpose");
                        }
                        Content.Source.consumeAll(
                                request,
                                Callback.from(
                                        () -> Content.Sink.write(response, true, "hello", callback), callback::failed));
                        return true;
                    }
                },
                "/app"));
    }

    @AfterEach
    void stop() throws Exception {
        local.close();
    }

    private RequestPhases next() throws InterruptedException {
        RequestPhases phases = logged.poll(30, TimeUnit.SECONDS);
        assertThat(phases).isNotNull();
        assertThat(phases.isEnded()).isTrue();
        assertThat(phases.getCurrent()).isNull();
        return phases;
    }

    private static long sum(RequestPhases phases, TimeUnit unit) {
        long sum = 0;
        for (Phase phase : Phase.values()) {
            assertThat(phases.get(phase, unit)).as("%s of %s", phase, phases).isNotNegative();
            sum += phases.get(phase, unit);
        }
        return sum;
    }

    @Test
    void phasesAddUpToTheTotalInEachUnit() throws Exception {
        assertThat(local.get("/app/x")).contains("hello");
        RequestPhases phases = next();
        for (TimeUnit unit : TimeUnit.values()) {
            assertThat(sum(phases, unit)).as("%s in %s", phases, unit).isEqualTo(phases.getTotal(unit));
        }
        assertThat(phases.get(Phase.APPLICATION, TimeUnit.NANOSECONDS)).isPositive();
    }

    @Test
    void waitForContentIsCountedAndIsAPartOfTheApplicationsTime() throws Exception {
        try (Transport.Client client =
                local.connector.executeRequest("POST /app/x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n")) {
            await().until(() -> inFlight.get() != null && inFlight.get().get(Wait.READ, TimeUnit.NANOSECONDS) > 0);
            assertThat(inFlight.get().getCurrent()).isEqualTo(Phase.APPLICATION);
            client.addInputAndExecute("abc");
            assertThat(client.getResponse()).contains("hello");
        }
        RequestPhases phases = next();
        assertThat(phases.get(Wait.READ, TimeUnit.NANOSECONDS))
                .isPositive()
                .isLessThanOrEqualTo(phases.get(Phase.APPLICATION, TimeUnit.NANOSECONDS));
        assertThat(phases.get(Wait.WRITE, TimeUnit.NANOSECONDS))
                .isPositive()
                .isLessThanOrEqualTo(phases.getTotal(TimeUnit.NANOSECONDS));
    }

    @Test
    void onlyTheFirstRequestOfAConnectionHasItsTimes() throws Exception {
        RequestPhases first;
        RequestPhases second;
        try (Transport.Client client = local.connector.connect()) {
            first = askForHello(client);
            second = askForHello(client);
        }
        assertThat(first.getConnect(TimeUnit.NANOSECONDS)).isNotNegative();
        if (transport.isSecure()) {
            assertThat(first.getTls(TimeUnit.NANOSECONDS))
                    .isPositive()
                    .isLessThanOrEqualTo(first.getConnect(TimeUnit.NANOSECONDS));
        } else {
            assertThat(first.getTls(TimeUnit.NANOSECONDS)).isEqualTo(-1);
        }
        assertThat(second.getConnect(TimeUnit.NANOSECONDS)).isEqualTo(-1);
        assertThat(second.getTls(TimeUnit.NANOSECONDS)).isEqualTo(-1);
    }

    /** The phases of a request that has ended: a client may have the response before. */
    private RequestPhases askForHello(Transport.Client client) throws Exception {
        client.addInputAndExecute("GET /app/x HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(client.getResponse()).contains("hello");
        return next();
    }

    @Test
    void requestThatReachesNoContextHasNoTimeOfAnApplication() throws Exception {
        assertThat(local.get("/elsewhere")).startsWith("HTTP/1.1 404");
        RequestPhases phases = next();
        assertThat(phases.get(Phase.APPLICATION, TimeUnit.NANOSECONDS)).isZero();
        assertThat(phases.get(Phase.SERVER, TimeUnit.NANOSECONDS)).isPositive();
        assertThat(sum(phases, TimeUnit.NANOSECONDS)).isEqualTo(phases.getTotal(TimeUnit.NANOSECONDS));
    }

    @Test
    void requestThatIsRefusedHasPhasesAndAnId() throws Exception {
        String response = local.ask("GET /a%zz HTTP/1.1\nHost: h\n\n");
        assertThat(response).startsWith("HTTP/1.1 400");
        assertThat(sum(next(), TimeUnit.NANOSECONDS)).isNotNegative();
        assertThat(response).containsIgnoringCase("X-Request-ID: " + ids.take());
    }

    @Test
    void errorPageLogAndResponseFieldHaveTheSameId() throws Exception {
        String response = local.get("/app/fail", "Accept: text/plain");
        String id = ids.take();
        assertThat(response).startsWith("HTTP/1.1 500").contains("REQUEST: " + id);
        assertThat(response).containsIgnoringCase("X-Request-ID: " + id + "\r\n");
        assertThat(sum(next(), TimeUnit.MICROSECONDS)).isNotNegative();
    }

    @Test
    void debugLogShowsTheWayOfARequest() throws Exception {
        try (LogCapture log = new LogCapture(HttpChannelState.class, Level.DEBUG)) {
            assertThat(local.get("/app/way")).contains("hello");
            String request = "Request " + ids.take() + " GET /app/way: ";
            assertThat(log.lines(Level.DEBUG).stream().filter(line -> line.startsWith(request)))
                    .containsExactly(
                            request + "head complete, status 0",
                            request + "handled by a thread, status 0",
                            request + "in context, status 0",
                            request + "response begins, status 200",
                            request + "response written, status 200",
                            request + "ended, status 200");
        }
    }

    @Test
    void nothingIsMeasuredUnlessItIsConfigured() throws Exception {
        local.configuration.setRequestPhases(false);
        local.configuration.setRequestIdField(null);
        assertThat(local.get("/app/x")).contains("hello").doesNotContainIgnoringCase("X-Request-ID");
        ids.take();
        assertThat(logged).isEmpty();
    }
}
