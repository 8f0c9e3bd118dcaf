package org.eclipse.jetty.http2.server.internal;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.Trailers;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.internal.ReceivedContent;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * The inbound half of a stream: the content of its request, from the frames to the application.
 *
 * <pre>
 * onContent, onTrailers --&gt; ReceivedContent --read--&gt; the application, who demanded it
 * linger: after the response, what comes is dropped
 * fail: what has come is dropped, and the next read returns the failure
 * </pre>
 *
 * <p>Keeps the length that was announced, the window of the stream, the least rate at which content has to come, and 100 Continue. A layer of
 * {@link Http2Stream}, rather than an object of its own, as each request would allocate it. Guarded by the lock of the connection.
 */
abstract class InboundStream extends OutboundStream {
    /** The content for which a client that was answered may go on with its request. */
    private static final int LINGER_BYTES = 64 * 1024;

    private final long contentLength;
    private long receivedLength;
    private boolean continuePending;
    private boolean demanded;
    private boolean lingering;
    private int lingered;
    /** How fast content comes; null until it has been waited for. */
    private @Nullable DataRate requestRate;

    private @Nullable ReceivedContent received;
    private Content.@Nullable Chunk next;

    /** @param contentLength what the head of the request announced; -1 for nothing */
    InboundStream(int streamId, MetaData.Request request, long contentLength) {
        super(streamId, request);
        this.contentLength = contentLength;
    }

    /** Returns the task that notifies the application of content, as far as it waits for it. Without the lock. */
    abstract @Nullable Runnable available();

    /** Sends 100 Continue. Without the lock. */
    abstract void sendContinue();

    /** Resets the stream. With the lock. */
    abstract void reset(ErrorCode code);

    /** Both halves have ended well: removes the stream from those of the connection. With the lock. */
    abstract void removeEnded();

    /** Begins with a request. */
    void begin(boolean endStream, boolean expectContinue, int window, long timeout, long now) {
        remoteClosed = endStream;
        continuePending = expectContinue && !endStream;
        recvWindow = window;
        idleTimeout = timeout;
        lastActivity = now;
        if (endStream) {
            next = Content.Chunk.EOF;
        }
    }

    /**
     * A piece of content came.
     *
     * @return the task that tells who waits for it
     * @throws HTTP2Exception if it is more than was announced
     */
    @Nullable
    Runnable onContent(RetainableByteBuffer input, int position, int length, int controlled, boolean last)
            throws HTTP2Exception {
        lastActivity = now();
        boolean wake = false;
        int credit = controlled;
        try (AutoLock l = getOutput().lock()) {
            // unless another thread has reset it meanwhile
            if (!remoteClosed) {
                credit = controlled - length;
                checkContent(length, controlled, last);
                if (last) {
                    closeRemote();
                }
                continuePending = false;
                if (lingering) {
                    // an application that has answered does not want it
                    credit = controlled;
                    dropLingering(controlled);
                } else if (length > 0) {
                    received().add(input, position, length, last);
                } else if (last) {
                    received().add(Content.Chunk.EOF);
                }
                wake = demanded && (length > 0 || last);
                if (wake) {
                    demanded = false;
                }
            }
        }
        if (credit > 0) {
            getOutput().consumed(lingering ? 0 : getStreamId(), credit);
        }
        return wake ? available() : null;
    }

    private void checkContent(int length, int controlled, boolean last) throws HTTP2Exception {
        recvUsed += controlled;
        if (recvUsed > recvWindow) {
            throw HTTP2Exception.stream(
                    getStreamId(), ErrorCode.FLOW_CONTROL_ERROR, "more than the window of the stream");
        }
        receivedLength += length;
        if (requestRate != null) {
            requestRate.pause(lastActivity);
        }
        if (contentLength >= 0 && (receivedLength > contentLength || (last && receivedLength < contentLength))) {
            throw HTTP2Exception.stream(
                    getStreamId(), ErrorCode.PROTOCOL_ERROR, "content of another length than content-length");
        }
    }

    private void dropLingering(int controlled) {
        lingered += controlled;
        if (!remoteClosed && lingered > LINGER_BYTES) {
            reset(ErrorCode.NO_ERROR);
        }
    }

