package org.eclipse.jetty.websocket.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.util.Callback;

/** A session on an endpoint in memory. The test is the other side, and all runs in its thread. */
final class MemorySession {
    final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
    final ManualScheduler scheduler = new ManualScheduler();
    final Behavior behavior;
    final NotingHandler handler;
    final ByteArrayEndPoint endPoint;
    final WebSocketCoreSession session;
    final WebSocketConnection connection;
    /** What callbacks were told, in order. */
    final List<String> told = new ArrayList<>();

    MemorySession(Behavior behavior, NotingHandler handler) {
        this(behavior, handler, 1024, true, null);
    }

    /** One whose endpoint takes some bytes only, until the output is taken. */
    MemorySession(Behavior behavior, NotingHandler handler, int space) {
        this(behavior, handler, space, false, null);
    }

    MemorySession(Behavior behavior, NotingHandler handler, ExtensionStack extensions) {
        this(behavior, handler, 1024, true, extensions);
    }

    MemorySession(Behavior behavior, NotingHandler handler, int space, ExtensionStack extensions) {
        this(behavior, handler, space, false, extensions);
    }

    private MemorySession(
            Behavior behavior, NotingHandler handler, int space, boolean grow, ExtensionStack extensions) {
        this.behavior = behavior;
        this.handler = handler;
        WebSocketComponents components = new WebSocketComponents(null, null, pool, null, null, Runnable::run);
        endPoint = new ByteArrayEndPoint(null, 0, (ByteBuffer) null, space, grow) {
            @Override
            protected void execute(Runnable task) {
                task.run();
            }
        };
        session = new WebSocketCoreSession(handler, behavior, Negotiated.from(extensions), components);
        connection = new WebSocketConnection(endPoint, Runnable::run, scheduler, pool, session, new Random(1));
        session.setWebSocketConnection(connection);
        endPoint.setConnection(connection);
    }

    MemorySession open() {
        connection.onOpen();
        return this;
    }

    /** The side of the test. */
    Behavior other() {
        return behavior == Behavior.CLIENT ? Behavior.SERVER : Behavior.CLIENT;
    }

    void receive(byte[]... frames) {
        endPoint.addInput(ByteBuffer.wrap(WireFrames.concat(frames)));
    }

    void receive(int first, String payload) {
        receive(WireFrames.bytes(other(), first, payload));
    }

    void receiveClose(int code, String reason) {
        receive(WireFrames.close(other(), code, reason));
    }

    /** The frames that were written since the last call. */
    List<String> sent() {
        return WireFrames.toStrings(WireFrames.parse(behavior, endPoint.takeOutput()));
    }

    /** A callback that adds its completion to a list, under a name. */
    Callback noting(String name) {
        return Callback.from(
                () -> told.add(name), x -> told.add(name + " " + x.getClass().getSimpleName()));
    }

    void send(String text) {
        session.sendFrame(new Frame(OpCode.TEXT, text), noting(text), false);
    }

    void sendBatch(String text) {
        session.sendFrame(new Frame(OpCode.TEXT, text), noting(text), true);
    }

    /** Ends what is left, and looks whether all was given back. */
    void assertReleased() {
        endPoint.close();
        assertThat(pool.getLeaks()).as(pool::dumpLeaks).isEmpty();
    }
}
