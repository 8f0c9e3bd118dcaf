package org.eclipse.jetty.http2.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.GoAwayFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.PingFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.BufferChecks;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions and streams with our server. */
class HTTP2ClientTest {
    private final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
    private final HTTP2Client client = new HTTP2Client();
    private final Server server = new Server();
    private ServerConnector connector;

    @BeforeEach
    void start() throws Exception {
        HttpConfiguration configuration = new HttpConfiguration();
        connector = new ServerConnector(
                server, new HttpConnectionFactory(configuration), new HTTP2CServerConnectionFactory(configuration));
        server.addConnector(connector);
        server.setHandler(new Echo());
        server.start();
        client.setByteBufferPool(pool);
        client.start();
    }

    @AfterEach
    void stop() throws Exception {
        client.stop();
        server.stop();
        BufferChecks.assertAllReleased(pool);
    }

    /** Answers with the content and the trailers of the request. */
    private static final class Echo extends Handler.Abstract {
        @Override
        public boolean handle(
                org.eclipse.jetty.server.Request request,
                org.eclipse.jetty.server.Response response,
                Callback callback) {
            if ("/trailers".equals(request.getHttpURI().getPath())) {
                HttpFields.Mutable trailers = HttpFields.build().put("x-end", "yes");
                response.setTrailersSupplier(() -> trailers);
            }
            Content.copy(request, response, callback);
            return true;
        }
    }

    private Session connect(Session.Listener listener) throws Exception {
        return client.connect(new InetSocketAddress("localhost", connector.getLocalPort()), listener)
                .get(30, SECONDS);
    }

    private MetaData.Request request(String path) {
        String uri = "http://localhost:" + connector.getLocalPort() + path;
        return new MetaData.Request("POST", HttpURI.from(uri), HttpVersion.HTTP_2, HttpFields.EMPTY);
    }

    /** Collects what comes on a stream, and completes at its end. */
    private static final class Collector implements Stream.Listener {
        private final List<HeadersFrame> heads = new CopyOnWriteArrayList<>();
        private final StringBuilder content = new StringBuilder();
        private final CompletableFuture<String> ended = new CompletableFuture<>();
        private final CompletableFuture<Void> closed = new CompletableFuture<>();

        @Override
        public void onHeaders(Stream stream, HeadersFrame frame) {
            heads.add(frame);
            if (frame.isEndStream()) {
                ended.complete(content.toString());
            } else {
                stream.demand();
            }
        }

        @Override
        public void onDataAvailable(Stream stream) {
            Stream.Data data = stream.readData();
            if (data != null) {
                content.append(StandardCharsets.US_ASCII.decode(data.frame().getByteBuffer()));
                data.release();
                if (data.frame().isEndStream()) {
                    ended.complete(content.toString());
                    return;
                }
            }
            stream.demand();
        }

        @Override
        public void onFailure(Stream stream, int error, String reason, Throwable failure, Callback callback) {
            ended.completeExceptionally(failure);
            callback.succeeded();
        }

        @Override
        public void onClosed(Stream stream) {
            closed.complete(null);
        }
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    @RepeatedTest(100)
    void contentIsSentAndReceived() throws Exception {
        Session session = connect(new Session.Listener() {});
        Collector collector = new Collector();
        Stream stream = session.newStream(new HeadersFrame(request("/"), false), collector)
                .get(30, SECONDS);
        stream.data(new DataFrame(text("abc"), false))
                .thenCompose(s -> s.data(new DataFrame(text("def"), true)))
                .get(30, SECONDS);
        assertThat(collector.ended.get(30, SECONDS)).isEqualTo("abcdef");
        assertThat(((MetaData.Response) collector.heads.get(0).getMetaData()).getStatus())
                .isEqualTo(200);
        collector.closed.get(30, SECONDS);
        assertThat(stream.isClosed()).isTrue();
        assertThat(session.getStreams()).isEmpty();
    }

