package org.eclipse.jetty.server;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response on the wire of a protocol.
 *
 * <p>{@link #succeeded()} and {@link #failed(Throwable)} end it: the request was handled and the last write done, or
 * something failed and the rest is given up.
 */
public interface HttpStream extends Callback {
    /** The attribute of a request with the connection that takes over after a 101 response. */
    String UPGRADE_CONNECTION_ATTRIBUTE = HttpStream.class.getName() + ".upgradeConnection";

    /** The attribute of a request that this side has pushed: {@link Boolean#TRUE}. No request is pushed on its behalf. */
    String PUSHED_ATTRIBUTE = HttpStream.class.getName() + ".pushed";

    /** Unique within its connection. */
    String getId();

    /** Reads content; null if none is there now. */
    Content.@Nullable Chunk read();

    /** Called once, right before the request is handled; returns false if the stream has given it up meanwhile. */
    default boolean beginHandling() {
        return true;
    }

    /**
     * Whether a thread that handles the request may have to wait for the client: for content that has not come, or for a client
     * that is known not to take responses.
     */
    default boolean mayWaitForClient() {
        return false;
    }

    /** Asks for the channel's {@link HttpChannel#onContentAvailable()} to be run once content is there. */
    void demand();

    /** Called before the first write of a response, to adapt its fields to the protocol. */
    void prepareResponse(HttpFields.Mutable headers);

    /**
     * Sends a response or a part of it.
     *
     * @param response the head, with the first write only; a head with a status of 1xx is an interim response
     * @param last whether nothing follows
     * @param content the content, or null
     */
    void send(
            MetaData.Request request,
            MetaData.@Nullable Response response,
            boolean last,
            @Nullable ByteBuffer content,
            Callback callback);

    /**
     * Promises a request to the client, and handles it as if the client had asked (RFC 9113, section 8.4). Does not block. What
     * the client does not take at the moment is not pushed.
     *
     * @param request with the fields that the client would send; where its URI has no scheme or no authority, that of this
     *     request is taken
     * @throws UnsupportedOperationException if the protocol does not push, the client does not want it, or this request was
     *     pushed itself
     */
    default void push(MetaData.Request request) {
        throw new UnsupportedOperationException("push (expected: HTTP/2)");
    }

    /** Gives up what is being sent; returns what fails {@code appCallback}, or null if nothing was. */
    @Nullable
    Runnable cancelSend(Throwable cause, Callback appCallback);

    long getIdleTimeout();

    void setIdleTimeout(long milliseconds);

    /** Whether the head of the final response was given to the wire. */
    boolean isCommitted();

    default @Nullable TunnelSupport getTunnelSupport() {
        return null;
    }

    /** Reads and drops what content is there; returns null if that was all of it, else the reason why the rest is not. */
    @Nullable
    Throwable consumeAvailable();

    /** Hands every call to another stream. */
    class Wrapper implements HttpStream {
        private final HttpStream wrapped;

        public Wrapper(HttpStream wrapped) {
            this.wrapped = wrapped;
        }

        public HttpStream getWrapped() {
            return wrapped;
        }

        @Override
        public final String getId() {
            return wrapped.getId();
        }

        @Override
        public Content.@Nullable Chunk read() {
            return wrapped.read();
        }

        @Override
        public boolean beginHandling() {
            return wrapped.beginHandling();
        }

        @Override
        public boolean mayWaitForClient() {
            return wrapped.mayWaitForClient();
        }

        @Override
        public void demand() {
            wrapped.demand();
        }

        @Override
        public void prepareResponse(HttpFields.Mutable headers) {
            wrapped.prepareResponse(headers);
        }

        @Override
        public void send(
                MetaData.Request request,
                MetaData.@Nullable Response response,
                boolean last,
                @Nullable ByteBuffer content,
                Callback callback) {
            wrapped.send(request, response, last, content, callback);
        }

        @Override
        public void push(MetaData.Request request) {
            wrapped.push(request);
        }

        @Override
        public @Nullable Runnable cancelSend(Throwable cause, Callback appCallback) {
            return wrapped.cancelSend(cause, appCallback);
        }

        @Override
        public long getIdleTimeout() {
            return wrapped.getIdleTimeout();
        }

        @Override
        public void setIdleTimeout(long milliseconds) {
            wrapped.setIdleTimeout(milliseconds);
        }

        @Override
        public final boolean isCommitted() {
            return wrapped.isCommitted();
        }

        @Override
        public @Nullable TunnelSupport getTunnelSupport() {
            return wrapped.getTunnelSupport();
        }

        @Override
        public final @Nullable Throwable consumeAvailable() {
            return wrapped.consumeAvailable();
        }

        @Override
        public void succeeded() {
            wrapped.succeeded();
        }

        @Override
        public void failed(Throwable failure) {
            wrapped.failed(failure);
        }

        @Override
        public InvocationType getInvocationType() {
            return wrapped.getInvocationType();
        }
    }
}
