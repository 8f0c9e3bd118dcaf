package org.eclipse.jetty.rewrite;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What there is of a response before the first handler: its fields. Confined to one request. */
record ResponseHeaders(Request request, HttpFields.Mutable headers) implements Response {
    @Override
    public Request getRequest() {
        return request;
    }

    @Override
    public HttpFields.Mutable getHeaders() {
        return headers;
    }

    @Override
    public int getStatus() {
        return 0;
    }

    @Override
    public void setStatus(int code) {
        throw unsupported();
    }

    @Override
    public @Nullable Supplier<HttpFields> getTrailersSupplier() {
        return null;
    }

    @Override
    public void setTrailersSupplier(@Nullable Supplier<HttpFields> trailers) {
        throw unsupported();
    }

    @Override
    public boolean isCommitted() {
        return false;
    }

    @Override
    public boolean hasLastWrite() {
        return false;
    }

    @Override
    public boolean isCompletedSuccessfully() {
        return false;
    }

    @Override
    public void reset() {
        throw unsupported();
    }

    @Override
    public CompletableFuture<Void> writeInterim(int status, HttpFields fields) {
        throw unsupported();
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer byteBuffer, Callback callback) {
        throw unsupported();
    }

    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException(
                "A customizer cannot answer a request (expected: a rule of RewriteHandler)");
    }
}
