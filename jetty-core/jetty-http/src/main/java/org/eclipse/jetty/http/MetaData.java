package org.eclipse.jetty.http;

import java.util.Iterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The head of a message: version, fields, length of content and trailers. */
public class MetaData implements Iterable<HttpField> {
    private final HttpVersion httpVersion;
    private final HttpFields httpFields;
    private final long contentLength;
    private final @Nullable Supplier<HttpFields> trailers;

    /** Whether an exchange ends in a tunnel (RFC 9110, section 9.3.6). */
    public static boolean isTunnel(String method, int status) {
        return HttpMethod.CONNECT.is(method) && HttpStatus.isSuccess(status);
    }

    public MetaData(HttpVersion version, HttpFields fields) {
        this(version, fields, -1);
    }

    public MetaData(HttpVersion version, HttpFields fields, long contentLength) {
        this(version, fields, contentLength, null);
    }

    public MetaData(
            HttpVersion version, HttpFields fields, long contentLength, @Nullable Supplier<HttpFields> trailers) {
        this.httpVersion = version;
        this.httpFields = fields;
        this.contentLength = contentLength;
        this.trailers = trailers;
    }

    public boolean isRequest() {
        return false;
    }

    public boolean isResponse() {
        return false;
    }

    public HttpVersion getHttpVersion() {
        return httpVersion;
    }

    public HttpFields getHttpFields() {
        return httpFields;
    }

    /** The supplier of trailers. */
    public @Nullable Supplier<HttpFields> getTrailersSupplier() {
        return trailers;
    }

    /** The length that was given, else that of Content-Length, else -1. */
    public long getContentLength() {
        HttpFields fields = getHttpFields();
        if (contentLength >= 0 || fields == null) {
            return contentLength;
        }
        HttpField field = fields.getField(HttpHeader.CONTENT_LENGTH);
        return field == null ? -1 : field.getLongValue();
    }

    @Override
    public Iterator<HttpField> iterator() {
        HttpFields fields = getHttpFields();
        return fields == null ? HttpFields.EMPTY.iterator() : fields.iterator();
    }

    @Override
    public String toString() {
        HttpFields fields = getHttpFields();
        return getHttpVersion() + "{" + (fields == null ? 0 : fields.size()) + " fields}";
    }

    /** The head of a request. */
    public static class Request extends MetaData {
        /** The URI of a request that was refused before its target was known. */
        public static final HttpURI UNKNOWN_URI = HttpURI.from("http://badMessage");

        private final String method;
        private final HttpURI uri;
        private final long beginNanoTime;

        public Request(String method, HttpURI uri, HttpVersion version, HttpFields fields) {
            this(System.nanoTime(), method, uri, version, fields);
        }

        public Request(long beginNanoTime, String method, HttpURI uri, HttpVersion version, HttpFields fields) {
            this(beginNanoTime, method, uri, version, fields, -1);
        }

        public Request(String method, HttpURI uri, HttpVersion version, HttpFields fields, long contentLength) {
            this(System.nanoTime(), method, uri, version, fields, contentLength);
        }

        /** The URI of a request that is refused: by its target where that is known, otherwise {@link #UNKNOWN_URI}. */
        public static HttpURI refusedUri(@Nullable String method, @Nullable String target) {
            if (method == null || target == null) {
                return UNKNOWN_URI;
            }
            try {
                return HttpURI.from(method, target);
            } catch (RuntimeException x) {
                // the target may be why the request is refused
                return HttpURI.build().unreadable(target).asImmutable();
            }
        }

        public Request(
                long beginNanoTime,
                String method,
                HttpURI uri,
                HttpVersion version,
                HttpFields fields,
                long contentLength) {
            this(beginNanoTime, method, uri, version, fields, contentLength, null);
        }

        public Request(
                String method,
                @Nullable String scheme,
                @Nullable HostPortHttpField authority,
                String target,
                HttpVersion version,
                HttpFields fields,
                long contentLength) {
            this(System.nanoTime(), method, scheme, authority, target, version, fields, contentLength);
        }

        public Request(
                long beginNanoTime,
                String method,
                @Nullable String scheme,
                @Nullable HostPortHttpField authority,
                String target,
                HttpVersion version,
                HttpFields fields,
                long contentLength) {
            this(
                    beginNanoTime,
                    method,
                    HttpURI.build()
                            .uri(method, target)
                            .scheme(scheme)
                            .authority(
                                    authority == null ? null : authority.getHost(),
                                    authority == null ? -1 : authority.getPort(-1)),
                    version,
                    fields,
                    contentLength);
        }

        public Request(
                String method,
                HttpURI uri,
                HttpVersion version,
                HttpFields fields,
                long contentLength,
                @Nullable Supplier<HttpFields> trailers) {
            this(System.nanoTime(), method, uri, version, fields, contentLength, trailers);
        }

