package org.eclipse.jetty.http2.client;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.internal.FieldsEncoder;

/**
 * Makes blocks of fields of the heads and trailers of requests (RFC 9113, section 8.3.1; RFC 8441). Guarded by the lock of the
 * connection.
 */
final class RequestEncoder extends FieldsEncoder {
    private static final HttpField TE_TRAILERS = new HttpField(HttpHeader.TE, "trailers");

    /** @param maxSize the octets that the names and values of a request may take */
    RequestEncoder(int maxSize, int maxTableCapacity) {
        super("request", maxSize, maxTableCapacity);
    }

    /**
     * Makes the block of a head.
     *
     * @throws HttpException.RuntimeException if the fields cannot be sent, before a block is begun
     * @throws IllegalArgumentException if the URI has no authority, before a block is begun
     */
    void head(MetaData.Request request) {
        HttpFields fields = request.getHttpFields();
        HttpURI uri = request.getHttpURI();
        String authority = authority(uri, fields);
        check(fields);
        encoder.begin();
        encoder.field(new HttpField(HttpHeader.C_METHOD, request.getMethod()));
        String protocol = request instanceof MetaData.ConnectRequest ? request.getProtocol() : null;
        if (!HttpMethod.CONNECT.is(request.getMethod()) || protocol != null) {
            encoder.field(new HttpField(HttpHeader.C_SCHEME, uri.getScheme() == null ? "http" : uri.getScheme()));
            encoder.field(new HttpField(HttpHeader.C_PATH, path(uri)));
        }
        encoder.field(new HttpField(HttpHeader.C_AUTHORITY, authority));
        if (protocol != null) {
            encoder.field(new HttpField(HttpHeader.C_PROTOCOL, protocol));
        }
        if (request.getContentLength() >= 0 && !fields.contains(HttpHeader.CONTENT_LENGTH)) {
            encoder.contentLength(request.getContentLength());
        }
        encode(fields.contains(HttpHeader.TE) ? withTrailersOnly(fields) : fields, true, false);
    }

    /** A field Host of the caller's wins, as it names the host that is meant. */
    private static String authority(HttpURI uri, HttpFields fields) {
        String host = fields.get(HttpHeader.HOST);
        String authority = host != null && !host.isEmpty() ? host : uri.getAuthority();
        if (authority == null || authority.isEmpty()) {
            throw new IllegalArgumentException("URI: " + uri + " (expected: a host)");
        }
        return authority;
    }

    private static String path(HttpURI uri) {
        String path = uri.getPathQuery();
        if (path == null || path.isEmpty()) {
            return "/";
        }
        return path.charAt(0) == '?' ? "/" + path : path;
    }

    /** TE may say nothing but trailers (section 8.2.2). */
    private static HttpFields withTrailersOnly(HttpFields fields) {
        HttpFields.Mutable others = HttpFields.build(fields).remove(HttpHeader.TE);
        if (fields.contains(HttpHeader.TE, "trailers")) {
            others.add(TE_TRAILERS);
        }
        return others;
    }
}