    /** The trailers came, which end the request. */
    @Nullable
    Runnable onTrailers(HttpFields fields) throws HTTP2Exception {
        boolean wake;
        try (AutoLock l = getOutput().lock()) {
            if (contentLength >= 0 && receivedLength < contentLength) {
                throw HTTP2Exception.stream(
                        getStreamId(), ErrorCode.PROTOCOL_ERROR, "content of another length than content-length");
            }
            closeRemote();
            continuePending = false;
            if (lingering) {
                return null;
            }
            received().add(new Trailers(fields));
            wake = demanded;
            demanded = false;
        }
        return wake ? available() : null;
    }

    /**
     * The response is complete. Lets the client go on with the request for a while, if its end is still to come (RFC 9113, section 8.1).
     * With the lock.
     *
     * @return false if the stream is to be reset instead, as the client waits for 100 Continue or has sent too much already
     */
    boolean linger() {
        if (remoteClosed) {
            return true;
        }
        if (continuePending || receivedLength > LINGER_BYTES) {
            return false;
        }
        lingering = true;
        return true;
    }

    /** Whether the request was answered before its end, which is still to come. */
    boolean isLingering() {
        return lingering;
    }

    /** Whether the application waits for content. With the lock. */
    boolean isDemanded() {
        return demanded;
    }

    private void closeRemote() {
        remoteClosed = true;
        if (localClosed) {
            removeEnded();
        }
    }

    private ReceivedContent received() {
        if (received == null) {
            received = new ReceivedContent(getOutput(), getStreamId());
        }
        return received;
    }

    @Override
    public Content.@Nullable Chunk read() {
        boolean sendContinue;
        Content.Chunk result;
        try (AutoLock l = getOutput().lock()) {
            result = next;
            if (result == null && received != null) {
                result = received.poll();
            }
            if (result == null && isContentTooSlow()) {
                result = Content.Chunk.from(new ContentTimeout("Request content data rate too low"), true);
            }
            next = Content.Chunk.next(result);
            sendContinue = result == null && takeContinue();
        }
        if (sendContinue) {
            sendContinue();
        }
        return result;
    }

    /** Called when no content is there; only the time from such a call until content comes is the client's. With the lock. */
    private boolean isContentTooSlow() {
        HttpConfiguration configuration = getHttpConfiguration();
        long minimum = configuration.getMinRequestDataRate();
        if (minimum <= 0 || isTunnel() || remoteClosed) {
            return false;
        }
        if (requestRate == null) {
            requestRate = new DataRate();
        }
        long millis = requestRate.go(System.nanoTime());
        return millis > configuration.getRequestDataRateGrace() && receivedLength * 1000 < minimum * millis;
    }

    @Override
    public void demand() {
        boolean now;
        boolean sendContinue = false;
        try (AutoLock l = getOutput().lock()) {
            now = next != null || (received != null && !received.isEmpty());
            if (!now) {
                demanded = true;
                sendContinue = takeContinue();
            }
        }
        if (now) {
            Runnable available = available();
            if (available != null) {
                available.run();
            }
        } else if (sendContinue) {
            sendContinue();
        }
    }

    private boolean takeContinue() {
        boolean wanted = continuePending && !isCommitted() && !localClosed;
        continuePending = false;
        return wanted;
    }

    @Override
    public @Nullable Throwable consumeAvailable() {
        int reads = getHttpConfiguration().getMaxUnconsumedRequestContentReads();
        try (AutoLock l = getOutput().lock()) {
            if (continuePending) {
                return new IllegalStateException("the client waits for 100 Continue and may not send its content");
            }
        }
        for (int i = 0; reads < 0 || i < reads; i++) {
            Content.Chunk chunk = read();
            if (chunk == null) {
                return new IllegalStateException("content not consumed: the rest has not come");
            }
            chunk.release();
            if (Content.Chunk.isFailure(chunk)) {
                return chunk.getFailure();
            }
            if (chunk.isLast()) {
                return null;
            }
        }
        return new IllegalStateException("content not consumed after " + reads + " reads");
    }

    /** Who reads gets the failure; returns what was not read, to be released without the lock. With the lock. */
    @Nullable
    ReceivedContent fail(Throwable cause) {
        demanded = false;
        next = Content.Chunk.from(cause, true);
        return takeReceived();
    }

    /** Returns what was not read, to be released without the lock. With the lock. */
    @Nullable
    ReceivedContent takeReceived() {
        ReceivedContent taken = received;
        received = null;
        return taken;
    }

    static void release(@Nullable ReceivedContent taken) {
        if (taken != null) {
            taken.release();
        }
    }
}
