package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What bounds a client in time, and an application in what it may say. */
class HttpLimitsTest {
    private static final String CRLF = "\r\n";

    private static Handler handler(Consumer<Response> consumer) {
        return new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                consumer.accept(response);
                response.write(true, ByteBuffer.wrap(new byte[] {(byte) 120}), callback);
                return true;
            }
        };
    }

    /** Gives a client more and more to say until it is answered. */
    private static String drip(LocalConnector.LocalEndPoint client, String drop) throws Exception {
        await().pollInterval(Duration.ofMillis(5)).until(() -> {
            if (client.getOutput().hasRemaining() || client.isOutputShutdown()) {
                return true;
            }
            client.addInputAndExecute(drop);
            return false;
        });
        return client.getResponse();
    }

    @Test
    void headThatIsDrippedTimesOut() throws Exception {
        try (LocalServer local = new LocalServer()) {
            local.configuration.setRequestHeadTimeout(50);
            local.start(LocalServer.answer("x"));
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInputAndExecute("GET / HTTP/1.1\r\nHost: h\r\n");
            assertThat(drip(client, "a:b\r\n")).startsWith("HTTP/1.1 408").contains("Connection: close");
            client.waitUntilClosed();
        }
    }

    /** RFC 9112, section 2.2: not for ever, also when others are served by what this connection needs no longer. */
    @Test
    void emptyLinesAreCountedWhileOthersAreServed() throws Exception {
        List<LocalConnector.LocalEndPoint> others = new CopyOnWriteArrayList<>();
        try (LocalServer local = new LocalServer()) {
            local.start(LocalServer.answer("x"));
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            String refused = null;
            for (int i = 0; i < 30 && refused == null; i++) {
                client.addInputAndExecute("\r\n");
                await().until(client::isFillInterested);
                // longer than it is kept for its connection alone
                long begin = System.nanoTime();
                await().pollInterval(Duration.ofMillis(1))
                        .until(() -> System.nanoTime() - begin > TimeUnit.MILLISECONDS.toNanos(7));
                LocalConnector.LocalEndPoint other = local.inMemory().connect();
                others.add(other);
                other.addInputAndExecute("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
                assertThat(other.getResponse()).startsWith("HTTP/1.1 200");
                refused = client.getOutputString().isEmpty() ? null : "refused";
            }
            assertThat(refused).isNotNull();
        } finally {
            others.forEach(LocalConnector.LocalEndPoint::close);
        }
    }

    /** The limit of the head counts all its bytes, with the empty line. */
    @Test
    void headOfTheDefaultLimitIsAcceptedAndOneByteMoreIsRefused() throws Exception {
        try (LocalServer local = new LocalServer()) {
            local.start(LocalServer.answer("x"));
            int limit = new HttpConfiguration().getRequestHeaderSize();
            assertThat(local.connector.getResponse(head(limit))).startsWith("HTTP/1.1 200");
            assertThat(local.connector.getResponse(head(limit + 1))).startsWith("HTTP/1.1 431");
        }
    }

    private static String head(int bytes) {
        String begin = "GET / HTTP/1.1\r\nHost: h\r\nX: ";
        String end = "\r\n\r\n";
        return begin + "x".repeat(bytes - begin.length() - end.length()) + end;
    }

    @Test
    void contentThatIsDrippedIsRefused() throws Exception {
        try (LocalServer local = new LocalServer()) {
            local.configuration.setMinRequestDataRate(1_000_000);
            local.configuration.setRequestDataRateGrace(50);
            local.start(LocalServer.echo());
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInputAndExecute("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n");
            assertThat(drip(client, "x")).startsWith("HTTP/1.1 408").contains("Connection: close");
            client.waitUntilClosed();
        }
    }

    @Test
    void timeThatTheApplicationTakesIsNotTheClients() throws Exception {
        CompletableFuture<Runnable> waiting = new CompletableFuture<>();
        Handler late = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                waiting.complete(() -> Content.copy(request, response, callback));
                return true;
            }
        };
        try (LocalServer local = new LocalServer()) {
            local.configuration.setMinRequestDataRate(Long.MAX_VALUE / 1_000_000);
            local.configuration.setRequestDataRateGrace(0);
            local.start(late);
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInputAndExecute("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n");
            Runnable read = waiting.get(30, TimeUnit.SECONDS);
            client.addInput("hello");
            read.run();
            assertThat(client.getResponse()).startsWith("HTTP/1.1 200").endsWith("hello");
        }
    }

    @Test
    void clientThatTakesAResponseTooSlowlyIsCutOff() throws Exception {
        ByteBuffer large = ByteBuffer.allocate(64 << 20);
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        Server server = new Server();
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setMinResponseDataRate(10_000_000_000L);
        ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(configuration));
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                // not earlier, as the request may come late
                request.getConnectionMetaData().getConnection().getEndPoint().setIdleTimeout(400);
                response.write(true, large, Callback.from(callback, x -> {
                    if (x != null) {
                        failed.complete(x);
                    }
                }));
                return true;
            }
        });
        server.start();
        try (Socket socket = new Socket("localhost", connector.getLocalPort())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            byte[] bytes = new byte[128 << 10];
            while (!failed.isDone() && in.read(bytes) > 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
            // whoever writes when the connection is closed may see that before it hears why
            assertThat(failed.get(30, TimeUnit.SECONDS)).isInstanceOfAny(TimeoutException.class, IOException.class);
        } finally {
            server.stop();
        }
    }

    @Test
    void connectionEndsWithItsLastRequest() throws Exception {
        try (LocalServer local = new LocalServer()) {
            local.configuration.setMaxRequestsPerConnection(2);
            local.start(LocalServer.answer("x"));
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInputAndExecute("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n"
                    + "GET /3 HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.getResponse()).startsWith("HTTP/1.1 200").doesNotContain("close");
            assertThat(client.getResponse()).startsWith("HTTP/1.1 200").contains("Connection: close");
            client.waitUntilClosed();
            assertThat(client.getResponse(false, 1, TimeUnit.SECONDS)).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 99, 100, 102, 103, 199, 1000})
    void statusThatIsNoneOfAFinalResponseIsRefused(int status) throws Exception {
        try (LocalServer local = new LocalServer()
                .start(handler(response -> assertThatThrownBy(() -> response.setStatus(status))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("status " + status)))) {
            assertThat(local.get("/")).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://h/x", "file://h/x", "ws://h/x", "jar+http://h/x"})
    void targetOfAnotherSchemeIsRefused(String target) throws Exception {
        try (LocalServer local = new LocalServer().start(LocalServer.answer("x"))) {
            assertThat(local.ask("GET " + target + " HTTP/1.1\nHost: h\n\n")).startsWith("HTTP/1.1 400");
        }
    }

    @Test
    void httpsOverClearTextIsMisdirectedUnlessAGatewayMayHaveSentIt() throws Exception {
        try (LocalServer local = new LocalServer().start(LocalServer.answer("x"))) {
            assertThat(local.ask("GET https://h/x HTTP/1.1\nHost: h\n\n")).startsWith("HTTP/1.1 421");
            local.configuration.addCustomizer(new ForwardedRequestCustomizer());
            assertThat(local.ask("GET https://h/x HTTP/1.1\nHost: h\n\n")).startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/plain; charset = utf-8 | WHITESPACE_IN_PARAMETER",
                "text/plain; a=b; charset=\tutf-8 | WHITESPACE_IN_PARAMETER",
                "text/plain; charset=ut\"f\"-8 | BAD_QUOTES_IN_TOKEN",
                "text/plain; charset=\"utf-8\"x | BAD_QUOTES_IN_TOKEN",
                "text/plain; charset=\"utf-8 | BAD_QUOTES_IN_TOKEN",
                "text/plain; charset=\"u;t\\\"f = 8\" | ''",
                "text/plain ; charset=utf-8 ; b | ''",
                "text/plain | ''"
            })
    void parametersThatAreWrittenWronglyAreToldAndRefusedWhenStrict(String type, String violation) throws Exception {
        String request = "GET / HTTP/1.1\nHost: h\nContent-Type: " + type + "\n\n";
        List<String> told = new CopyOnWriteArrayList<>();
        try (LocalServer local = new LocalServer()) {
            local.configuration.addComplianceViolationListener(new ComplianceViolation.Listener() {
                @Override
                public void onComplianceViolation(ComplianceViolation.Event event) {
                    told.add(event.violation().getName());
                }
            });
            local.start(handler(response -> {}));
            assertThat(local.ask(request)).startsWith("HTTP/1.1 200");
            assertThat(told).isEqualTo(violation.isEmpty() ? List.of() : List.of(violation));
        }
        try (LocalServer local = new LocalServer()) {
            local.configuration.setHttpCompliance(HttpCompliance.STRICT);
            local.start(handler(response -> {}));
            assertThat(local.ask(request)).startsWith(violation.isEmpty() ? "HTTP/1.1 200" : "HTTP/1.1 400");
        }
    }

    @Test
    void traceIsRefusedUnlessAllowed() throws Exception {
        try (LocalServer local = new LocalServer().start(LocalServer.answer("x"))) {
            assertThat(local.ask("TRACE /x HTTP/1.1\nHost: h\nCookie: secret\n\n"))
                    .startsWith("HTTP/1.1 405")
                    .contains("Allow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n")
                    .doesNotContain("secret");
            local.configuration.setTraceAllowed(true);
            assertThat(local.ask("TRACE /x HTTP/1.1\nHost: h\n\n")).endsWith("x");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nb: c", "a\nb: c", "a\rb", "a\0b", "a\u010ab", "a\u010db", "\r\n\r\nHTTP/1.1 200 OK"})
    void nothingThatAnApplicationSaysSplitsAResponse(String evil) throws Exception {
        try (LocalServer local = new LocalServer()
                .start(handler(response -> response.getHeaders().put("X-Value", evil)))) {
            assertOneResponse(local);
        }
        try (LocalServer local = new LocalServer()
                .start(handler(response -> response.getHeaders().put(evil, "value")))) {
            assertOneResponse(local);
        }
        try (LocalServer local = new LocalServer()
                .start(handler(response -> response.setTrailersSupplier(
                        () -> HttpFields.build().put("T", "v").put(evil, evil))))) {
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInputAndExecute("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
            client.waitUntilClosed();
            assertThat(client.getOutputString()).doesNotContain("b: c", "HTTP/1.1 200 OK\r\n\r\nHTTP");
        }
        try (LocalServer local = new LocalServer()
                .start(handler(response ->
                        response.writeInterim(103, HttpFields.build().put("Link", evil))))) {
            assertThat(local.get("/")).doesNotContain("b: c");
        }
    }

    private static void assertOneResponse(LocalServer local) throws Exception {
        LocalConnector.LocalEndPoint client = local.inMemory().connect();
        client.addInputAndExecute("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
        client.waitUntilClosed();
        String output = client.getOutputString();
        assertThat(output).doesNotContain("b: c", "\0");
        assertThat(output.split("HTTP/1.1 ", -1)).hasSize(2);
        String head = output.substring(0, output.indexOf(CRLF + CRLF));
        assertThat(head.replace(CRLF, "")).doesNotContain("\r", "\n");
    }

    @Test
    void clientThatEndsItsOutputIsAnswered() throws Exception {
        try (LocalServer local = new LocalServer().start(LocalServer.echo())) {
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInput("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
                    + "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\ndef\r\n0\r\n\r\n");
            client.addInputEOF();
            assertThat(client.getResponse()).endsWith("abc");
            assertThat(client.getResponse()).contains("def");
            client.waitUntilClosed();
        }
    }

    @Test
    void contentThatEndsEarlyIsABadRequest() throws Exception {
        try (LocalServer local = new LocalServer().start(LocalServer.echo())) {
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInput("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nde");
            client.addInputEOF();
            client.waitUntilClosed();
            assertThat(client.getOutputString()).doesNotContain("\r\n0\r\n");
        }
    }

    /** Or any client could fill the log. */
    @Test
    void clientThatGoesAwayIsNoWarning() throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(Response.class);
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        log.start();
        try (LocalServer local = new LocalServer()) {
            local.start(new Handler.Abstract() {
                @Override
                public boolean handle(Request request, Response response, Callback callback) {
                    Request.addCompletionListener(request, ended::complete);
                    Content.Source.consumeAll(request, callback);
                    return true;
                }
            });
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInputAndExecute("POST /gone HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabc");
            await().until(client::isFillInterested);
            logger.addAppender(log);
            client.close();
            assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
            List<ILoggingEvent> logged;
            // other tests log beside this one, and the appender is what they lock
            synchronized (log) {
                logged = List.copyOf(log.list);
            }
            assertThat(logged)
                    .noneMatch(event -> event.getLevel() == Level.WARN
                            && event.getFormattedMessage().contains("/gone"));
        } finally {
            logger.detachAppender(log);
        }
    }
}
