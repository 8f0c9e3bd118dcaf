package org.eclipse.jetty.server.internal;

import java.nio.ByteBuffer;
import java.nio.channels.WritePendingException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;

/**
 * The response of a channel, recycled with it.
 *
 * <p>It is the callback of its stream's send, so that writing allocates no callback. One write is pending at a time; the
 * write that is pending belongs to the thread that began it, then to the one that completes it.
 */
public final class ChannelResponse implements Response, Callback {
    private final HttpChannelState channel;
    private final ResponseFields fields = new ResponseFields();
    private final ResponseHead head = new ResponseHead();
    private int status;
    private Supplier<HttpFields> trailers;
    private boolean committed;
    private long contentBytesWritten;
    private volatile Callback writing;
    private boolean writingLast;
    private volatile boolean lastBegun;

    ChannelResponse(HttpChannelState channel) {
        this.channel = channel;
    }

    void recycle() {
        fields.recycle();
        status = 0;
        trailers = null;
        committed = false;
        contentBytesWritten = 0;
        writing = null;
        writingLast = false;
        lastBegun = false;
    }

    /** Gives the response the fields that the configuration wants in each. */
    void addConfiguredFields(Server server, HttpConfiguration configuration) {
        HttpFields.Mutable raw = fields.getWrapped();
        if (configuration.getSendServerVersion()) {
            raw.add(channel.getServerField());
        }
        if (configuration.getSendXPoweredBy()) {
            raw.add(channel.getPoweredByField());
        }
        if (configuration.getSendDateHeader()) {
            raw.add(server.getDateField());
        }
    }

    public long getContentBytesWritten() {
        return contentBytesWritten;
    }

    @Override
    public Request getRequest() {
        return channel.getHandledRequest();
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void setStatus(int code) {
        if (code < HttpStatus.CONTINUE_100 || code > 999 || HttpStatus.isInterim(code)) {
            throw new IllegalArgumentException(
                    "status " + code + " (expected: 101 or 200-999; interim responses are written by writeInterim)");
        }
        if (!committed) {
            status = code;
        }
    }

    @Override
    public HttpFields.Mutable getHeaders() {
        return fields;
    }

    @Override
    public Supplier<HttpFields> getTrailersSupplier() {
        return trailers;
    }

    @Override
    public void setTrailersSupplier(Supplier<HttpFields> supplier) {
        trailers = supplier;
    }

    @Override
    public boolean isCommitted() {
        return committed;
    }

    @Override
    public boolean hasLastWrite() {
        return lastBegun;
    }

    @Override
    public boolean isCompletedSuccessfully() {
        return channel.isCompletedSuccessfully();
    }

    @Override
    public void reset() {
        if (committed) {
            throw new IllegalStateException("the response is committed: it cannot be reset");
        }
        fields.recycle();
        status = 0;
        trailers = null;
        contentBytesWritten = 0;
        addConfiguredFields(channel.getServer(), channel.getConnectionMetaData().getHttpConfiguration());
    }

    @Override
    public CompletableFuture<Void> writeInterim(int interim, HttpFields headers) {
        if (!HttpStatus.isInterim(interim)) {
            throw new IllegalArgumentException("interim response with status " + interim + " (expected: 1xx but 101)");
        }
        if (committed) {
            return CompletableFuture.failedFuture(new IllegalStateException("interim response after commit"));
        }
        Callback.Completable completable = new Callback.Completable();
        HttpStream stream = channel.getStream();
        MetaData.Request request = channel.getRequest().getMetaData();
        stream.send(
                request,
                new MetaData.Response(
                        interim, null, channel.getConnectionMetaData().getHttpVersion(), headers.asImmutable()),
                false,
                null,
                completable);
        return completable;
    }

    @Override
    public void write(boolean last, ByteBuffer byteBuffer, Callback callback) {
        Throwable refusal = null;
        if (writing != null) {
            refusal = new WritePendingException();
        } else if (lastBegun) {
            if (last && (byteBuffer == null || !byteBuffer.hasRemaining())) {
                callback.succeeded();
                return;
            }
            refusal = new IllegalStateException("written after the last write");
        } else {
            refusal = channel.getFailure();
        }
        if (refusal != null) {
            callback.failed(refusal);
            return;
        }
        writing = callback;
        writingLast = last;
        if (last) {
            lastBegun = true;
        }
        if (byteBuffer != null) {
            contentBytesWritten += byteBuffer.remaining();
        }
        channel.getStream().send(channel.getRequest().getMetaData(), commit(), last, byteBuffer, this);
    }

    /** The head, once. */
    private MetaData.Response commit() {
        if (committed) {
            return null;
        }
        committed = true;
        if (status == 0) {
            status = HttpStatus.OK_200;
        }
        channel.getStream().prepareResponse(fields);
        fields.commit();
        return head.begin(status, channel.getConnectionMetaData().getHttpVersion(), fields.getWrapped(), trailers);
    }

    @Override
    public void succeeded() {
        Callback callback = writing;
        boolean last = writingLast;
        writing = null;
        if (last) {
            callback.succeeded();
            channel.onLastWritten();
        } else {
            callback.succeeded();
        }
    }

    @Override
    public void failed(Throwable failure) {
        Callback callback = writing;
        writing = null;
        if (channel.getStream().isCommitted()) {
            channel.onWriteFailed(failure);
        } else {
            // nothing reached the wire: the error page still can
            committed = false;
            lastBegun = false;
            fields.uncommit();
            channel.onHeadRefused(failure);
        }
        callback.failed(failure);
    }

    @Override
    public InvocationType getInvocationType() {
        Callback callback = writing;
        return callback == null ? InvocationType.NON_BLOCKING : callback.getInvocationType();
    }

    @Override
    public String toString() {
        return "Response@" + Integer.toHexString(hashCode()) + "{" + status + (committed ? ",committed" : "")
                + (lastBegun ? ",last" : "") + "}";
    }
}
