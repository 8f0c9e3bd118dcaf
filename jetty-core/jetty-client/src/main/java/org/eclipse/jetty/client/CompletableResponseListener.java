package org.eclipse.jetty.client;

import java.util.concurrent.CompletableFuture;

/** Completes a future with the whole response, 2 MiB at most by default. Used for one request. */
public class CompletableResponseListener extends BufferingResponseListener {
    private final CompletableFuture<ContentResponse> future = new Cancelling();
    private final Request request;

    public CompletableResponseListener(Request request) {
        this(request, DEFAULT_MAX_LENGTH);
    }

    /** @param maxLength the most bytes of content */
    public CompletableResponseListener(Request request, int maxLength) {
        super(maxLength);
        this.request = request;
    }

    public Request getRequest() {
        return request;
    }

    /** Sends the request; cancelling the future aborts it. */
    public CompletableFuture<ContentResponse> send() {
        request.send(this);
        return future;
    }

    public CompletableFuture<ContentResponse> send(Destination destination) {
        destination.send(request, this);
        return future;
    }

    public CompletableFuture<ContentResponse> send(Connection connection) {
        connection.send(request, this);
        return future;
    }

    @Override
    public void onComplete(Result result) {
        if (result.isFailed()) {
            future.completeExceptionally(result.getFailure());
        } else {
            future.complete(ContentResponse.from(result.getResponse(), getContent(), getMediaType(), getEncoding()));
        }
    }

    private final class Cancelling extends CompletableFuture<ContentResponse> {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            request.abort(new java.util.concurrent.CancellationException());
            return super.cancel(mayInterruptIfRunning);
        }
    }
}
