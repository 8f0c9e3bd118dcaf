package org.eclipse.jetty.server.handler;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.NanoTime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports the time that each request took to subclasses. Thread-safe. */
public abstract class LatencyRecordingHandler extends EventsHandler {
    private static final Logger LOG = LoggerFactory.getLogger(LatencyRecordingHandler.class);

    public LatencyRecordingHandler() {}

    public LatencyRecordingHandler(Handler handler) {
        super(handler);
    }

    @Override
    protected final void onComplete(
            Request request, int status, @Nullable HttpFields headers, @Nullable Throwable failure) {
        super.onComplete(request, status, headers, failure);
        try {
            onRequestComplete(request.getId(), NanoTime.since(request.getBeginNanoTime()));
        } catch (Throwable x) {
            LOG.warn("Could not record the latency of request {}", request.getId(), x);
        }
    }

    /**
     * Called when a request has been completed, failed ones included.
     *
     * @param requestId the identifier of the request, unique among those of its connection
     * @param durationInNs the time from its first byte to the end of its response, in nanoseconds
     */
    protected abstract void onRequestComplete(String requestId, long durationInNs);
}
