package org.eclipse.jetty.server.handler.gzip;

import org.eclipse.jetty.util.Callback;

/** Ends the compressed stream when the handlers have completed, and gives back what was borrowed. Thread-safe. */
final class GzipCompletion extends Callback.Nested {
    private final GzipRequest request;
    private final GzipResponse response;

    GzipCompletion(GzipRequest request, GzipResponse response, Callback callback) {
        super(callback);
        this.request = request;
        this.response = response;
    }

    static void close(GzipRequest request, GzipResponse response) {
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
