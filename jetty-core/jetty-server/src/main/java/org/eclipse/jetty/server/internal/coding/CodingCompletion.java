package org.eclipse.jetty.server.internal.coding;

import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Ends the encoded stream when the handlers have completed, and gives back what was borrowed. Thread-safe. */
final class CodingCompletion extends Callback.Nested {
    private final @Nullable CodingRequest request;
    private final @Nullable CodingResponse response;

    CodingCompletion(@Nullable CodingRequest request, @Nullable CodingResponse response, Callback callback) {
        super(callback);
        this.request = request;
        this.response = response;
    }

    static void close(@Nullable CodingRequest request, @Nullable CodingResponse response) {
        if (request != null) {
            request.close();
        }
        if (response != null) {
            response.close();
        }
    }

    @Override
    public void succeeded() {
        if (request != null) {
            request.close();
        }
        if (response == null) {
            getCallback().succeeded();
        } else {
            response.complete(getCallback());
        }
    }

    @Override
    public void failed(Throwable x) {
        close(request, response);
        getCallback().failed(x);
    }
}
