package org.eclipse.jetty.http2.server.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.http2.hpack.HpackEncoder;

/**
 * Makes blocks of fields of the heads and trailers of responses (RFC 9113, section 8.3.2), and of the requests that are
 * promised (section 8.4.1), without those that are of HTTP/1.1 alone. The counterpart of {@link RequestDecoder}.
 *
 * <p>A block that was begun must be written, as the table of the other side depends on it. Guarded by the lock of the
 * connection.
 */
final class ResponseEncoder {
    private final int maxSize;
    private final HpackEncoder encoder;

    /** @param maxSize the octets that the names and values of a response may take */
    ResponseEncoder(int maxSize, int maxTableCapacity) {
        this.maxSize = maxSize;
        encoder = new HpackEncoder(maxTableCapacity);
    }

    void setTableCapacity(int capacity) {
        encoder.setTableCapacity(capacity);
    }

    /**
     * Makes the block of a head.
     *
     * @param contentLength a length that is not among the fields; -1 for none
     * @throws HttpException.RuntimeException if the fields are too large, before a block is begun
     */
    void head(MetaData.Response response, long contentLength) {
        HttpFields fields = response.getHttpFields();
        checkSize(fields);
        encoder.begin();
        encoder.status(response.getStatus());
        if (contentLength >= 0) {
            encoder.contentLength(contentLength);
        }
        encode(fields, hasLength(response.getStatus()));
    }

    /** Makes the block of a request that is promised; throws as {@link #head}. */
    void promise(MetaData.Request request) {
        HttpFields fields = request.getHttpFields();
        checkSize(fields);
        HttpURI uri = request.getHttpURI();
        encoder.begin();
        encoder.field(new HttpField(HttpHeader.C_METHOD, request.getMethod()));
        encoder.field(new HttpField(HttpHeader.C_SCHEME, uri.getScheme()));
        encoder.field(new HttpField(HttpHeader.C_AUTHORITY, uri.getAuthority()));
        encoder.field(new HttpField(HttpHeader.C_PATH, uri.getPathQuery()));
        encode(HttpFields.build(fields).remove(HttpHeader.HOST), true);
    }

    /** What the frames of a promise take at most. */
    int promiseLength(int maxFrameSize) {
        return FrameWriter.pushPromiseLength(encoder.length(), maxFrameSize);
    }

    /** Writes the frames of a promise; returns their length. */
    int writePromise(ByteBuffer to, int streamId, int promisedId, int maxFrameSize) {
        return FrameWriter.pushPromise(to, streamId, promisedId, encoder.array(), encoder.length(), maxFrameSize);
    }

    /** Makes the block of trailers; throws as {@link #head}. */
    void trailers(HttpFields fields) {
        checkSize(fields);
        encoder.begin();
        encode(fields, true);
    }

    /** What the frames of the block take at most. */
    int framesLength(int maxFrameSize) {
        return FrameWriter.headersLength(encoder.length(), maxFrameSize);
    }

    /** Writes the frames of the block; returns their length. */
    int write(ByteBuffer to, int streamId, int maxFrameSize, boolean endStream) {
        return FrameWriter.headers(to, streamId, encoder.array(), encoder.length(), maxFrameSize, endStream);
    }

    private void checkSize(HttpFields fields) {
        long size = 0;
        for (int i = fields.size() - 1; i >= 0; i--) {
            HttpField field = fields.getField(i);
            String value = field.getValue();
            size += field.getName().length() + (value == null ? 0 : value.length()) + 4;
        }
        if (size > maxSize) {
            throw new HttpException.RuntimeException(
                    HttpStatus.INTERNAL_SERVER_ERROR_500,
                    "response fields of " + size + " octets (expected: at most " + maxSize + ")");
        }
    }

    /** Whether a Content-Length may be sent: not with 204 (RFC 9110, section 8.6), and never with content for 205. */
    private static boolean hasLength(int status) {
        return status != HttpStatus.NO_CONTENT_204 && status != HttpStatus.RESET_CONTENT_205;
    }

    private void encode(HttpFields fields, boolean withLength) {
        for (int i = 0, size = fields.size(); i < size; i++) {
            HttpField field = fields.getField(i);
            HttpHeader header = field.getHeader();
            if (header == null) {
                if (field.getName().charAt(0) != ':') {
                    encoder.field(field);
                }
                continue;
            }
            switch (header) {
                case CONNECTION,
                        KEEP_ALIVE,
                        PROXY_CONNECTION,
                        TRANSFER_ENCODING,
                        UPGRADE,
                        HTTP2_SETTINGS,
                        C_METHOD,
                        C_SCHEME,
                        C_AUTHORITY,
                        C_PATH,
                        C_PROTOCOL,
                        C_STATUS -> {
                    // of HTTP/1.1, or not for fields (RFC 9113 sections 8.2.2 and 8.3)
                }
                case CONTENT_LENGTH -> {
                    if (withLength) {
                        encoder.field(field);
                    }
                }
                default -> encoder.field(field);
            }
        }
    }
}
