package org.eclipse.jetty.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpTester;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients of the same JVM that use endpoints in memory. */
class MemoryConnectorTest {
    private final Server server = new Server();
    private final MemoryConnector connector = new MemoryConnector(server);
    private EndPoint client;

    @BeforeEach
    void configure() {
        server.addConnector(connector);
    }

    @AfterEach
    void stop() throws Exception {
        if (client != null) {
            client.close();
        }
        server.stop();
    }

    private void start(Handler handler) throws Exception {
        server.setHandler(handler);
        server.start();
        client = connector.connect().getLocalEndPoint();
    }

    @Test
    void defaultProtocolThatIsNotKnownIsRefusedWhileItRuns() throws Exception {
        start(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                return false;
            }
        });
        ConnectionFactory factory = connector.getDefaultConnectionFactory();
        String protocol = connector.getDefaultProtocol();
        assertThatThrownBy(() -> connector.setDefaultProtocol("other"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'other'");
        assertThat(connector.getDefaultConnectionFactory()).isSameAs(factory);
        assertThat(connector.getDefaultProtocol()).isEqualTo(protocol);
    }

    private void send(String request) {
        client.write(Callback.NOOP, BufferUtil.toBuffer(request, UTF_8));
    }

    private HttpTester.Response receive() throws Exception {
        return HttpTester.parseResponse(input());
    }

    /** What the endpoint reads, waiting for it. */
    private HttpTester.Input input() {
        return HttpTester.from(Content.Source.asInputStream(new Content.Source() {
            private boolean last;

            @Override
            public Content.Chunk read() {
                if (last) {
                    return Content.Chunk.EOF;
                }
                ByteBuffer buffer = BufferUtil.allocate(1024);
                try {
                    int filled = client.fill(buffer);
                    last = filled < 0;
                    return filled == 0 ? null : Content.Chunk.from(buffer, last);
                } catch (Exception x) {
                    return Content.Chunk.from(x);
                }
            }

            @Override
            public void demand(Runnable demandCallback) {
                client.fillInterested(Callback.from(demandCallback, x -> demandCallback.run()));
            }

            @Override
            public void fail(Throwable failure) {
                client.close(failure);
            }
        }));
    }

    @Test
    void requestsOfAConnectionAreAnswered() throws Exception {
        start(LocalServer.echo());
        send("POST / HTTP/1.1\r\nHost: local\r\nContent-Length: 5\r\n\r\nhello");
        assertThat(receive().getContent()).isEqualTo("hello");
        send("POST / HTTP/1.1\r\nHost: local\r\nContent-Length: 5\r\n\r\nagain");
        assertThat(receive().getContent()).isEqualTo("again");
    }

    @Test
    void contentThatIsLargerThanThePipePasses() throws Exception {
        start(LocalServer.echo());
        String content = "0123456789".repeat(100_000);
        send("POST / HTTP/1.1\r\nHost: local\r\nContent-Length: " + content.length() + "\r\n\r\n" + content);
        assertThat(receive().getContent()).isEqualTo(content);
    }

    @Test
    void addressOfTheServerIsThatOfTheConnector() throws Exception {
        start(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                ConnectionMetaData connection = request.getConnectionMetaData();
                Content.Sink.write(
                        response,
                        true,
                        connection.getLocalSocketAddress() + "|" + connection.getRemoteSocketAddress() + "|"
                                + Request.getRemoteAddr(request) + "|" + connection.isSecure(),
                        callback);
                return true;
            }
        });
        assertThat(client.getRemoteSocketAddress()).isEqualTo(connector.getLocalSocketAddress());
        send("GET / HTTP/1.1\r\nHost: local\r\n\r\n");
        String[] seen = receive().getContent().split("\\|");
        assertThat(seen[0]).isEqualTo(connector.getLocalSocketAddress().toString());
        assertThat(seen[1]).isEqualTo(client.getLocalSocketAddress().toString());
        assertThat(seen[3]).isEqualTo("false");
    }

    @Test
    void connectionIsCountedUntilItIsClosed() throws Exception {
        start(LocalServer.answer("ok"));
        send("GET / HTTP/1.1\r\nHost: local\r\n\r\n");
        receive();
        assertThat(connector.getConnectedEndPoints()).hasSize(1);
        client.close();
        await().until(() -> connector.getConnectedEndPoints().isEmpty());
    }

    @Test
    void serverThatAsksToCloseEndsTheConnection() throws Exception {
        start(LocalServer.answer("ok"));
        send("GET / HTTP/1.1\r\nHost: local\r\nConnection: close\r\n\r\n");
        HttpTester.Input input = input();
        assertThat(HttpTester.parseResponse(input).getStatus()).isEqualTo(200);
        assertThat(input.fillBuffer()).isEqualTo(-1);
        client.close();
        await().until(() -> connector.getConnectedEndPoints().isEmpty());
    }

    private static boolean isAConnectionWaitedFor() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getState() == Thread.State.WAITING)
                .flatMap(thread -> Arrays.stream(thread.getValue()))
                .anyMatch(frame -> frame.getClassName().equals(MemoryConnector.class.getName())
                        && frame.getMethodName().equals("accept"));
    }

    @Test
    void connectionsWaitWhileAcceptingIsForbidden() throws Exception {
        start(LocalServer.answer("ok"));
        send("GET / HTTP/1.1\r\nHost: local\r\n\r\n");
        receive();
        await().until(MemoryConnectorTest::isAConnectionWaitedFor);
        connector.setAccepting(false);
        // the thread that waited for a connection before takes one more
        EndPoint passed = connector.connect().getLocalEndPoint();
        await().until(() -> connector.getConnectedEndPoints().size() == 2);
        EndPoint waiting = connector.connect().getLocalEndPoint();
        CountDownLatch readable = new CountDownLatch(1);
        waiting.write(Callback.NOOP, BufferUtil.toBuffer("GET / HTTP/1.1\r\nHost: local\r\n\r\n"));
        waiting.fillInterested(Callback.from(readable::countDown));
        assertThat(connector.getConnectedEndPoints()).hasSize(2);
        connector.setAccepting(true);
        assertThat(readable.await(30, TimeUnit.SECONDS)).isTrue();
        passed.close();
        waiting.close();
    }

    @Test
    void requestInFlightEndsBeforeTheConnectorStops() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        server.setStopTimeout(30_000);
        start(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                entered.countDown();
                end.await();
                Content.Sink.write(response, true, "done", callback);
                return true;
            }
        });
        send("GET / HTTP/1.1\r\nHost: local\r\n\r\n");
        entered.await();
        Thread stopping = new Thread(() -> {
            try {
                server.stop();
            } catch (Exception x) {
                throw new AssertionError(x);
            }
        });
        stopping.start();
        await().until(connector::isShutdown);
        assertThatThrownBy(connector::connect).isInstanceOf(IllegalStateException.class);
        end.countDown();
        assertThat(receive().getContent()).isEqualTo("done");
        stopping.join();
    }

    @Test
    void connectorThatIsNotStartedRefusesTransports() {
        Promise.Completable<Connection> promise = new Promise.Completable<>();
        Map<String, Object> context = new HashMap<>();
        context.put(ClientConnector.CONNECTION_PROMISE_CONTEXT_KEY, promise);
        MemoryTransport transport = new MemoryTransport(connector);
        transport.connect(transport.getSocketAddress(), context);
        assertThat(promise)
                .failsWithin(30, TimeUnit.SECONDS)
                .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                .withCauseInstanceOf(ConnectException.class);
        assertThat(transport)
                .isEqualTo(new MemoryTransport(connector))
                .hasSameHashCodeAs(new MemoryTransport(connector));
        assertThat(transport).isNotEqualTo(new MemoryTransport(new MemoryConnector(server)));
    }
}
