package org.eclipse.jetty.websocket.api;

import java.io.Closeable;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.eclipse.jetty.websocket.api.exceptions.WebSocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket connection as its endpoint sees it.
 *
 * <p>Buffers that are sent must not be changed until the callback is completed. Thread-safe, but for partial messages, which
 * belong to one sender.
 */
public interface Session extends Configurable, Closeable {
    /**
     * Asks for one frame or message, in endpoints that do so explicitly.
     *
     * @throws IllegalStateException if the endpoint demands automatically, or one was asked for and has not come
     */
    void demand();

    void sendBinary(ByteBuffer buffer, Callback callback);

    /** @param last whether the message ends */
    void sendPartialBinary(ByteBuffer buffer, boolean last, Callback callback);

    void sendText(String text, Callback callback);

    /** @param last whether the message ends */
    void sendPartialText(String text, boolean last, Callback callback);

    /** @param applicationData up to 125 bytes */
    void sendPing(ByteBuffer applicationData, Callback callback);

    /** @param applicationData up to 125 bytes */
    void sendPong(ByteBuffer applicationData, Callback callback);

    /** Sends a Close with 1000. */
    @Override
    default void close() {
        close(StatusCode.NORMAL, null, Callback.NOOP);
    }

    /**
     * Sends a Close; the session is closed when the other side has answered.
     *
     * @param statusCode as {@link StatusCode#isTransmittable(int)} allows
     * @param reason up to 123 bytes of UTF-8, the rest is cut off
     */
    void close(int statusCode, @Nullable String reason, Callback callback);

    /** Closes the connection at once, without a Close. */
    void disconnect();

    /** The address of this side; null where the connection has none. */
    @Nullable
    SocketAddress getLocalSocketAddress();

    /** The address of the other side; null where the connection has none. */
    @Nullable
    SocketAddress getRemoteSocketAddress();

    /** The version of the protocol: 13. */
    String getProtocolVersion();

    UpgradeRequest getUpgradeRequest();

    UpgradeResponse getUpgradeResponse();

    /** Whether messages can be sent. */
    boolean isOpen();

    boolean isSecure();

    /** Adds a listener for the idle timeout, which returns false to have it ignored this time. */
    void addIdleTimeoutListener(Predicate<WebSocketTimeoutException> onIdleTimeout);

    /**
     * An endpoint by methods to be overridden; those that are not are not called.
     *
     * <p>One method is called at a time. Each call of {@link Session#demand()} leads to one call of a method for frames,
     * Pings, Pongs, partial or whole messages; without a demand in {@link #onWebSocketOpen} nothing is received. A Ping is
     * answered unless {@link #onWebSocketPing} is overridden. Messages of a kind whose methods are not overridden are dropped,
     * and do not count as an answer to a demand.
     */
    interface Listener {
        default void onWebSocketOpen(Session session) {}

        /** A frame came, before it goes to other methods. */
        default void onWebSocketFrame(Frame frame, Callback callback) {}

        default void onWebSocketPing(ByteBuffer payload) {}

        default void onWebSocketPong(ByteBuffer payload) {}

        default void onWebSocketPartialBinary(ByteBuffer payload, boolean last, Callback callback) {}

        default void onWebSocketPartialText(String payload, boolean last) {}

        default void onWebSocketBinary(ByteBuffer payload, Callback callback) {}

        default void onWebSocketText(String message) {}

        /** The session failed; {@link #onWebSocketClose(int, String)} follows. */
        default void onWebSocketError(Throwable cause) {}

        /**
         * The session is closed, or about to be.
         *
         * @param statusCode that of the Close that was received, also if this side sent one first (RFC 6455, section 7.1.5);
         *     if none was received, that of the failure, or {@link StatusCode#NO_CLOSE}
         */
        default void onWebSocketClose(int statusCode, @Nullable String reason) {}

        /** As {@link #onWebSocketClose(int, String)}, asynchronously. */
        default void onWebSocketClose(int statusCode, @Nullable String reason, Callback callback) {
            onWebSocketClose(statusCode, reason);
            callback.succeed();
        }

        /** A listener for which is demanded automatically, each time a method is done. */
        interface AutoDemanding extends Listener {}

        /** A listener that keeps its session. */
        abstract class Abstract implements Listener {
            private volatile @Nullable Session session;

            public Abstract() {}

            @Override
            public void onWebSocketOpen(Session session) {
                this.session = session;
            }

            /** The session; null until it is open. */
            public @Nullable Session getSession() {
                return session;
            }

            public boolean isOpen() {
                Session current = session;
                return current != null && current.isOpen();
            }
        }

        /** A listener that keeps its session, and for which is demanded automatically. */
        abstract class AbstractAutoDemanding extends Abstract implements AutoDemanding {
            public AbstractAutoDemanding() {}
        }
    }
}
