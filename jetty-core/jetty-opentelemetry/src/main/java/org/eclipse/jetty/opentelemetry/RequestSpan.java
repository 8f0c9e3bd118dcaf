package org.eclipse.jetty.opentelemetry;

import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SpanProcessor;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestWatch;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/** Records a request as a span. Made for one request. */
final class RequestSpan extends RequestWatch {
    private final Request request;
    private final Response response;
    private final TraceContext trace;
    private final @Nullable TraceContext parent;
    private final SpanProcessor processor;
    private final Resource resource;
    private @Nullable String contextPath;

    /**
     * @param trace the place of the request in its trace
     * @param parent what the client sent
     * @param processor takes the span when the request has ended
     * @param resource the server
     */
    RequestSpan(
            Request request,
            Response response,
            TraceContext trace,
            @Nullable TraceContext parent,
            SpanProcessor processor,
            Resource resource) {
        this.request = request;
        this.response = response;
        this.trace = trace;
        this.parent = parent;
        this.processor = processor;
        this.resource = resource;
    }

    @Override
    public void onContext(@Nullable String path, @Nullable String version) {
        contextPath = path;
    }

    @Override
    public void onEnd(@Nullable Throwable failure) {
        long nanos = System.nanoTime() - request.getBeginNanoTime();
        Instant now = Instant.now();
        long end = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        EndedRequest ended = EndedRequest.of(request, response, failure, contextPath);
        processor.onEnd(new EndedSpan(ended, trace, parent, end - nanos, end, resource));
    }
}
