package org.eclipse.jetty.opentelemetry;

import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.server.RequestWatch;

/** The place of a request in a trace that is not recorded. Made for one request. */
final class RequestTrace extends RequestWatch {
    private final TraceContext trace;

    RequestTrace(TraceContext trace) {
        this.trace = trace;
    }

    @Override
    public TraceContext getTraceContext() {
        return trace;
    }
}
