package org.eclipse.jetty.server.internal.coding;

import org.eclipse.jetty.util.Callback;

/** Ends the encoded stream when the handlers have completed, and gives back what was borrowed. Thread-safe. */
final class CodingCompletion extends Callback.Nested {
    private final CodingRequest request;
    private final CodingResponse response;

    CodingCompletion(CodingRequest request, CodingResponse response, Callback callback) {
        super(callback);
        this.request = request;
        this.response = response;
    }

    static void close(CodingRequest request, CodingResponse response) {
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
