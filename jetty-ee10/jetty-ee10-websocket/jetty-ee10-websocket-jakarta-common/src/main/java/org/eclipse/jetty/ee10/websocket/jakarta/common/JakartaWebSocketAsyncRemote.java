package org.eclipse.jetty.ee10.websocket.jakarta.common;

import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.SendHandler;
import java.nio.ByteBuffer;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.ee10.websocket.jakarta.common.api.SendResultApi;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;

/** Sends, and tells later. A message that is not sent within the send timeout fails the session. Thread-safe. */
final class JakartaWebSocketAsyncRemote extends JakartaWebSocketRemoteEndpoint implements RemoteEndpoint.Async {
    private volatile long sendTimeout;

    JakartaWebSocketAsyncRemote(JakartaWebSocketSession session, CoreSession core) {
        super(session, core);
        sendTimeout = session.getContainer().getDefaultAsyncSendTimeout();
    }

    @Override
    public long getSendTimeout() {
        return sendTimeout;
    }

    @Override
    public void setSendTimeout(long timeout) {
        sendTimeout = timeout;
    }

    @Override
    public Future<Void> sendText(String text) {
        require(text, "text");
        Callback.Completable future = new Callback.Completable();
        send(text(text), sendTimeout, future);
        return future;
    }

    @Override
    public void sendText(String text, SendHandler handler) {
        require(text, "text");
        require(handler, "handler");
        send(text(text), sendTimeout, new Handled(session, handler));
    }

    @Override
    public Future<Void> sendBinary(ByteBuffer data) {
        require(data, "data");
        Callback.Completable future = new Callback.Completable();
        send(new Frame(OpCode.BINARY, data.slice()), sendTimeout, future);
        return future;
    }

    @Override
    public void sendBinary(ByteBuffer data, SendHandler handler) {
        require(data, "data");
        require(handler, "handler");
        send(new Frame(OpCode.BINARY, data.slice()), sendTimeout, new Handled(session, handler));
    }

    @Override
    public Future<Void> sendObject(Object object) {
        require(object, "object");
        Callback.Completable future = new Callback.Completable();
        encodeAndSend(object, future);
        return future;
    }

    @Override
    public void sendObject(Object object, SendHandler handler) {
        require(object, "object");
        require(handler, "handler");
        encodeAndSend(object, new Once(new Handled(session, handler), new AtomicBoolean()));
    }

    /** What an encoder throws is the result of sending. */
    private void encodeAndSend(Object object, Callback callback) {
        try {
            sendObject(object, sendTimeout, callback);
        } catch (Throwable x) {
            callback.failed(x);
        }
    }

    private static void require(Object argument, String name) {
        if (argument == null) {
            throw new IllegalArgumentException("No " + name + " to send");
        }
    }

    /** A callback that takes the first result: what an encoder throws comes after a failure of what it has written. */
    private record Once(Callback callback, AtomicBoolean completed) implements Callback {
        @Override
        public void succeeded() {
            if (completed.compareAndSet(false, true)) {
                callback.succeeded();
            }
        }

        @Override
        public void failed(Throwable x) {
            if (completed.compareAndSet(false, true)) {
                callback.failed(x);
            }
        }
    }

    /** Tells a handler. */
    private record Handled(JakartaWebSocketSession session, SendHandler handler) implements Callback {
        @Override
        public void succeeded() {
            session.getContainer().runInScope(() -> handler.onResult(SendResultApi.of(session, null)));
        }

        @Override
        public void failed(Throwable x) {
            session.getContainer().runInScope(() -> handler.onResult(SendResultApi.of(session, x)));
        }
    }
}
