package org.eclipse.jetty.metrics;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestWatch;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/** Measures one request until its response has ended. */
final class RequestMeasure extends RequestWatch {
    private final RequestMetrics metrics;
    private final Request request;
    private final Response response;
    private RequestSeries.OfContext series;

    /** @param series those of requests that no context handles */
    RequestMeasure(RequestMetrics metrics, Request request, Response response, RequestSeries.OfContext series) {
        this.metrics = metrics;
        this.request = request;
        this.response = response;
        this.series = series;
    }

    @Override
    public void onContext(@Nullable String contextPath, @Nullable String version) {
        if (contextPath != null) {
            series = metrics.series(ContextLabels.nameOf(contextPath, version));
        }
    }

    @Override
    public void onEnd(@Nullable Throwable failure) {
        metrics.ended(request, response, series);
    }
}
