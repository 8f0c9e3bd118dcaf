package org.eclipse.jetty.http2.api;

import java.net.SocketAddress;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http2.frames.GoAwayFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.PingFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;

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
     * @param payload a text for the other side; may be null
     * @param callback completed once GOAWAY was given to the network
     * @return false if the session had ended
     */
    boolean close(int error, String payload, Callback callback);

    /** Returns whether no stream can be opened any longer. */
    boolean isClosed();

    /** Returns the streams that are open. */
    Collection<Stream> getStreams();

    /** Ends the session when the streams that are open have ended; no other ones are opened. */
    CompletableFuture<Void> shutdown();

    SocketAddress getLocalSocketAddress();

    SocketAddress getRemoteSocketAddress();

    /** Called with what comes that is of no stream. Calls may block; they are serialized by their session. */
    interface Listener {
        /** Called when the other side has sent settings, or acknowledged those of this one. */
        default void onSettings(Session session, SettingsFrame frame) {}

        /** Called when the other side has sent a PING frame, which is answered, or has answered one. */
        default void onPing(Session session, PingFrame frame) {}

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
