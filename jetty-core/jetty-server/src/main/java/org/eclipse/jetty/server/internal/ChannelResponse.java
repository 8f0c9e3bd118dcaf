package org.eclipse.jetty.server.internal;

import java.nio.ByteBuffer;
import java.nio.channels.WritePendingException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestPhases;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The response of a channel. It belongs to one request for ever: after the end it cannot be written or changed.
 *
 * <p>It is the callback of its stream's send, so that writing allocates no callback. One write is pending at a time, which
 * the channel's state word decides; the write that is pending belongs to the thread that began it, then to the one that
 * completes it.
 */
public final class ChannelResponse implements Response, Callback {
    private static final HttpField SERVER =
            new PreEncodedHttpField(HttpHeader.SERVER, HttpConfiguration.SERVER_VERSION);
    private static final HttpField POWERED_BY =
            new PreEncodedHttpField(HttpHeader.X_POWERED_BY, HttpConfiguration.SERVER_VERSION);

    private final HttpChannelState channel;
    private final ResponseFields fields = new ResponseFields();
    private short status;
    private boolean committed;
    private @Nullable Supplier<HttpFields> trailers;
    private long contentBytesWritten;
    private @Nullable Callback writing;

    ChannelResponse(HttpChannelState channel) {
        this.channel = channel;
    }

    /** Gives the response the fields that the configuration wants in each. */
    void addConfiguredFields(Server server, HttpConfiguration configuration) {
        HttpFields.Mutable raw = fields.getWrapped();
        if (configuration.getSendServerVersion()) {
            raw.add(SERVER);
        }
        if (configuration.getSendXPoweredBy()) {
            raw.add(POWERED_BY);
        }
        if (configuration.getSendDateHeader()) {
            raw.add(server.getDateField());
        }
        String idField = configuration.getRequestIdField();
        if (idField != null) {
            raw.add(idField, Request.getLogId(channel.request()));
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
            status = (short) code;
        }
    }

    @Override
    public HttpFields.Mutable getHeaders() {
        return fields;
    }

    @Override
    public @Nullable Supplier<HttpFields> getTrailersSupplier() {
        return trailers;
    }

    @Override
    public void setTrailersSupplier(@Nullable Supplier<HttpFields> supplier) {
        trailers = supplier;
    }

    @Override
    public boolean isCommitted() {
        return committed;
    }

    @Override
    public boolean hasLastWrite() {
        return channel.isLastWriteBegun();
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
        fields.clear();
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
        if (channel.isEnded()) {
            return CompletableFuture.failedFuture(channel.late("interim response"));
        }
        Callback.Completable completable = new Callback.Completable();
        HttpStream stream = channel.getStream();
        MetaData.Request request = channel.request().getMetaData();
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
    public void write(boolean last, @Nullable ByteBuffer byteBuffer, Callback callback) {
        int refusal = channel.beginWrite(last);
        if (refusal == 0) {
            send(last, byteBuffer, callback);
        } else {
            refuse(refusal, last && (byteBuffer == null || !byteBuffer.hasRemaining()), callback);
        }
    }

    /** @param word the state in which the write was refused, never 0 */
    private void refuse(int word, boolean emptyLast, Callback callback) {
        if ((word & HttpChannelState.ENDED) != 0) {
            callback.failed(channel.late("write"));
        } else if ((word & HttpChannelState.WRITING) != 0) {
            callback.failed(new WritePendingException());
        } else if ((word & HttpChannelState.LAST) == 0) {
            callback.failed(channel.getFailure());
        } else if (emptyLast) {
            callback.succeeded();
        } else {
            callback.failed(new IllegalStateException("written after the last write"));
        }
    }

    /** Sends what the channel has allowed by its state word. */
    void send(boolean last, @Nullable ByteBuffer byteBuffer, Callback callback) {
        writing = callback;
        try {
            if (byteBuffer != null) {
                contentBytesWritten += byteBuffer.remaining();
            }
            MetaData.Response head = committed ? null : commit(last ? byteBuffer : null);
            RequestPhases phases = channel.getPhases();
            if (phases != null) {
                phases.beginWait(RequestPhases.Wait.WRITE);
            }
            channel.getStream().send(channel.request().getMetaData(), head, last, byteBuffer, this);
        } catch (Throwable x) {
            failed(x);
        }
    }

    /** @param whole the whole content, or null if there is none, or more of it to come */
    private MetaData.Response commit(@Nullable ByteBuffer whole) {
        committed = true;
        if (status == 0) {
            status = HttpStatus.OK_200;
        }
        if (whole != null
                && whole.hasRemaining()
                && HttpMethod.HEAD.is(channel.request().getMethod())) {
            addLengthForHead(whole.remaining());
        }
        channel.getStream().prepareResponse(fields);
        channel.endPhase(RequestPhases.Phase.APPLICATION);
        fields.commit();
        return new MetaData.Response(
                status, null, channel.getConnectionMetaData().getHttpVersion(), fields.getWrapped(), -1, trailers);
    }

    /** The content is not sent, but its length is that of a response to GET (RFC 9110, section 8.6). */
    private void addLengthForHead(int length) {
        if (!HttpStatus.hasNoBody(status)
                && !fields.contains(HttpHeader.CONTENT_LENGTH)
                && !fields.contains(HttpHeader.TRANSFER_ENCODING)
                && trailers == null) {
            fields.put(HttpHeader.CONTENT_LENGTH, length);
        }
    }

    private Callback endWriting() {
        Callback callback = writing;
        assert callback != null : "it writes";
        writing = null;
        RequestPhases phases = channel.getPhases();
        if (phases != null) {
            phases.endWait(RequestPhases.Wait.WRITE);
        }
        return callback;
    }

    @Override
    public void succeeded() {
        Callback callback = endWriting();
        channel.onWritten(callback);
    }

    @Override
    public void failed(Throwable failure) {
        Callback callback = endWriting();
        boolean sent = channel.getStream().isCommitted();
        if (!sent) {
            // nothing reached the wire: the error page still can
            committed = false;
            fields.uncommit();
        }
        channel.onWriteFailed(failure, sent, callback);
    }

    @Override
    public InvocationType getInvocationType() {
        Callback callback = writing;
        return callback == null ? InvocationType.NON_BLOCKING : callback.getInvocationType();
    }

    @Override
    public String toString() {
        return "Response@" + Integer.toHexString(hashCode()) + "{" + status + (committed ? ",committed" : "")
                + (hasLastWrite() ? ",last" : "") + "}";
    }
}
