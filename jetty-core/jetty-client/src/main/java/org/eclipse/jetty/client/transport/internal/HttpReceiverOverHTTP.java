package org.eclipse.jetty.client.transport.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpResponseException;
import org.eclipse.jetty.client.internal.SerialReceiver;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpResponse;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/** Receives the responses of a connection of HTTP/1.1. The parser only notes what it finds. Guarded by lock. */
final class HttpReceiverOverHTTP extends SerialReceiver implements HttpParser.ResponseHandler {
    private final HttpParser parser;
    private boolean headRequest;
    private boolean upgraded;

    // what the parser has found of the response
    private @Nullable HttpVersion version;
    private int status;
    private @Nullable String reason;
    private HttpFields.@Nullable Mutable fields;
    private HttpFields.@Nullable Mutable trailers;
    private boolean headComplete;
    private boolean messageComplete;
    private boolean persistent;
    /** Whether the server has closed the connection. */
    private boolean ended;

    private Content.@Nullable Chunk chunk;

    HttpReceiverOverHTTP(AbstractConnection connection, HttpClient client) {
        super(connection, client);
        parser = new HttpParser(this, client.getMaxResponseHeadersSize(), client.getHttpCompliance());
    }

    @Override
    protected void onBegin(HttpExchange next) {
        headRequest = HttpMethod.HEAD.is(next.getRequest().getMethod());
        reset();
    }

    private void reset() {
        parser.reset();
        parser.setHeadResponse(headRequest);
        version = null;
        status = 0;
        reason = null;
        fields = null;
        trailers = null;
        headComplete = false;
        messageComplete = false;
        persistent = false;
        ended = false;
    }

    @Override
    protected void onEnd() {
        if (chunk != null) {
            chunk.release();
            chunk = null;
        }
    }

    @Override
    protected boolean isPersistent() {
        return persistent && parser.isComplete() && !parser.isClose() && !parser.isClosed();
    }

    /** Ends with a response by which the connection is upgraded; returns the bytes after it, or null if it is not upgraded. */
    @Nullable
    ByteBuffer upgrade() {
        try (AutoLock l = lock.lock()) {
            if (!upgraded) {
                return null;
            }
            ByteBuffer rest = BufferUtil.EMPTY_BUFFER;
            if (buffer != null && buffer.hasRemaining()) {
                rest = ByteBuffer.allocate(buffer.remaining());
                rest.put(buffer.getByteBuffer()).flip();
            }
            detach();
            return rest;
        }
    }

    // ---- the head

    @Override
    protected boolean readHead() {
        if (!parseHead()) {
            return false;
        }
        if (status == HttpStatus.SWITCHING_PROTOCOLS_101) {
            HttpExchange current = getExchange();
            assert current != null : "of the head";
            upgraded = current.getRequest().getUpgrader() != null;
            if (!upgraded) {
                failure = new IllegalStateException("101 Switching Protocols without a request for it");
                return false;
            }
            // what follows 101 is of the other protocol
            messageComplete = true;
        }
        return true;
    }

    /** Returns whether the head is complete. */
    private boolean parseHead() {
        try {
            while (!headComplete && failure == null) {
                if (hasBytes()) {
                    assert buffer != null : "hasBytes()";
                    parser.parseNext(buffer.getByteBuffer());
                    continue;
                }
                int filled = fill();
                if (filled < 0) {
                    ended = true;
                    parser.atEOF();
                    parser.parseNext(BufferUtil.EMPTY_BUFFER);
                    if (failure == null && !headComplete) {
                        failure = new EofException("The connection was closed before the response came");
                    }
                } else if (filled == 0) {
                    releaseBuffer();
                    return false;
                }
            }
        } catch (IOException x) {
            failure = x;
        }
        return failure == null;
    }

    @Override
    protected boolean isInterim() {
        return HttpStatus.isInterim(status) && !upgraded;
    }

    @Override
    protected boolean handOn(HttpExchange current, Content.@Nullable Source source) {
        HttpVersion headVersion = version;
        assert headVersion != null && fields != null : "the head is complete";
        HttpFields head = fields.asImmutable();
        if (source != null) {
            current.responseHead(headVersion, status, reason, head, source);
            return false;
        }
        int headStatus = status;
        String headReason = reason;
        try (AutoLock l = lock.lock()) {
            parser.parseNext(BufferUtil.EMPTY_BUFFER);
            reset();
        }
        return current.interim(headVersion, headStatus, headReason, head);
    }

    // ---- the content

    @Override
    protected Content.@Nullable Chunk readContent() {
        try {
            while (failure == null && !messageComplete) {
                ByteBuffer bytes = buffer == null ? BufferUtil.EMPTY_BUFFER : buffer.getByteBuffer();
                parser.parseNext(bytes);
                if (chunk != null) {
                    Content.Chunk result = chunk;
                    chunk = null;
                    return result;
                }
                if (messageComplete || failure != null || bytes.hasRemaining()) {
                    continue;
                }
                int filled = fill();
                if (filled == 0) {
                    releaseBuffer();
                    return null;
                }
                if (filled < 0) {
                    // what ends with the connection is complete then
                    ended = true;
                    parser.atEOF();
                    persistent = false;
                }
            }
        } catch (IOException x) {
            failure = x;
        }
        return failure == null ? Content.Chunk.EOF : null;
    }

    @Override
    protected boolean isContentReady() {
        return messageComplete
                || !parser.inContentState()
                || parser.isState(HttpParser.State.CONTENT) && parser.getContentLeft() <= 0;
    }

    @Override
    protected @Nullable HttpFields getTrailers() {
        return trailers == null ? null : trailers.asImmutable();
    }

    // ---- what the parser finds

    @Override
    public void startResponse(HttpVersion v, int s, @Nullable String r) {
        version = v;
        status = s;
        reason = r;
        fields = HttpFields.build();
    }

    @Override
    public void parsedHeader(HttpField field) {
        assert fields != null : "the status line is parsed";
        fields.add(field);
    }

    @Override
    public void parsedTrailer(HttpField field) {
        if (trailers == null) {
            trailers = HttpFields.build();
        }
        trailers.add(field);
    }

    @Override
    public boolean headerComplete() {
        headComplete = true;
        assert fields != null : "the status line is parsed";
        boolean close = fields.contains(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
        boolean keep = fields.contains(HttpHeader.CONNECTION, HttpHeaderValue.KEEP_ALIVE.asString());
        persistent = !close && (version == HttpVersion.HTTP_1_1 || keep) && !parser.isFramingInDoubt();
        return true;
    }

    @Override
    public boolean content(ByteBuffer bytes) {
        assert buffer != null : "the bytes are in it";
        buffer.retain();
        chunk = Content.Chunk.asChunk(bytes, false, buffer);
        return true;
    }

    @Override
    public boolean contentComplete() {
        return false;
    }

    @Override
    public boolean messageComplete() {
        messageComplete = true;
        return true;
    }

    @Override
    public void earlyEOF() {
        failure = new EofException(
                headComplete
                        ? "The connection was closed before the content of the response came as a whole"
                        : "The connection was closed before the response came");
    }

    @Override
    public void badMessage(HttpException cause) {
        if (ended) {
            // within the line of the status
            earlyEOF();
            return;
        }
        HttpExchange current = getExchange();
        assert current != null : "of what is parsed";
        failure = new HttpResponseException(
                "Malformed response: " + cause.getReason(),
                new HttpResponse(
                        current.getRequest(),
                        version == null ? HttpVersion.HTTP_1_1 : version,
                        status,
                        reason,
                        HttpFields.EMPTY),
                (Throwable) cause);
    }
}