        @SuppressWarnings("NullAway") // none is let in, where nobody asks for it
        public Request(
                long beginNanoTime,
                String method,
                HttpURI uri,
                HttpVersion version,
                HttpFields fields,
                long contentLength,
                @Nullable Supplier<HttpFields> trailers) {
            super(version, fields, contentLength, trailers);
            this.beginNanoTime = beginNanoTime;
            this.method = method;
            this.uri = uri == null ? null : uri.asImmutable();
        }

        @Override
        public boolean isRequest() {
            return true;
        }

        /** When the request began, as System.nanoTime(). */
        public long getBeginNanoTime() {
            return beginNanoTime;
        }

        public String getMethod() {
            return method;
        }

        public HttpURI getHttpURI() {
            return uri;
        }

        /** The protocol of an extended CONNECT (RFC 8441). */
        public @Nullable String getProtocol() {
            return null;
        }

        /** Whether the client waits for 100 Continue (RFC 9110, section 10.1.1). */
        public boolean is100ContinueExpected() {
            return getHttpVersion() != HttpVersion.HTTP_1_0
                    && getHttpFields().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString());
        }

        @Override
        public String toString() {
            return getMethod() + " " + getHttpURI() + " " + super.toString();
        }
    }

    /** The head of a CONNECT request, extended with a protocol (RFC 8441) or not. */
    public static class ConnectRequest extends Request {
        private final String protocol;

        public ConnectRequest(
                @Nullable HttpScheme scheme,
                HostPortHttpField authority,
                String path,
                HttpFields fields,
                String protocol) {
            this(scheme == null ? null : scheme.asString(), authority, path, fields, protocol);
        }

        public ConnectRequest(
                long beginNanoTime,
                @Nullable HttpScheme scheme,
                HostPortHttpField authority,
                String path,
                HttpFields fields,
                String protocol) {
            this(beginNanoTime, scheme == null ? null : scheme.asString(), authority, path, fields, protocol);
        }

        public ConnectRequest(
                @Nullable String scheme, HostPortHttpField authority, String path, HttpFields fields, String protocol) {
            this(System.nanoTime(), scheme, authority, path, fields, protocol);
        }

        public ConnectRequest(
                long beginNanoTime,
                @Nullable String scheme,
                @Nullable HostPortHttpField authority,
                String path,
                HttpFields fields,
                String protocol) {
            super(
                    beginNanoTime,
                    HttpMethod.CONNECT.asString(),
                    HttpURI.build()
                            .scheme(scheme)
                            .host(authority == null ? null : authority.getHost())
                            .port(authority == null ? -1 : authority.getPort(-1))
                            .pathQuery(path),
                    HttpVersion.HTTP_2,
                    fields,
                    -1);
            this.protocol = protocol;
        }

        @Override
        public String getProtocol() {
            return protocol;
        }
    }

    /** The head of a response. */
    public static class Response extends MetaData {
        private final int status;
        private final @Nullable String reason;

        public Response(int status, @Nullable String reason, HttpVersion version, HttpFields fields) {
            this(status, reason, version, fields, -1);
        }

        public Response(
                int status, @Nullable String reason, HttpVersion version, HttpFields fields, long contentLength) {
            this(status, reason, version, fields, contentLength, null);
        }

        public Response(
                int status,
                @Nullable String reason,
                HttpVersion version,
                HttpFields fields,
                long contentLength,
                @Nullable Supplier<HttpFields> trailers) {
            super(version, fields, contentLength, trailers);
            this.status = status;
            this.reason = reason;
        }

        @Override
        public boolean isResponse() {
            return true;
        }

        public int getStatus() {
            return status;
        }

        /** The reason, or null for the usual one. */
        public @Nullable String getReason() {
            return reason;
        }

        @Override
        public String toString() {
            return status + " " + super.toString();
        }
    }

    /** A head that could not be read, as HTTP/2 and HTTP/3 hand it on. */
    public interface Failed {
        /** Why it could not be read. */
        Throwable getFailure();

        /** The failure of a head. */
        static @Nullable Throwable getFailure(MetaData metaData) {
            return metaData instanceof Failed failed ? failed.getFailure() : null;
        }

        static MetaData.Request newFailedMetaDataRequest(HttpVersion version, Throwable failure) {
            return new FailedRequest(version, failure);
        }

        static MetaData.Response newFailedMetaDataResponse(HttpVersion version, Throwable failure) {
            return new FailedResponse(version, failure);
        }
    }

    private static final class FailedRequest extends Request implements Failed {
        private final Throwable failure;

        private FailedRequest(HttpVersion version, Throwable failure) {
            super(System.nanoTime(), "", HttpURI.build(), version, HttpFields.EMPTY);
            this.failure = failure;
        }

        @Override
        public Throwable getFailure() {
            return failure;
        }
    }

    private static final class FailedResponse extends Response implements Failed {
        private final Throwable failure;

        private FailedResponse(HttpVersion version, Throwable failure) {
            super(0, null, version, HttpFields.EMPTY);
            this.failure = failure;
        }

        @Override
        public Throwable getFailure() {
            return failure;
        }
    }
}
