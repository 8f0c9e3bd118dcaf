package org.eclipse.jetty.client.transport;

import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** The head of one response. Its fields are changed only until its headers are reported. */
public final class HttpResponse implements Response {
    private final Request request;
    private final HttpVersion version;
    private final int status;
    private final @Nullable String reason;
    private volatile HttpFields headers;
    private volatile @Nullable HttpFields trailers;

    public HttpResponse(Request request, HttpVersion version, int status, @Nullable String reason, HttpFields headers) {
        this.request = request;
        this.version = version;
        this.status = status;
        this.reason = reason;
        this.headers = headers;
    }

    @Override
    public Request getRequest() {
        return request;
    }

    @Override
    public HttpVersion getVersion() {
        return version;
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public @Nullable String getReason() {
        return reason;
    }

    @Override
    public HttpFields getHeaders() {
        return headers;
    }

    public void setHeaders(HttpFields fields) {
        headers = fields;
    }

    @Override
    public @Nullable HttpFields getTrailers() {
        return trailers;
    }

    void setTrailers(@Nullable HttpFields fields) {
        trailers = fields;
    }

    @Override
    public CompletableFuture<Boolean> abort(Throwable cause) {
        return request.abort(cause);
    }

    @Override
    public String toString() {
        return String.format("HttpResponse[%s %d %s]@%x", version, status, reason, hashCode());
    }
}
