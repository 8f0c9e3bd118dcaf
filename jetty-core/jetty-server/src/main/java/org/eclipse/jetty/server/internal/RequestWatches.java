package org.eclipse.jetty.server.internal;

import org.eclipse.jetty.server.RequestWatch;
import org.jspecify.annotations.Nullable;

/** Two that watch a request, the later one first. Confined as they are. */
final class RequestWatches extends RequestWatch {
    private final RequestWatch later;
    private final RequestWatch earlier;

    private RequestWatches(RequestWatch later, RequestWatch earlier) {
        this.later = later;
        this.earlier = earlier;
    }

    /** Returns one that is all of both. */
    static RequestWatch of(RequestWatch later, @Nullable RequestWatch earlier) {
        return earlier == null ? later : new RequestWatches(later, earlier);
    }

    @Override
    public void onContext(@Nullable String contextPath, @Nullable String version) {
        later.onContext(contextPath, version);
        earlier.onContext(contextPath, version);
    }

    @Override
    public void onEnd(@Nullable Throwable failure) {
        try {
            later.onEnd(failure);
        } finally {
            earlier.onEnd(failure);
        }
    }
}
