package org.eclipse.jetty.metrics;

import java.util.function.Consumer;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** A request that is measured until its response has ended. Made for one request. */
final class MeasuredRequest extends Request.Wrapper implements Consumer<Throwable> {
    private final RequestMetrics metrics;
    private final Response response;
    private volatile RequestSeries.OfContext series;

    MeasuredRequest(Request request, Response response, RequestMetrics metrics) {
        super(request);
        this.response = response;
        this.metrics = metrics;
    }

    /** The context that handles it: the first one, when others include or forward. */
    void enterContext(RequestSeries.OfContext entered) {
        if (series == null) {
            series = entered;
        }
    }

    RequestSeries.OfContext series() {
        return series;
    }

    @Override
    public void accept(Throwable failure) {
        metrics.ended(this, response);
    }
}
