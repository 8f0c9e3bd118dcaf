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
    private final HttpConnection connection;
    private MetaData.Request request;
    private long count;
    private Content.Chunk chunk;
    private boolean continuePending;
    private boolean committed;
    private HttpFields.Mutable trailers;

    Http1Stream(HttpConnection connection) {
        this.connection = connection;
    }

    /** @param expectContinue whether the client waits for 100 Continue */
    void begin(MetaData.Request newRequest, boolean expectContinue) {
        request = newRequest;
        continuePending = expectContinue;
        committed = false;
        chunk = null;
        trailers = null;
        count++;
    }

    MetaData.Request getRequest() {
        return request;
    }

    @Override
    public String getId() {
        return Long.toString(count);
    }

    // ---- content in

    @Override
    public Content.Chunk read() {
        if (chunk == null) {
            connection.parseContent();
        }
        Content.Chunk result = chunk;
        chunk = Content.Chunk.next(result);
        return result;
    }

    @Override
    public void demand() {
        if (chunk == null) {
            connection.parseContent();
        }
        if (chunk != null) {
            connection.runContentAvailable();
        } else {
            connection.fillInterested();
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
                connection.sendInterim(
                        new MetaData.Response(HttpStatus.CONTINUE_100, null, HttpVersion.HTTP_1_1, HttpFields.EMPTY),
                        Callback.NOOP);
            }
        }
    }

    void contentCame() {
        continuePending = false;
    }

    @Override
    public Throwable consumeAvailable() {
        if (continuePending && !connection.hasInput()) {
            return new IllegalStateException("the client waits for 100 Continue and may not send its content");
        }
        continuePending = false;
        int reads = connection.getHttpConfiguration().getMaxUnconsumedRequestContentReads();
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
        if ((continuePending && !connection.hasInput()) || connection.isEnding()) {
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
                    connection.sendInterim(response, callback);
                }
                return;
            }
            committed = true;
        }
        connection.send(response, HttpMethod.HEAD.is(request.getMethod()), last, content, callback);
    }

    @Override
    public Runnable cancelSend(Throwable cause, Callback appCallback) {
        Callback pending = connection.getEndPoint().cancelWrite(cause);
        return pending == null ? null : () -> pending.failed(cause);
    }

    @Override
    public long getIdleTimeout() {
        return connection.getEndPoint().getIdleTimeout();
    }

    @Override
    public void setIdleTimeout(long milliseconds) {
        connection.getEndPoint().setIdleTimeout(milliseconds);
    }

    @Override
    public boolean isCommitted() {
        return connection.isCommitted();
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
        return connection.getEndPoint();
    }

    // ---- end

    @Override
    public void succeeded() {
        Object upgrade = connection.getChannel().getRequest().getAttribute(UPGRADE_CONNECTION_ATTRIBUTE);
        if (upgrade instanceof Connection next) {
            connection.onStreamUpgraded(next);
            return;
        }
        boolean consumed = consumeAvailable() == null;
        releaseChunk();
        connection.onStreamEnded(consumed);
    }

    @Override
    public void failed(Throwable failure) {
        releaseChunk();
        connection.onStreamFailed(failure);
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
