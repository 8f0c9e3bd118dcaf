package org.eclipse.jetty.http2.api;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.PushPromiseFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.io.Retainable;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * A request and its response (RFC 9113, section 5).
 *
 * <p>Content is read by {@link #readData()}; where there is none, {@link #demand()} has {@link Listener#onDataAvailable} called
 * once when there is. What is not read and released stays in the windows, so that the other side waits. Trailers are reported
 * by {@link Listener#onHeaders} when the content before them was read, and more is demanded.
 *
 * <p>Thread-safe.
 */
public interface Stream {
    int getId();

    Session getSession();

    /** Returns what is called with what comes. */
    Listener getListener();

    /** As {@link #headers(HeadersFrame, Callback)}. */
    default CompletableFuture<Stream> headers(HeadersFrame frame) {
        return complete(callback -> headers(frame, callback));
    }

    /** Sends trailers, which end what is sent. */
    void headers(HeadersFrame frame, Callback callback);

    /** As {@link #push(PushPromiseFrame, Promise, Listener)}. */
    default CompletableFuture<Stream> push(PushPromiseFrame frame, Listener listener) {
        return Promise.Completable.with(promise -> push(frame, promise, listener));
    }

    /**
     * Promises a response to a request that was not asked.
     *
     * @param promise fails with an UnsupportedOperationException on a client, which cannot push (RFC 9113, section 8.4)
     */
    void push(PushPromiseFrame frame, Promise<Stream> promise, Listener listener);

    /** As {@link #data(DataFrame, Callback)}. */
    default CompletableFuture<Stream> data(DataFrame frame) {
        return complete(callback -> data(frame, callback));
    }

    /**
     * Sends content.
     *
     * @param callback completed when the buffer of the frame may be used again; until then no other content can be sent
     */
    void data(DataFrame frame, Callback callback);

    private CompletableFuture<Stream> complete(Consumer<Callback> operation) {
        return Callback.Completable.with(operation::accept).thenApply(nothing -> this);
    }

    /**
     * Reads content that has come.
     *
     * @return what the caller must release; null if there is none now, or if all of it was read
     */
    @Nullable
    Data readData();

    /**
     * Has {@link Listener#onDataAvailable} called when there is content or its end, or {@link Listener#onHeaders} when there
     * are trailers.
     *
     * @throws IllegalStateException if a demand is pending
     */
    void demand();

    /** As {@link #reset(ResetFrame, Callback)}. */
    default CompletableFuture<Void> reset(ResetFrame frame) {
        return Callback.Completable.with(callback -> reset(frame, callback));
    }

    /** Ends it by an error; the listener is notified of nothing but {@link Listener#onClosed}. */
    void reset(ResetFrame frame, Callback callback);

    @Nullable
    Object getAttribute(String key);

    void setAttribute(String key, Object value);

    @Nullable
    Object removeAttribute(String key);

    /** Returns whether this side has opened it. */
    boolean isLocal();

    /** Returns whether it was reset by either side. */
    boolean isReset();

    /** Returns whether the other side has ended it. */
    boolean isRemotelyClosed();

    /** Returns whether this side has ended it. */
    boolean isLocallyClosed();

    /** Returns whether both sides have ended it. */
    boolean isClosed();

    /** Returns the milliseconds without traffic after which it fails; 0 for no limit. */
    long getIdleTimeout();

    void setIdleTimeout(long milliseconds);

    /** A piece of content, which is released when it was consumed. */
    abstract class Data implements Retainable {
        private final DataFrame frame;

        /** Creates the end of the content of a stream, which nobody needs to release. */
        public static Data eof(int streamId) {
            return new Data(new DataFrame(streamId, BufferUtil.EMPTY_BUFFER, true)) {};
        }

        protected Data(DataFrame frame) {
            this.frame = frame;
        }

        public DataFrame frame() {
            return frame;
        }

        @Override
        public String toString() {
            return "Data[" + frame + "]";
        }
    }

    /** Called with what comes on a stream. Calls may block; they are serialized by their stream. */
    interface Listener {
        /** Reads and releases all that comes. */
        Listener AUTO_DISCARD = new Listener() {
            @Override
            public void onNewStream(Stream stream) {
                stream.demand();
            }
        };

        /** Called when the stream is opened, before anything can come. */
        default void onNewStream(Stream stream) {}

        /** Called with the head of each interim response, that of the response, and its trailers. */
        default void onHeaders(Stream stream, HeadersFrame frame) {}

        /**
         * Called when the server promises a response that was not asked for, on this stream; only where ENABLE_PUSH was offered.
         *
         * @param pushed the stream of that response; calls with what comes on it are serialized with those of this stream
         * @param frame the request that is answered, of the same origin, and safe
         * @return called with what comes on the stream, beginning with {@link #onNewStream}; null to refuse it, as by default
         */
        default @Nullable Listener onPush(Stream pushed, PushPromiseFrame frame) {
            return null;
        }

        /** Called once for each demand, when there is content, or the end of it. */
        default void onDataAvailable(Stream stream) {
            while (true) {
                Data data = stream.readData();
                if (data == null) {
                    stream.demand();
                    return;
                }
                boolean last = data.frame().isEndStream();
                data.release();
                if (last) {
                    return;
                }
            }
        }

        /** Called when the other side has reset it. */
        default void onReset(Stream stream, ResetFrame frame, Callback callback) {
            callback.succeeded();
        }

        /**
         * Called when nothing happened for the idle timeout.
         *
         * @param promise succeeds with whether to reset the stream
         */
        default void onIdleTimeout(Stream stream, TimeoutException x, Promise<Boolean> promise) {
            promise.succeeded(true);
        }

        /**
         * Called when it failed.
         *
         * @param error the code, as of {@link org.eclipse.jetty.http2.ErrorCode}
         * @param reason may be null
         */
        default void onFailure(
                Stream stream, int error, @Nullable String reason, Throwable failure, Callback callback) {
            callback.succeeded();
        }

        /** Called once both sides have ended it; content may have come that was not read. */
        default void onClosed(Stream stream) {}
    }
}
