package org.eclipse.jetty.http2.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
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
import org.eclipse.jetty.http2.frames.PriorityFrame;
import org.eclipse.jetty.http2.frames.PushPromiseFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.server.BufferChecks;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Settings, priorities and pushes of sessions with our server. */
class SessionApiTest {
    private static final Map<Integer, Integer> PUSH = Map.of(SettingsFrame.ENABLE_PUSH, 1);

    private final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
    private final HTTP2Client client = new HTTP2Client();
    private final Server server = new Server();
    private final BlockingQueue<Boolean> pushed = new LinkedBlockingQueue<>();
    private ServerConnector connector;

    @BeforeEach
    void start() throws Exception {
        HttpConfiguration configuration = new HttpConfiguration();
        connector = new ServerConnector(
                server, new HttpConnectionFactory(configuration), new HTTP2CServerConnectionFactory(configuration));
        server.addConnector(connector);
        server.setHandler(new Pages());
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

    /** A page with two styles, which are pushed; anything else answers by its path. */
    private final class Pages extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String path = Request.getPathInContext(request);
            if (path.equals("/page")) {
                push(request, "/style1");
                push(request, "/style2");
            }
            String text = path.equals("/large") ? "x".repeat(200_000) : path;
            Content.Sink.write(response, true, text, callback);
            return true;
        }

