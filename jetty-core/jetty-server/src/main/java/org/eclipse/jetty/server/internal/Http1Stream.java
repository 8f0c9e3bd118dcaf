package org.eclipse.jetty.server.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.Trailers;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.TunnelSupport;
import org.eclipse.jetty.util.Callback;

/** The requests of an HTTP/1.1 connection, one after the other, recycled. Confined to the request's thread. */
final class Http1Stream implements HttpStream, TunnelSupport {
    private final Http1Exchange exchange;
    private MetaData.Request request;
    private Content.Chunk chunk;
    private boolean continuePending;
    private boolean committed;
    private HttpFields.Mutable trailers;
    private long waited;
    private long waitBegin;

    Http1Stream(Http1Exchange exchange) {
        this.exchange = exchange;
    }

    /** @param expectContinue whether the client waits for 100 Continue */
    void begin(MetaData.Request newRequest, boolean expectContinue) {
        request = newRequest;
        continuePending = expectContinue;
        committed = false;
        chunk = null;
        trailers = null;
        waited = 0;
        waitBegin = 0;
    }

    MetaData.Request getRequest() {
        return request;
    }

    @Override
    public String getId() {
        return Long.toString(exchange.getConnection().getMessagesIn());
    }

    // ---- content in

    @Override
    public Content.Chunk read() {
        if (chunk == null) {
            exchange.getConnection().parseContent();
        }
        Content.Chunk result = chunk;
        chunk = Content.Chunk.next(result);
        return result;
    }

    @Override
    public boolean isContentPending() {
        return chunk == null && exchange.getConnection().isContentPending();
    }

    @Override
    public void demand() {
        if (chunk == null) {
            exchange.getConnection().parseContent();
        }
        if (chunk != null) {
            exchange.getConnection().runContentAvailable();
        } else {
            exchange.getConnection().awaitContent();
        }
    }

    boolean hasChunk() {
        return chunk != null;
    }

    void setChunk(Content.Chunk newChunk) {
        chunk = newChunk;
    }

    void addTrailer(HttpField field) {
        if (trailers == null) {
            trailers = HttpFields.build();
        }
        trailers.add(field);
    }

    /** The whole request was parsed. */
    void onMessageComplete() {
        if (trailers != null) {
            chunk = new Trailers(trailers.asImmutable());
        } else if (chunk == null) {
            chunk = Content.Chunk.EOF;
        }
    }

    /** Sends 100 Continue if the client waits for it; called when content is wanted and none has come. */
    void sendContinue() {
        if (continuePending) {
            continuePending = false;
            if (!committed) {
                exchange.getConnection()
                        .sendInterim(
                                new MetaData.Response(
                                        HttpStatus.CONTINUE_100, null, HttpVersion.HTTP_1_1, HttpFields.EMPTY),
                                Callback.NOOP);
            }
        }
    }

    /** No content is there; returns the nanoseconds for which it has been waited for in all. */
    long beginWait() {
        long now = System.nanoTime();
        if (waitBegin == 0) {
            waitBegin = now;
        }
        return waited + now - waitBegin;
    }

    /** Content came. */
    void endWait() {
        if (waitBegin != 0) {
            waited += System.nanoTime() - waitBegin;
            waitBegin = 0;
        }
    }

    void contentCame() {
        continuePending = false;
    }

    @Override
    public Throwable consumeAvailable() {
        if (continuePending && !exchange.getConnection().hasInput()) {
            return new IllegalStateException("the client waits for 100 Continue and may not send its content");
        }
        continuePending = false;
        int reads = exchange.getConnection().getHttpConfiguration().getMaxUnconsumedRequestContentReads();
        for (int i = 0; reads < 0 || i < reads; i++) {
            Content.Chunk next = read();
            if (next == null) {
                return new IllegalStateException("content not consumed: the rest has not come");
            }
            next.release();
            if (Content.Chunk.isFailure(next)) {
                return next.getFailure();
            }
            if (next.isLast()) {
                return null;
            }
        }
        return new IllegalStateException("content not consumed after " + reads + " reads");
    }

    // ---- response out

    @Override
    public void prepareResponse(HttpFields.Mutable headers) {
        if ((continuePending && !exchange.getConnection().hasInput())
                || exchange.getConnection().isEnding()) {
            headers.put(HttpFields.CONNECTION_CLOSE);
        }
        if (request.getHttpVersion() == HttpVersion.HTTP_1_1
                && headers.contains(HttpHeader.TRANSFER_ENCODING)
                && !headers.contains(HttpHeader.CONTENT_LENGTH)) {
            // framing is the connection's business
            headers.remove(HttpHeader.TRANSFER_ENCODING);
        }
    }

    @Override
    public void send(
            MetaData.Request ignored, MetaData.Response response, boolean last, ByteBuffer content, Callback callback) {
        if (response != null) {
            if (HttpStatus.isInterim(response.getStatus())) {
                if (request.getHttpVersion() != HttpVersion.HTTP_1_1) {
                    callback.succeeded();
                } else {
                    if (response.getStatus() == HttpStatus.CONTINUE_100) {
                        continuePending = false;
                    }
                    exchange.getConnection().sendInterim(response, callback);
                }
                return;
            }
            committed = true;
            if (HttpMethod.CONNECT.is(request.getMethod())) {
                exchange.output.getGenerator().setConnect(true);
            }
        }
        exchange.getConnection().send(response, HttpMethod.HEAD.is(request.getMethod()), last, content, callback);
    }

    @Override
    public Runnable cancelSend(Throwable cause, Callback appCallback) {
        Callback pending = exchange.getConnection().getEndPoint().cancelWrite(cause);
        return pending == null ? null : () -> pending.failed(cause);
    }

    @Override
    public long getIdleTimeout() {
        return exchange.getConnection().getEndPoint().getIdleTimeout();
    }

    @Override
    public void setIdleTimeout(long milliseconds) {
        exchange.getConnection().getEndPoint().setIdleTimeout(milliseconds);
    }

    @Override
    public boolean isCommitted() {
        return exchange.getConnection().isCommitted();
    }

    @Override
    public TunnelSupport getTunnelSupport() {
        return HttpMethod.CONNECT.is(request.getMethod()) ? this : null;
    }

    @Override
    public String getProtocol() {
        return null;
    }

    @Override
    public EndPoint getEndPoint() {
        return exchange.getConnection().getEndPoint();
    }

    // ---- end

    @Override
    public void succeeded() {
        Object upgrade = exchange.channel.getRequest().getAttribute(UPGRADE_CONNECTION_ATTRIBUTE);
        if (upgrade instanceof Connection next && hasSwitched()) {
            exchange.getConnection().onStreamUpgraded(next);
            return;
        }
        // after a change to a protocol that nobody speaks, what comes is no request
        boolean consumed = consumeAvailable() == null && !hasSwitched();
        releaseChunk();
        exchange.getConnection().onStreamEnded(consumed);
    }

    /** Whether the response says that the protocol is another one: an application may have failed after it asked for that. */
    private boolean hasSwitched() {
        int status = exchange.channel.getResponse().getStatus();
        return status == HttpStatus.SWITCHING_PROTOCOLS_101
                || HttpMethod.CONNECT.is(request.getMethod()) && HttpStatus.isSuccess(status);
    }

    @Override
    public void failed(Throwable failure) {
        releaseChunk();
        exchange.getConnection().onStreamFailed(failure);
    }

    void releaseChunk() {
        if (chunk != null) {
            chunk.release();
            chunk = null;
        }
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }
}
