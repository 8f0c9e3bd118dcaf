package org.eclipse.jetty.server.internal.coding;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.coding.AcceptEncoding;
import org.eclipse.jetty.http.coding.ContentCoding;
import org.eclipse.jetty.http.coding.EncodingSink;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Decides at the first write whether to encode, and by which coding. Confined to the thread of the pending write. */
final class CodingResponse extends Response.Wrapper {
    private enum Mode {
        UNDECIDED,
        AS_IS,
        ENCODE,
        /** The fields of what would be encoded, without content (RFC 9110, section 9.3.2). */
        FIELDS_ONLY
    }

    private final CodingPolicy policy;
    private Mode mode = Mode.UNDECIDED;
    private volatile @Nullable EncodingSink sink;
    private long declared;
    private long size;

    CodingResponse(CodingPolicy policy, Request request, Response response) {
        super(request, response);
        this.policy = policy;
    }

    @Override
    public void reset() {
        super.reset();
        mode = Mode.UNDECIDED;
        size = 0;
        close();
        sink = null;
    }

    @Override
    public boolean hasLastWrite() {
        EncodingSink current = sink;
        return current != null && current.isLastBegun() || super.hasLastWrite();
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer content, Callback callback) {
        if (mode == Mode.UNDECIDED) {
            mode = isCommitted() ? Mode.AS_IS : decide(last, content == null ? 0 : content.remaining());
        }
        switch (mode) {
            case ENCODE -> encode(last, content, callback);
            case FIELDS_ONLY -> super.write(last, null, callback);
            default -> super.write(last, content, callback);
        }
    }

    private void encode(boolean last, @Nullable ByteBuffer content, Callback callback) {
        EncodingSink current = sink;
        assert current != null : "the mode is ENCODE";
        long written = size + (content == null ? 0 : content.remaining());
        if (last && declared >= 0 && declared != written && !current.isLastBegun()) {
            current.close();
            callback.failed(new IOException("written " + written + " bytes of " + declared + " (Content-Length)"));
            return;
        }
        size = written;
        current.write(last, content, callback);
    }

    /** The handlers have completed: ends the stream if they did not, after the write that is going on. */
    void complete(Callback callback) {
        EncodingSink current = sink;
        if (current != null && current.awaitIdle(new Completion(callback))) {
            return;
        }
        if (mode == Mode.ENCODE && current != null && !current.isLastBegun()) {
            write(true, null, callback);
            return;
        }
        if (mode == Mode.UNDECIDED && !isCommitted()) {
            mode = decide(true, 0);
        }
        callback.succeeded();
    }

    /** Nothing is written any more. */
    void close() {
        EncodingSink current = sink;
        if (current != null) {
            current.close();
        }
    }

    private Mode decide(boolean last, int length) {
        HttpFields.Mutable headers = getHeaders();
        int status = getStatus();
        if (status == HttpStatus.NOT_MODIFIED_304) {
            addVary(headers);
            restoreSuffix(headers);
            return Mode.AS_IS;
        }
        if (!mayHaveCoding(status)
                || headers.contains(HttpHeader.CONTENT_ENCODING)
                || !policy.isMimeTypeIncluded(headers.get(HttpHeader.CONTENT_TYPE))) {
            return Mode.AS_IS;
        }
        addVary(headers);
        if (status == HttpStatus.PARTIAL_CONTENT_206) {
            // parts of the content as it is, with the Vary of the whole (RFC 9110, section 15.3.7)
            return Mode.AS_IS;
        }
        declared = headers.getLongField(HttpHeader.CONTENT_LENGTH);
        long known = declared >= 0 ? declared : last ? length : Long.MAX_VALUE;
        HttpFields asked = getRequest().getHeaders();
        ContentCoding coding = AcceptEncoding.choose(asked, policy.getCodings(), policy.getPreferred());
        if (coding == null
                || known < coding.getMinCompressSize() && !(known > 0 && AcceptEncoding.refusesIdentity(asked))) {
            return Mode.AS_IS;
        }
        headers.remove(HttpHeader.CONTENT_LENGTH);
        headers.put(coding.getContentEncodingField());
        // ranges would be of the content as it is: what a client has of this one cannot be completed by them
        headers.remove(HttpHeader.ACCEPT_RANGES);
        String etag = headers.get(HttpHeader.ETAG);
        if (etag != null) {
            headers.put(HttpHeader.ETAG, coding.etag(etag));
        }
        if (HttpMethod.HEAD.is(getRequest().getMethod())) {
            return Mode.FIELDS_ONLY;
        }
        sink = newSink(coding);
        return Mode.ENCODE;
    }

    private EncodingSink newSink(ContentCoding coding) {
        HttpConfiguration configuration = getRequest().getConnectionMetaData().getHttpConfiguration();
        return new EncodingSink(
                getWrapped(),
                coding.newEncoder(),
                getRequest().getComponents().getByteBufferPool(),
                Math.max(configuration.getOutputBufferSize(), coding.getEncoderBufferSize()),
                configuration.isUseOutputDirectByteBuffers());
    }

    private static boolean mayHaveCoding(int status) {
        return status == 0
                || status >= HttpStatus.OK_200
                        && status != HttpStatus.NO_CONTENT_204
                        && status != HttpStatus.RESET_CONTENT_205;
    }

    private void addVary(HttpFields.Mutable headers) {
        HttpField vary = policy.getVary();
        if (vary != null && !headers.contains(HttpHeader.VARY, "*")) {
            headers.ensureField(vary);
        }
    }

    /** A 304 has the tag that the 200 had (RFC 9110, section 15.4.5), which is the one that the client has named. */
    private void restoreSuffix(HttpFields.Mutable headers) {
        String etag = headers.get(HttpHeader.ETAG);
        if (etag == null) {
            return;
        }
        HttpFields asked = getRequest().getHeaders();
        for (ContentCoding coding : policy.getCodings()) {
            String suffixed = coding.etag(etag);
            String opaque = suffixed.startsWith("W/") ? suffixed.substring(2) : suffixed;
            for (int i = 0; i < asked.size(); i++) {
                HttpField field = asked.getField(i);
                if (field.getHeader() == HttpHeader.IF_NONE_MATCH
                        && field.getValue() != null
                        && field.getValue().contains(opaque)) {
                    headers.put(HttpHeader.ETAG, suffixed);
                    return;
                }
            }
        }
    }

    /** Goes on with the completion when the write that was going on has ended. */
    private final class Completion extends Callback.Nested {
        private Completion(Callback callback) {
            super(callback);
        }

        @Override
        public void succeeded() {
            complete(getCallback());
        }
    }
}
