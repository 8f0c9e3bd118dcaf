package org.eclipse.jetty.http2.client;

import java.util.Locale;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.internal.FieldRules;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/** Makes the requests that a server promises of blocks of fields (RFC 9113, sections 8.3.1 and 8.4). Used for one block. */
final class PromiseDecoder implements HpackDecoder.Fields {
    private final HttpFields.Mutable fields = HttpFields.build();
    private @Nullable String method;
    private @Nullable String scheme;
    private @Nullable String authority;
    private @Nullable String path;
    private boolean regularSeen;
    private @Nullable String malformed;

    /**
     * Returns the request, once its block was decoded.
     *
     * @param asked the request that it was promised with, whose origin it must have
     * @throws IllegalArgumentException if the client may not accept it
     */
    MetaData.Request request(MetaData.Request asked) {
        if (malformed != null) {
            throw new IllegalArgumentException("malformed request: " + malformed);
        }
        if (method == null || scheme == null || authority == null || path == null || !path.startsWith("/")) {
            throw new IllegalArgumentException(
                    "malformed request (expected: :method, :scheme, :authority, and :path from the root)");
        }
        if (!HttpMethod.GET.is(method) && !HttpMethod.HEAD.is(method)) {
            throw new IllegalArgumentException(method + " (expected: a method that is safe and cacheable)");
        }
        if (fields.contains(HttpHeader.TRANSFER_ENCODING) || hasContent()) {
            throw new IllegalArgumentException("request with content (expected: none)");
        }
        if (!origin(scheme, authority).equals(origin(asked))) {
            throw new IllegalArgumentException(
                    "request to " + origin(scheme, authority) + " (expected: to " + origin(asked) + ")");
        }
        HttpURI uri = HttpURI.from(scheme + "://" + authority + path);
        return new MetaData.Request(method, uri, HttpVersion.HTTP_2, fields.asImmutable());
    }

    private boolean hasContent() {
        String length = fields.get(HttpHeader.CONTENT_LENGTH);
        return length != null && FieldRules.parseLength(length) != 0;
    }

    private static String origin(MetaData.Request request) {
        String host = request.getHttpFields().get(HttpHeader.HOST);
        HttpURI uri = request.getHttpURI();
        return origin(
                uri.getScheme() == null ? "http" : uri.getScheme(),
                host == null || host.isEmpty() ? uri.getAuthority() : host);
    }

    private static String origin(String scheme, @Nullable String authority) {
        String lower = (scheme + "://" + authority).toLowerCase(Locale.ROOT);
        String suffix = ":" + URIUtil.getDefaultPortForScheme(scheme.toLowerCase(Locale.ROOT));
        return lower.endsWith(suffix) ? lower.substring(0, lower.length() - suffix.length()) : lower;
    }

    @Override
    public void onField(HttpField field) {
        HttpHeader header = field.getHeader();
        if (field.getName().charAt(0) == ':') {
            onPseudoField(header, field);
            return;
        }
        regularSeen = true;
        if (header != null && FieldRules.isForHttp1(header)) {
            malformed("field " + field.getName() + ", which is for HTTP/1.1");
        }
        fields.add(field);
    }

    @Override
    public void onBadField(String reason) {
        malformed(reason);
    }

    private void malformed(String reason) {
        if (malformed == null) {
            malformed = reason;
        }
    }

    private void onPseudoField(@Nullable HttpHeader header, HttpField field) {
        if (regularSeen) {
            malformed("pseudo-field after a field");
            return;
        }
        String before = null;
        if (header == HttpHeader.C_METHOD) {
            before = method;
            method = field.getValue();
        } else if (header == HttpHeader.C_SCHEME) {
            before = scheme;
            scheme = field.getValue();
        } else if (header == HttpHeader.C_AUTHORITY) {
            before = authority;
            authority = field.getValue();
        } else if (header == HttpHeader.C_PATH) {
            before = path;
            path = field.getValue();
        } else {
            malformed("pseudo-field " + field.getName());
        }
        if (before != null) {
            malformed("second " + field.getName());
        }
    }
}