    @Test
    void trailersFollowTheContent() throws Exception {
        Session session = connect(new Session.Listener() {});
        Collector collector = new Collector();
        Stream stream = session.newStream(new HeadersFrame(request("/trailers"), false), collector)
                .get(30, SECONDS);
        stream.data(new DataFrame(text("abc"), false)).get(30, SECONDS);
        MetaData trailers = new MetaData(HttpVersion.HTTP_2, HttpFields.build().put("x-sent", "a"));
        stream.headers(new HeadersFrame(trailers, true)).get(30, SECONDS);
        Awaitility.await().atMost(30, SECONDS).until(() -> collector.heads.size() == 2);
        assertThat(collector.content.toString()).isEqualTo("abc");
        assertThat(collector.heads.get(1).getMetaData().getHttpFields().get("x-end"))
                .isEqualTo("yes");
    }

    @Test
    void contentThatIsNotReadStopsTheServer() throws Exception {
        client.setInitialStreamRecvWindow(100_000);
        Session session = connect(new Session.Listener() {});
        CountDownLatch headed = new CountDownLatch(1);
        Stream stream = session.newStream(new HeadersFrame(request("/"), false), new Stream.Listener() {
                    @Override
                    public void onHeaders(Stream s, HeadersFrame frame) {
                        headed.countDown();
                    }

                    @Override
                    public void onDataAvailable(Stream s) {}
                })
                .get(30, SECONDS);
        CompletableFuture<Stream> sent = stream.data(new DataFrame(ByteBuffer.allocate(20_000_000), true));
        assertThat(headed.await(30, SECONDS)).isTrue();
        // the server cannot send, hence reads no more than its windows
        assertThat(sent.isDone()).isFalse();
        int[] read = new int[1];
        while (!sent.isDone() || read[0] < 20_000_000) {
            Stream.Data data = stream.readData();
            if (data == null) {
                Thread.onSpinWait();
            } else {
                read[0] += data.frame().remaining();
                data.release();
            }
        }
        assertThat(read[0]).isEqualTo(20_000_000);
    }

