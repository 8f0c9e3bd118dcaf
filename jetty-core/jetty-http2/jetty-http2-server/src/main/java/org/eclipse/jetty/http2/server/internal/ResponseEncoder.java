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
import org.eclipse.jetty.http2.internal.FieldsEncoder;

/**
 * Makes blocks of fields of the heads and trailers of responses (RFC 9113, section 8.3.2), and of the requests that are
 * promised (section 8.4.1). The counterpart of {@link RequestDecoder}. Guarded by the lock of the connection.
 */
final class ResponseEncoder extends FieldsEncoder {
    /** @param maxSize the octets that the names and values of a response may take */
    ResponseEncoder(int maxSize, int maxTableCapacity) {
        super("response", maxSize, maxTableCapacity);
    }

    /**
     * Makes the block of a head.
     *
     * @param contentLength a length that is not among the fields; -1 for none
     * @param tunnel whether the response makes its stream a tunnel
     * @throws HttpException.RuntimeException if the fields cannot be sent, before a block is begun
     */
    void head(MetaData.Response response, long contentLength, boolean tunnel) {
        HttpFields fields = response.getHttpFields();
        check(fields);
        encoder.begin();
        encoder.status(response.getStatus());
        if (contentLength >= 0) {
            encoder.contentLength(contentLength);
        }
        encode(fields, !tunnel && hasLength(response.getStatus()), true);
    }

    /** Makes the block of a request that is promised, whose URI has scheme, authority and path; throws as {@link #head}. */
    void promise(MetaData.Request request) {
        HttpFields fields = request.getHttpFields();
        check(fields);
        HttpURI uri = request.getHttpURI();
        encoder.begin();
        encoder.field(new HttpField(HttpHeader.C_METHOD, request.getMethod()));
        encoder.field(new HttpField(HttpHeader.C_SCHEME, uri.getScheme()));
        encoder.field(new HttpField(HttpHeader.C_AUTHORITY, uri.getAuthority()));
        encoder.field(new HttpField(HttpHeader.C_PATH, uri.getPathQuery()));
        encode(fields, true, false);
    }

    /** What the frames of a promise take at most. */
    int promiseLength(int maxFrameSize) {
        return FrameWriter.pushPromiseLength(encoder.length(), maxFrameSize);
    }

    /** Writes the frames of a promise; returns their length. */
    int writePromise(ByteBuffer to, int streamId, int promisedId, int maxFrameSize) {
        return FrameWriter.pushPromise(to, streamId, promisedId, encoder.array(), encoder.length(), maxFrameSize);
    }

    /** Whether a Content-Length may be sent: not with 1xx and 204 (RFC 9110, section 8.6), and never with content for 205. */
    private static boolean hasLength(int status) {
        return status >= HttpStatus.OK_200
                && status != HttpStatus.NO_CONTENT_204
                && status != HttpStatus.RESET_CONTENT_205;
    }
}
