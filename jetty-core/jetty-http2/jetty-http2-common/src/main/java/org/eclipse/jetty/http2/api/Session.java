package org.eclipse.jetty.http2.api;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http2.frames.GoAwayFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.PingFrame;
import org.eclipse.jetty.http2.frames.PriorityFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * A connection of HTTP/2, which carries streams (RFC 9113).
 *
 * <pre>
 * MetaData.Request head = new MetaData.Request("GET", uri, HttpVersion.HTTP_2, HttpFields.EMPTY);
 * session.newStream(new HeadersFrame(head, true), new Stream.Listener() {
 *     public void onHeaders(Stream stream, HeadersFrame frame) { ... }
 * });
 * </pre>
 *
 * <p>Thread-safe.
 */
public interface Session {
    /** As {@link #newStream(HeadersFrame, Promise, Stream.Listener)}. */
    default CompletableFuture<Stream> newStream(HeadersFrame frame, Stream.Listener listener) {
        return Promise.Completable.with(promise -> newStream(frame, promise, listener));
    }

    /**
     * Opens a stream by the head of a request.
     *
     * @param frame a {@link org.eclipse.jetty.http.MetaData.Request} with an absolute URI
     * @param promise fails with an IllegalStateException if the other side allows no more streams, or the session ends
     * @param listener called with what comes
     */
    void newStream(HeadersFrame frame, Promise<Stream> promise, Stream.Listener listener);

    /**
     * Says which stream is to be preferred to which. RFC 9113, section 5.3.2 deprecates it: servers may ignore it.
     *
     * @param frame of a stream that is open, or of none (0): then the identifier of a stream is used up for it
     * @param callback completed when the frame is on its way
     * @return the stream of the frame that was sent; 0 if none was
     */
    int priority(PriorityFrame frame, Callback callback);

    /** As {@link #settings(SettingsFrame, Callback)}. */
    default CompletableFuture<Void> settings(SettingsFrame frame) {
        return Callback.Completable.with(callback -> settings(frame, callback));
    }

    /**
     * Changes settings of this side. What they allow more is allowed from now on; what they allow less is enforced once the other
     * side has acknowledged them, which {@link Listener#onSettings} reports.
     *
     * @param frame no acknowledgement; keys that are not known are sent as they are
     * @param callback completed when the frame is on its way; fails for a value that RFC 9113, section 6.5.2 does not allow
     */
    void settings(SettingsFrame frame, Callback callback);

    /** As {@link #ping(PingFrame, Callback)}. */
    default CompletableFuture<Void> ping(PingFrame frame) {
        return Callback.Completable.with(callback -> ping(frame, callback));
    }

    /** Sends a PING frame; its answer is reported by {@link Listener#onPing}. */
    void ping(PingFrame frame, Callback callback);

    /**
     * Ends the session at once: sends GOAWAY, and streams that are open fail.
     *
     * @param error the code, as of {@link org.eclipse.jetty.http2.ErrorCode}
     * @param payload a text for the other side
     * @param callback completed once GOAWAY was given to the network
     * @return false if the session had ended
     */
    boolean close(int error, @Nullable String payload, Callback callback);

    /** Returns whether no stream can be opened any longer. */
    boolean isClosed();

    /** Returns whether the server may push responses: this side has said so by the setting ENABLE_PUSH. */
    boolean isPushEnabled();

    /** Returns the streams that are open. */
    Collection<Stream> getStreams();

    /** Returns a stream that is open; null if it is not. */
    @Nullable
    Stream getStream(int streamId);

    /** Ends the session when the streams that are open have ended; no other ones are opened. */
    CompletableFuture<Void> shutdown();

    /** Returns the address of this side; null where it is no internet address. */
    default @Nullable InetSocketAddress getLocalAddress() {
        return getLocalSocketAddress() instanceof InetSocketAddress address ? address : null;
    }

    @Nullable
    SocketAddress getLocalSocketAddress();

    /** Returns the address of the other side; null where it is no internet address. */
    default @Nullable InetSocketAddress getRemoteAddress() {
        return getRemoteSocketAddress() instanceof InetSocketAddress address ? address : null;
    }

    @Nullable
    SocketAddress getRemoteSocketAddress();

    /** Called with what comes that is of no stream. Calls may block; they are serialized by their session. */
    interface Listener {
        /**
         * Called before anything is sent, by the thread that has opened the connection.
         *
         * @return settings that are sent first, such as ENABLE_PUSH of 1 to accept pushed responses; they win over those of the
         *     client. Null for none
         */
        default @Nullable Map<Integer, Integer> onPreface(Session session) {
            return null;
        }

        /** Called when the other side has sent settings, or acknowledged those of this one. */
        default void onSettings(Session session, SettingsFrame frame) {}

        /** Called when the other side has sent a PING frame, which is answered, or has answered one. */
        default void onPing(Session session, PingFrame frame) {}

        /** Called when the other side has reset a stream that is not open. */
        default void onReset(Session session, ResetFrame frame) {}

        /** Called when the other side has announced the end of the session; more than once if it did so gracefully. */
        default void onGoAway(Session session, GoAwayFrame frame) {}

        /** Called when the session has ended by an announcement of either side. */
        default void onClose(Session session, GoAwayFrame frame, Callback callback) {
            callback.succeeded();
        }

        /** Called when nothing happened for the idle timeout; returns whether to close the session. */
        default boolean onIdleTimeout(Session session) {
            return true;
        }

        /** Called when the session has failed. */
        default void onFailure(Session session, Throwable failure, Callback callback) {
            callback.succeeded();
        }
    }
}
