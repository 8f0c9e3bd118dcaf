package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that send something and then nothing more, without an idle timeout that would end them. */
class ClientDeadlinesTest extends OverTransports {
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: h\r\n";

    /** What was told to those who read content. */
    private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();

    private LocalServer local;

    @BeforeEach
    void prepare() throws Exception {
        transport.assumeHttp1("its heads and its content come in any pieces");
        local = new LocalServer(transport);
        local.connector.setIdleTimeout(TimeUnit.HOURS.toMillis(1));
    }

    @AfterEach
    void stop() throws Exception {
        if (local != null) {
            local.close();
        }
    }

    private void startEcho() throws Exception {
        local.start(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Source.asString(request, StandardCharsets.UTF_8, new Promise<>() {
                    @Override
                    public void succeeded(String text) {
                        Content.Sink.write(response, true, text, callback);
                    }

                    @Override
                    public void failed(Throwable x) {
                        failures.add(x);
                        callback.failed(x);
                    }
                });
                return true;
            }
        });
    }

    private void assertTimedOut(Transport.Client client) throws Exception {
        assertThat(client.getResponse()).startsWith("HTTP/1.1 408").contains("Connection: close");
        assertEnded();
    }

    /** On a connection of each, at once: the server waits a second for clients to go before it cuts them off. */
    private void assertAllTimeOut(List<String> beginnings) throws Exception {
        List<Transport.Client> clients = new ArrayList<>();
        try {
            for (String beginning : beginnings) {
                Transport.Client client = local.connector.connect();
                clients.add(client);
                client.addInputAndExecute(beginning);
            }
            for (int i = 0; i < clients.size(); i++) {
                assertThat(clients.get(i).getResponse())
                        .as(beginnings.get(i))
                        .startsWith("HTTP/1.1 408")
                        .contains("Connection: close");
            }
            assertEnded();
        } finally {
            for (Transport.Client client : clients) {
                client.close();
            }
        }
    }

    /** Ended by the server: the client is still there. */
    private void assertEnded() {
        await().until(() ->
                local.connector.getConnector().getConnectedEndPoints().isEmpty());
    }

    @Test
    void headsThatStopTimeOut() throws Exception {
        local.configuration.setRequestHeadTimeout(100);
        startEcho();
        assertAllTimeOut(List.of(
                "G",
                "\r\nG",
                "GET / HTTP/1.1",
                "GET / HTTP/1.1\r\n",
                "GET / HTTP/1.1\r\nHost: h\r\n",
                "GET / HTTP/1.1\r\nHost: h\r\n\r"));
    }

    @Test
    void headThatDripsAndStopsTimesOut() throws Exception {
        local.configuration.setRequestHeadTimeout(200);
        startEcho();
        try (Transport.Client client = local.connector.connect()) {
            for (String drop : List.of("GET / HT", "TP/1.1\r\n", "Host: h\r", "\n")) {
                client.addInputAndExecute(drop);
            }
            assertTimedOut(client);
        }
    }

    @Test
    void laterHeadThatStopsTimesOutWhileWaitingForOneDoesNot() throws Exception {
        // a head of two pieces comes within it, also on a busy machine
        local.configuration.setRequestHeadTimeout(500);
        startEcho();
        try (Transport.Client client = local.connector.connect();
                Transport.Client idle = local.connector.connect()) {
            for (Transport.Client each : List.of(idle, client)) {
                each.addInputAndExecute(HEAD);
                each.addInputAndExecute("Content-Length: 2\r\n\r\nab");
                assertThat(each.getResponse()).startsWith("HTTP/1.1 200").endsWith("ab");
            }
            client.addInputAndExecute(HEAD + "Content-Length: 2\r\n\r\ncd" + HEAD);
            assertThat(client.getResponse()).startsWith("HTTP/1.1 200").endsWith("cd");
            assertThat(client.getResponse()).startsWith("HTTP/1.1 408").contains("Connection: close");
            // the deadline of its first head has passed, too
            idle.addInputAndExecute(HEAD + "Content-Length: 2\r\n\r\nef");
            assertThat(idle.getResponse()).startsWith("HTTP/1.1 200").endsWith("ef");
        }
    }

    @Test
    void contentsThatStopAreRefused() throws Exception {
        local.configuration.setRequestDataRateGrace(100);
        startEcho();
        List<String> contents = List.of(
                "Content-Length: 1000\r\n\r\n",
                "Content-Length: 1000\r\n\r\nabc",
                "Transfer-Encoding: chunked\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n3e8\r\nabc",
                "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n",
                "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nA: b\r\n");
        assertAllTimeOut(contents.stream().map(content -> HEAD + content).toList());
        for (String content : contents) {
            assertThat(failures.poll(30, TimeUnit.SECONDS))
                    .as(content)
                    .isInstanceOfSatisfying(
                            HttpException.class, x -> assertThat(x.getCode()).isEqualTo(408));
        }
    }

    @Test
    void contentThatDripsAndStopsIsRefused() throws Exception {
        local.configuration.setRequestDataRateGrace(100);
        startEcho();
        try (Transport.Client client = local.connector.connect()) {
            client.addInputAndExecute(HEAD + "Content-Length: 1000\r\n\r\n");
            for (int i = 0; i < 10; i++) {
                client.addInputAndExecute("x");
            }
            assertTimedOut(client);
        }
    }

    @Test
    void clientThatStopsToReadIsCutOff() throws Exception {
        transport.assumeClear("much is buffered within TLS");
        Assumptions.assumeTrue(local.connector.getConnector() instanceof ServerConnector, "in memory all is taken");
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        local.start(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                request.getConnectionMetaData().getConnection().getEndPoint().setIdleTimeout(300);
                response.write(true, ByteBuffer.allocate(64 << 20), Callback.from(callback, x -> {
                    if (x != null) {
                        failed.complete(x);
                    }
                }));
                return true;
            }
        });
        try (Transport.Client client = local.connector.connect()) {
            client.addInputAndExecute("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(failed.get(30, TimeUnit.SECONDS)).isInstanceOfAny(TimeoutException.class, IOException.class);
            assertEnded();
        }
    }
}