    /** RFC 9113, section 6.9.2: the window of a connection begins with 65535 bytes, and no setting makes it smaller. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_534, 65_535})
    void smallWindowOfTheSessionIsThatOfTheProtocol(int window) throws Exception {
        client.setInitialSessionRecvWindow(window);
        Session session = connect(new Session.Listener() {});
        Collector collector = new Collector();
        Stream stream = session.newStream(new HeadersFrame(request("/"), false), collector)
                .get(30, SECONDS);
        stream.data(new DataFrame(text("x".repeat(300_000)), true)).get(30, SECONDS);
        assertThat(collector.ended.get(30, SECONDS)).hasSize(300_000);
        assertThat(client.getInitialSessionRecvWindow()).isEqualTo(window);
    }

    @Test
    void pingIsAnswered() throws Exception {
        CompletableFuture<PingFrame> answer = new CompletableFuture<>();
        Session session = connect(new Session.Listener() {
            @Override
            public void onPing(Session s, PingFrame frame) {
                answer.complete(frame);
            }
        });
        session.ping(new PingFrame(42, false)).get(30, SECONDS);
        assertThat(answer.get(30, SECONDS).isReply()).isTrue();
        assertThat(answer.get().getPayloadAsLong()).isEqualTo(42);
        assertThatThrownBy(() -> session.ping(new PingFrame(true)).get(30, SECONDS))
                .hasRootCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void settingsOfTheServerAreReported() throws Exception {
        CompletableFuture<SettingsFrame> settings = new CompletableFuture<>();
        connect(new Session.Listener() {
            @Override
            public void onSettings(Session s, SettingsFrame frame) {
                if (!frame.isReply()) {
                    settings.complete(frame);
                }
            }
        });
        assertThat(settings.get(30, SECONDS).getSettings()).containsEntry(SettingsFrame.MAX_CONCURRENT_STREAMS, 128);
    }

    @Test
    void resetEndsTheStreamAlone() throws Exception {
        Session session = connect(new Session.Listener() {});
        Collector collector = new Collector();
        Stream stream = session.newStream(new HeadersFrame(request("/"), false), collector)
                .get(30, SECONDS);
        stream.reset(new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code))
                .get(30, SECONDS);
        assertThat(stream.isReset()).isTrue();
        collector.closed.get(30, SECONDS);
        assertThatThrownBy(() -> stream.data(new DataFrame(text("x"), true)).get(30, SECONDS))
                .hasMessageContaining("reset");
        Collector next = new Collector();
        session.newStream(new HeadersFrame(request("/"), true), next).get(30, SECONDS);
        next.closed.get(30, SECONDS);
    }

    /** The thread that parses has found the stream before another thread resets it. */
    @Test
    void contentOfAStreamThatIsResetMeanwhileIsReleased() throws Exception {
        Session session = connect(new Session.Listener() {});
        ClientStream stream = (ClientStream) session.newStream(new HeadersFrame(request("/"), false), new Collector())
                .get(30, SECONDS);
        stream.onHead(200, HttpFields.EMPTY, -1, false);
        stream.reset(new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
        RetainableByteBuffer.Mutable buffer = pool.acquire(10_000, false);
        buffer.getByteBuffer().limit(10_000);
        assertThat(stream.onContent(buffer, 0, 10_000, 10_000, false)).isNull();
        assertThat(buffer.release()).as("last reference").isTrue();
    }

    @Test
    void sessionThatIsShutDownEndsWithItsLastStream() throws Exception {
        CompletableFuture<GoAwayFrame> close = new CompletableFuture<>();
        Session session = connect(new Session.Listener() {
            @Override
            public void onClose(Session s, GoAwayFrame frame, Callback callback) {
                close.complete(frame);
                callback.succeeded();
            }
        });
        Collector collector = new Collector();
        Stream stream = session.newStream(new HeadersFrame(request("/"), false), collector)
                .get(30, SECONDS);
        CompletableFuture<Void> shutdown = session.shutdown();
        assertThat(session.isClosed()).isTrue();
        assertThatThrownBy(() -> session.newStream(new HeadersFrame(request("/"), true), null)
                        .get(30, SECONDS))
                .hasMessageContaining("about to end");
        assertThat(shutdown.isDone()).isFalse();
        stream.data(new DataFrame(text("x"), true)).get(30, SECONDS);
        assertThat(collector.ended.get(30, SECONDS)).isEqualTo("x");
        shutdown.get(30, SECONDS);
        close.get(30, SECONDS);
    }

    @RepeatedTest(100)
    void sessionThatIsClosedFailsItsStreams() throws Exception {
        Session session = connect(new Session.Listener() {});
        Collector collector = new Collector();
        session.newStream(new HeadersFrame(request("/"), false), collector).get(30, SECONDS);
        assertThat(session.close(ErrorCode.NO_ERROR.code, "bye", Callback.NOOP)).isTrue();
        assertThat(session.close(ErrorCode.NO_ERROR.code, "bye", Callback.NOOP)).isFalse();
        assertThatThrownBy(() -> collector.ended.get(30, SECONDS)).hasMessageContaining("bye");
    }

    @Test
    void idleSessionIsClosed() throws Exception {
        CountDownLatch idle = new CountDownLatch(1);
        client.setIdleTimeout(50);
        CompletableFuture<GoAwayFrame> close = new CompletableFuture<>();
        connect(new Session.Listener() {
            @Override
            public boolean onIdleTimeout(Session session) {
                idle.countDown();
                return true;
            }

            @Override
            public void onClose(Session s, GoAwayFrame frame, Callback callback) {
                close.complete(frame);
                callback.succeeded();
            }
        });
        assertThat(idle.await(30, SECONDS)).isTrue();
        close.get(30, SECONDS);
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> client.setMaxFrameSize(1)).hasMessage("maxFrameSize: 1 (expected: 16384 to 16777215)");
        assertThatThrownBy(() -> client.setInitialSessionRecvWindow(-1))
                .hasMessage("initialSessionRecvWindow: -1 (expected: 0 to 2147483647)");
    }

    @Test
    void sessionWithinTlsIsRefusedBeforeTheStart() {
        HTTP2Client stopped = new HTTP2Client();
        assertThatThrownBy(() -> stopped.connect(
                        new SslContextFactory.Client(),
                        new InetSocketAddress("localhost", connector.getLocalPort()),
                        new Session.Listener() {}))
                .isInstanceOf(IllegalStateException.class);
    }
}
