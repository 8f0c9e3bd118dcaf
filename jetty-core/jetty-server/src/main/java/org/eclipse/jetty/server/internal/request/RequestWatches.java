package org.eclipse.jetty.server.internal.request;

import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.server.RequestWatch;

/** Two that watch a request, the later one first. Confined as they are. */
final class RequestWatches extends RequestWatch {
    private final RequestWatch later;
    private final RequestWatch earlier;

    private RequestWatches(RequestWatch later, RequestWatch earlier) {
        this.later = later;
        this.earlier = earlier;
    }

    /** Returns one that is all of both. */
    static RequestWatch of(RequestWatch later, RequestWatch earlier) {
        return earlier == null ? later : new RequestWatches(later, earlier);
    }

    /** Returns one that has a place in a trace, or none, whatever another one says that it stands for otherwise. */
    static RequestWatch withTrace(TraceContext trace, RequestWatch other) {
        return new WithTrace(trace, other instanceof WithTrace set ? set.other : other);
    }

    @Override
    public void onContext(String contextPath) {
        later.onContext(contextPath);
        earlier.onContext(contextPath);
    }

    @Override
    public void onEnd(Throwable failure) {
        try {
            later.onEnd(failure);
        } finally {
            earlier.onEnd(failure);
        }
    }

    @Override
    public TraceContext getTraceContext() {
        TraceContext trace = later.getTraceContext();
        return trace == null ? earlier.getTraceContext() : trace;
    }

    /** A place in a trace that was set. */
    private static final class WithTrace extends RequestWatch {
        private final TraceContext trace;
        private final RequestWatch other;

        private WithTrace(TraceContext trace, RequestWatch other) {
            this.trace = trace;
            this.other = other;
        }

        @Override
        public void onContext(String contextPath) {
            if (other != null) {
                other.onContext(contextPath);
            }
        }

        @Override
        public void onEnd(Throwable failure) {
            if (other != null) {
                other.onEnd(failure);
            }
        }

        @Override
        public TraceContext getTraceContext() {
            return trace;
        }
    }
}
