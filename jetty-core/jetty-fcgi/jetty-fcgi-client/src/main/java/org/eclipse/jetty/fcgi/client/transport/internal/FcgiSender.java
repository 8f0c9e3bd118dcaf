package org.eclipse.jetty.fcgi.client.transport.internal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.client.internal.RequestSender;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.fcgi.client.transport.HttpClientTransportOverFCGI;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.EofException;

/** Sends one request: its variables, then its content as it comes. One for each exchange. */
final class FcgiSender extends RequestSender {
    private final FcgiConnection connection;
    private final HttpClientTransportOverFCGI transport;
    private final boolean again;
    private boolean begun;
    private ByteBuffer reported;
    private volatile boolean given;
    private volatile boolean sent;

    /** @param again whether the connection has carried a request before */
    FcgiSender(FcgiConnection connection, HttpClientTransportOverFCGI transport, HttpExchange exchange, boolean again) {
        super(exchange);
        this.connection = connection;
        this.transport = transport;
        this.again = again;
    }

    /** Returns whether the whole request was given to the network. */
    boolean isGiven() {
        return given;
    }

    /** Returns whether the connection may be kept, as far as the request tells. */
    boolean isPersistent() {
        return sent;
    }

    /** Returns whether the rest is not sent, as the response has come. */
    @Override
    public boolean isStopped() {
        return super.isStopped();
    }

    @Override
    protected Action process() throws Throwable {
        if (!begun) {
            begun = true;
            if (!beginHead()) {
                return Action.SUCCEEDED;
            }
        }
        if (given) {
            sent = true;
            return Action.SUCCEEDED;
        }
        if (!read()) {
            return Action.IDLE;
        }
        List<ByteBuffer> records = new ArrayList<>();
        if (!committed) {
            records.add(head());
        }
        if (chunk != null) {
            reported = chunk.getByteBuffer().slice();
            RecordWriter.addContent(records, chunk.getByteBuffer());
        }
        if (last) {
            RecordWriter.addEnd(records);
            given = true;
        }
        connection.getEndPoint().write(this, records.toArray(ByteBuffer[]::new));
        return Action.SCHEDULED;
    }

    private ByteBuffer head() {
        long length = body == null ? 0 : body.getLength();
        if (length < 0) {
            // RFC 3875, section 4.1.2: a script reads as much as it says
            throw new IllegalArgumentException("length of the content: unknown (expected: a number, for FastCGI)");
        }
        HttpFields.Mutable variables = CgiVariables.of(request, length);
        transport.customize(request, variables);
        return RecordWriter.begin(variables);
    }

    @Override
    protected void onSuccess() {
        if (!committed) {
            commit();
        }
        if (chunk != null) {
            reportContent(reported);
            releaseChunk();
        }
    }

    @Override
    protected void onCompleteSuccess() {
        releaseChunk();
        exchange.requestSucceeded();
        completed();
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
        releaseChunk();
        if (isStopped() || exchange.isEnded()) {
            return;
        }
        if (isBodyFailed() || !(cause instanceof EofException)) {
            exchange.fail(cause);
            return;
        }
        exchange.requestFailed(cause);
        // where the application may have answered before it closed, that decides
        if (!connection.getEndPoint().isOpen() || connection.getEndPoint().isInputShutdown()) {
            exchange.fail(cause, again);
        }
    }
}