        private void push(Request request, String path) {
            HttpURI uri = HttpURI.build(request.getHttpURI()).path(path).asImmutable();
            try {
                request.push(new MetaData.Request("GET", uri, HttpVersion.HTTP_2, HttpFields.EMPTY));
                pushed.add(true);
            } catch (UnsupportedOperationException x) {
                pushed.add(false);
            }
        }
    }

    private Session connect(Session.Listener listener) throws Exception {
        return client.connect(new InetSocketAddress("localhost", connector.getLocalPort()), listener)
                .get(30, SECONDS);
    }

    /** A listener that offers these settings, and waits for their acknowledgement. */
    private static class Offering implements Session.Listener {
        private final Map<Integer, Integer> settings;
        private final BlockingQueue<SettingsFrame> acknowledged = new LinkedBlockingQueue<>();

        private Offering(Map<Integer, Integer> settings) {
            this.settings = settings;
        }

        @Override
        public Map<Integer, Integer> onPreface(Session session) {
            return settings;
        }

        @Override
        public void onSettings(Session session, SettingsFrame frame) {
            if (frame.isReply()) {
                acknowledged.add(frame);
            }
        }
    }

    private HeadersFrame get(String path) {
        String uri = "http://localhost:" + connector.getLocalPort() + path;
        return new HeadersFrame(
                new MetaData.Request("GET", HttpURI.from(uri), HttpVersion.HTTP_2, HttpFields.EMPTY), true);
    }

    /** Collects a response, and those that are pushed with it. */
    private static final class Collector implements Stream.Listener {
        private final StringBuilder content = new StringBuilder();
        private final CompletableFuture<String> ended = new CompletableFuture<>();
        private final BlockingQueue<Collector> pushed = new LinkedBlockingQueue<>();
        private final PushPromiseFrame promise;
        private volatile boolean local;

        private Collector(PushPromiseFrame promise) {
            this.promise = promise;
        }

        @Override
        public void onNewStream(Stream stream) {
            local = stream.isLocal();
        }

        @Override
        public Stream.Listener onPush(Stream stream, PushPromiseFrame frame) {
            Collector collector = new Collector(frame);
            pushed.add(collector);
            return collector;
        }

        @Override
        public void onHeaders(Stream stream, HeadersFrame frame) {
            stream.demand();
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
    }

    private String ask(Session session, String path) throws Exception {
        Collector collector = new Collector(null);
        session.newStream(get(path), collector).get(30, SECONDS);
        return collector.ended.get(30, SECONDS);
    }

    // ---- pushes

    @RepeatedTest(100)
    void pushedResponsesComeOnTheirOwnStreams() throws Exception {
        Session session = connect(new Offering(PUSH));
        assertThat(session.isPushEnabled()).isTrue();
        Collector page = new Collector(null);
        Stream stream = session.newStream(get("/page"), page).get(30, SECONDS);
        assertThat(page.ended.get(30, SECONDS)).isEqualTo("/page");
        assertThat(page.local).isTrue();
        for (int i = 1; i <= 2; i++) {
            Collector style = page.pushed.poll(30, SECONDS);
            assertThat(style.ended.get(30, SECONDS)).isEqualTo("/style" + i);
            assertThat(style.local).isFalse();
            assertThat(style.promise.getStreamId()).isEqualTo(stream.getId());
            assertThat(style.promise.getPromisedStreamId()).isEqualTo(2 * i);
            assertThat(style.promise.getMetaData().getHttpURI().getPath()).isEqualTo("/style" + i);
        }
        Awaitility.await().until(() -> session.getStreams().isEmpty());
    }

    @Test
    void nothingIsPushedToASessionThatDoesNotOfferIt() throws Exception {
        Session session = connect(new Offering(null));
        assertThat(session.isPushEnabled()).isFalse();
        assertThat(ask(session, "/page")).isEqualTo("/page");
        assertThat(pushed.poll(30, SECONDS)).isFalse();
    }

    @Test
    void pushThatTheListenerDoesNotWantIsReset() throws Exception {
        Session session = connect(new Offering(PUSH));
        CompletableFuture<Stream> offered = new CompletableFuture<>();
        session.newStream(get("/page"), new Stream.Listener() {
                    @Override
                    public Stream.Listener onPush(Stream stream, PushPromiseFrame frame) {
                        offered.complete(stream);
                        return null;
                    }
                })
                .get(30, SECONDS)
                .demand();
        Stream refused = offered.get(30, SECONDS);
        Awaitility.await().until(refused::isReset);
        assertThat(ask(session, "/next")).isEqualTo("/next");
        Awaitility.await().until(() -> session.getStreams().stream().noneMatch(s -> s.getId() == refused.getId()));
    }

    @Test
    void pushedStreamHasAListenerBeforeItsOwnIsKnown() throws Exception {
        Session session = connect(new Offering(PUSH));
        CompletableFuture<Stream.Listener> first = new CompletableFuture<>();
        session.newStream(get("/page"), new Stream.Listener() {
                    @Override
                    public Stream.Listener onPush(Stream stream, PushPromiseFrame frame) {
                        first.complete(stream.getListener());
                        return null;
                    }
                })
                .get(30, SECONDS)
                .demand();
        assertThat(first.get(30, SECONDS)).isNotNull();
    }

    @Test
    void pushIsWithdrawnByASetting() throws Exception {
        Offering offering = new Offering(PUSH);
        Session session = connect(offering);
        assertThat(ask(session, "/page")).isEqualTo("/page");
        assertThat(pushed.poll(30, SECONDS)).isTrue();
        assertThat(pushed.poll(30, SECONDS)).isTrue();
        assertThat(offering.acknowledged.poll(30, SECONDS)).isNotNull();
        session.settings(new SettingsFrame(Map.of(SettingsFrame.ENABLE_PUSH, 0), false))
                .get(30, SECONDS);
        assertThat(session.isPushEnabled()).isFalse();
        assertThat(offering.acknowledged.poll(30, SECONDS)).isNotNull();
        assertThat(ask(session, "/page")).isEqualTo("/page");
        assertThat(pushed.poll(30, SECONDS)).isFalse();
    }

    @Test
    void clientCannotPush() throws Exception {
        Session session = connect(new Offering(PUSH));
        Stream stream =
                session.newStream(get("/"), Stream.Listener.AUTO_DISCARD).get(30, SECONDS);
        MetaData.Request request = (MetaData.Request) get("/").getMetaData();
        assertThatThrownBy(() -> stream.push(new PushPromiseFrame(stream.getId(), request), null)
                        .get(30, SECONDS))
                .hasRootCauseInstanceOf(UnsupportedOperationException.class);
    }

    // ---- settings

    @Test
    void windowOfStreamsIsChangedByASetting() throws Exception {
        Offering offering = new Offering(Map.of(SettingsFrame.INITIAL_WINDOW_SIZE, 10));
        Session session = connect(offering);
        assertThat(offering.acknowledged.poll(30, SECONDS)).isNotNull();
        BlockingQueue<Integer> sizes = new LinkedBlockingQueue<>();
        Stream stream = session.newStream(get("/large"), new Stream.Listener() {
                    @Override
                    public void onDataAvailable(Stream s) {
                        sizes.add(1);
                    }
                })
                .get(30, SECONDS);
        stream.demand();
        assertThat(sizes.poll(30, SECONDS)).isNotNull();
        Stream.Data first = stream.readData();
        assertThat(first.frame().remaining()).isEqualTo(10);
        // what was read is not released, so that only the setting opens the window
        session.settings(new SettingsFrame(Map.of(SettingsFrame.INITIAL_WINDOW_SIZE, 200_010), false))
                .get(30, SECONDS);
        int all = 10;
        while (all < 200_000) {
            Stream.Data data = stream.readData();
            if (data == null) {
                stream.demand();
                assertThat(sizes.poll(30, SECONDS)).isNotNull();
            } else {
                all += data.frame().remaining();
                data.release();
            }
        }
        first.release();
        assertThat(all).isEqualTo(200_000);
    }

    @Test
    void windowIsLoweredByASettingOnceItIsAcknowledged() throws Exception {
        Offering offering = new Offering(null);
        Session session = connect(offering);
        assertThat(offering.acknowledged.poll(30, SECONDS)).isNotNull();
        session.settings(new SettingsFrame(Map.of(SettingsFrame.INITIAL_WINDOW_SIZE, 100), false))
                .get(30, SECONDS);
        assertThat(offering.acknowledged.poll(30, SECONDS)).isNotNull();
        assertThat(ask(session, "/large")).hasSize(200_000);
    }

    @Test
    void tableAndFrameSizeAreChangedBySettings() throws Exception {
        Offering offering = new Offering(null);
        Session session = connect(offering);
        assertThat(offering.acknowledged.poll(30, SECONDS)).isNotNull();
        for (int size : new int[] {0, 8192, 100, 4096}) {
            session.settings(new SettingsFrame(
                            Map.of(SettingsFrame.HEADER_TABLE_SIZE, size, SettingsFrame.MAX_FRAME_SIZE, 16384 + size),
                            false))
                    .get(30, SECONDS);
            assertThat(offering.acknowledged.poll(30, SECONDS)).isNotNull();
            assertThat(ask(session, "/large")).hasSize(200_000);
            assertThat(ask(session, "/a")).isEqualTo("/a");
        }
    }

    @Test
    void settingsThatAreNotAllowedAreNotSent() throws Exception {
        Session session = connect(new Offering(null));
        for (SettingsFrame frame : List.of(
                new SettingsFrame(Map.of(), true),
                new SettingsFrame(Map.of(SettingsFrame.ENABLE_PUSH, 2), false),
                new SettingsFrame(Map.of(SettingsFrame.MAX_FRAME_SIZE, 1), false),
                new SettingsFrame(Map.of(SettingsFrame.INITIAL_WINDOW_SIZE, -1), false),
                new SettingsFrame(Map.of(SettingsFrame.MAX_HEADER_LIST_SIZE, 1), false))) {
            assertThatThrownBy(() -> session.settings(frame).get(30, SECONDS))
                    .hasRootCauseInstanceOf(Exception.class)
                    .hasMessageContaining("expected");
        }
        session.settings(new SettingsFrame(Map.of(0x1234, 7), false)).get(30, SECONDS);
        assertThat(ask(session, "/a")).isEqualTo("/a");
    }

    @Test
    void connectionFailsForAPrefaceThatIsNotAllowed() {
        assertThatThrownBy(() -> connect(new Offering(Map.of(SettingsFrame.ENABLE_PUSH, 3))))
                .hasMessageContaining("expected: 0 or 1");
    }

    // ---- priorities

    @Test
    void prioritiesAreSentAndTheirStreamsAnswered() throws Exception {
        Session session = connect(new Offering(null));
        int anchor = session.priority(new PriorityFrame(0, 200, false), Callback.NOOP);
        assertThat(anchor).isEqualTo(1);
        Collector collector = new Collector(null);
        HeadersFrame head = new HeadersFrame(get("/a").getMetaData(), new PriorityFrame(anchor, 16, true), true);
        Stream stream = session.newStream(head, collector).get(30, SECONDS);
        assertThat(stream.getId()).isEqualTo(3);
        assertThat(stream.getListener()).isSameAs(collector);
        assertThat(collector.ended.get(30, SECONDS)).isEqualTo("/a");
    }

    @Test
    void openStreamKeepsItsIdentifierWhenItsPriorityIsSent() throws Exception {
        Session session = connect(new Offering(null));
        HeadersFrame head = new HeadersFrame(get("/a").getMetaData(), false);
        Stream stream = session.newStream(head, Stream.Listener.AUTO_DISCARD).get(30, SECONDS);
        assertThat(session.getStream(stream.getId())).isSameAs(stream);
        assertThat(session.priority(new PriorityFrame(stream.getId(), 0, 1, false), Callback.NOOP))
                .isEqualTo(stream.getId());
        stream.reset(new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code))
                .get(30, SECONDS);
        assertThat(session.getStream(stream.getId())).isNull();
    }

    @Test
    void closedSessionRefusesSettingsAndPriorities() throws Exception {
        Session session = connect(new Offering(null));
        session.close(ErrorCode.NO_ERROR.code, null, Callback.NOOP);
        assertThatThrownBy(
                        () -> session.settings(new SettingsFrame(PUSH, false)).get(30, SECONDS))
                .hasMessageContaining("closed");
        assertThat(session.priority(new PriorityFrame(0, 1, false), Callback.NOOP))
                .isZero();
    }

    // ---- frames

    @Test
    void framesAreCheckedAndCopiedForOtherStreams() {
        assertThatThrownBy(() -> new PriorityFrame(3, 3, 1, false)).hasMessageContaining("another stream than 3");
        assertThatThrownBy(() -> new PriorityFrame(3, 1, 257, false)).hasMessage("weight: 257 (expected: 1 to 256)");
        PriorityFrame priority = new PriorityFrame(1, 256, true).withStreamId(5);
        assertThat(priority.getStreamId()).isEqualTo(5);
        assertThat(priority.getWeight()).isEqualTo(256);
        assertThat(get("/").withStreamId(7).getStreamId()).isEqualTo(7);
        assertThat(new ResetFrame(1, 8).withStreamId(3).getError()).isEqualTo(8);
        MetaData.Request request = (MetaData.Request) get("/").getMetaData();
        assertThat(new PushPromiseFrame(1, 4, request).withStreamId(3).getPromisedStreamId())
                .isEqualTo(4);
        Stream.Data end = Stream.Data.eof(9);
        assertThat(end.frame().isEndStream()).isTrue();
        assertThat(end.frame().withStreamId(11))
                .extracting(DataFrame::getStreamId)
                .isEqualTo(11);
        assertThat(GoAwayFrame.GRACEFUL.isGraceful()).isTrue();
    }

    @Test
    void addressesAreThoseOfTheConnection() throws Exception {
        Session session = connect(new Offering(null));
        assertThat(session.getRemoteAddress().getPort()).isEqualTo(connector.getLocalPort());
        assertThat(session.getLocalAddress().getAddress().isLoopbackAddress()).isTrue();
    }
}
