package org.eclipse.jetty.websocket.core;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A message that is decompressed piece by piece, while its session ends. */
class ClosedDeflateTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(WebSocketConnection.class);
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final ScheduledExecutorScheduler scheduler = new ScheduledExecutorScheduler();
    private final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();

    @BeforeEach
    void begin() throws Exception {
        logged.start();
        logger.addAppender(logged);
        scheduler.start();
    }

    @AfterEach
    void end() throws Exception {
        scheduler.stop();
        logger.detachAppender(logged);
    }

    @Test
    void pieceDemandedWhileTheSessionEndsIsDropped() {
        ExtensionStack extensions = new ExtensionStack(new WebSocketComponents(), Behavior.SERVER);
        List<ExtensionConfig> offer = List.of(ExtensionConfig.parse(PerMessageDeflateExtension.NAME));
        extensions.negotiate(offer, offer);
        Ending handler = new Ending(extensions);
        WebSocketCoreSession session = new WebSocketCoreSession(
                handler, Behavior.SERVER, Negotiated.from(extensions), new WebSocketComponents());
        ByteArrayEndPoint endPoint = new ByteArrayEndPoint();
        WebSocketConnection connection =
                new WebSocketConnection(endPoint, Runnable::run, scheduler, pool, session, new Random(1));
        session.setWebSocketConnection(connection);
        endPoint.setConnection(connection);
        connection.onUpgradeTo(compressed(100_000));
        connection.onOpen();
        assertThat(handler.frames).isEqualTo(1);
        assertThat(handler.closed).isEqualTo(1);
        assertThat(logged.list).isEmpty();
        assertThat(pool.getLeaks()).as(pool::dumpLeaks).isEmpty();
    }

    /** A whole text message, as a client sends it. */
    private static ByteBuffer compressed(int size) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        byte[] text = new byte[size];
        java.util.Arrays.fill(text, (byte) 'a');
        deflater.setInput(text);
        byte[] bytes = new byte[size];
        int length = deflater.deflate(bytes, 0, size, Deflater.SYNC_FLUSH) - 4;
        deflater.end();
        Frame frame = new Frame(OpCode.TEXT, ByteBuffer.wrap(bytes, 0, length)).setRsv1(true);
        FrameGenerator generator = new FrameGenerator(Behavior.CLIENT, new Random(1));
        ByteBuffer out = ByteBuffer.allocate(length + 14);
        int key = generator.newKey();
        generator.putHead(frame, key, out);
        generator.putPayload(frame, key, out);
        return out.flip();
    }

    /** Ends the session with the first piece, and then demands another one, as a thread that does not know of the end yet. */
    private static final class Ending implements FrameHandler {
        private final ExtensionStack extensions;
        private int frames;
        private int closed;
        private CoreSession session;

        private Ending(ExtensionStack extensions) {
            this.extensions = extensions;
        }

        @Override
        public void onOpen(CoreSession coreSession, Callback callback) {
            session = coreSession;
            callback.succeeded();
            coreSession.demand();
        }

        @Override
        public void onFrame(Frame frame, Callback callback) {
            frames++;
            session.abort();
            extensions.demand();
            callback.succeeded();
        }

        @Override
        public void onError(Throwable cause, Callback callback) {
            callback.succeeded();
        }

        @Override
        public void onClosed(CloseStatus closeStatus, Callback callback) {
            closed++;
            callback.succeeded();
        }
    }
}
