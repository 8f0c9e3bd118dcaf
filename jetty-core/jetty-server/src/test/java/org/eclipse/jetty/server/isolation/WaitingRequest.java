package org.eclipse.jetty.server.isolation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * A request of a client that has nothing to do with the one that an application kept: it waits in its handler until the test
 * has misused what was kept, and is then answered with what it says. Used by one thread at a time.
 */
final class WaitingRequest {
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private HttpStream stream;
    private long idleTimeout;

    WaitingRequest(Request request, Response response, Callback callback) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        request.addHttpStreamWrapper(wrapped -> {
            stream = wrapped;
            idleTimeout = wrapped.getIdleTimeout();
            return wrapped;
        });
    }

    /** The secret of the client whose request it seems to be. */
    String secret() {
        return request.getHeaders().get(HttpHeader.AUTHORIZATION);
    }

    /** Commits the response, and writes what is before the content of the request. */
    void begin() throws Exception {
        List<HttpCookie> cookies = Request.getCookies(request);
        String cookie = cookies.isEmpty() ? null : cookies.get(0).getValue();
        String first =
                SecretAnswer.first(request.getMethod(), request.getHttpURI().getPathQuery(), cookie);
        byte[] bytes = first.getBytes(StandardCharsets.UTF_8);
        response.setStatus(200);
        response.getHeaders().put(SecretAnswer.FIELD, request.getHeaders().get(HttpHeader.AUTHORIZATION));
        response.getHeaders().put(HttpHeader.SET_COOKIE, "secret=" + cookie);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length + request.getLength());
        Content.Sink.write(response, false, ByteBuffer.wrap(bytes));
    }

    /** Copies the content of the request to the response, and ends both. */
    void finish() {
        Content.copy(request, response, Callback.from(this::succeeded, this::failed));
    }

    private void succeeded() {
        callback.succeeded();
        failure.complete(null);
    }

    private void failed(Throwable cause) {
        callback.failed(cause);
        failure.complete(cause);
    }

    /** Why it could not be answered; null if it was. */
    CompletableFuture<Throwable> failure() {
        return failure;
    }

    /** Whether the idle timeout is what it was when the request began. */
    boolean hasItsIdleTimeout() {
        return stream.getIdleTimeout() == idleTimeout;
    }
}
