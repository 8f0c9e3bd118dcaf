package org.eclipse.jetty.fcgi.client.transport.internal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.client.internal.SerialSender;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.fcgi.client.transport.HttpClientTransportOverFCGI;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/** Sends one request: its variables, then its content as it comes. One for each exchange. */
final class FcgiSender extends SerialSender {
    private final HttpClientTransportOverFCGI transport;
    private boolean begun;
    private @Nullable ByteBuffer reported;
    private volatile boolean given;

    FcgiSender(HttpClientTransportOverFCGI transport, HttpExchange exchange, EndPoint endPoint, boolean again) {
        super(exchange, endPoint, again);
        this.transport = transport;
    }

    @Override
    protected boolean isGiven() {
        return given;
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
            return sent();
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
        write(records.toArray(ByteBuffer[]::new));
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
            assert reported != null : "with the chunk";
            reportContent(reported);
            releaseChunk();
        }
    }
}
