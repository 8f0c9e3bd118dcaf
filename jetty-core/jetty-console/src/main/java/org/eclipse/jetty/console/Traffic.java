package org.eclipse.jetty.console;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * Counts requests, those of each context alone, and holds those in flight while they are tracked. As an inherited listener it sees all
 * contexts, which call it for the requests that they handle. Thread-safe.
 */
final class Traffic implements Container.InheritedListener, ContextHandler.ContextScopeListener {
    private static final int MAX_CONTEXTS = 500;
    private static final int MAX_ERRORS = 50;
    private static final int MAX_TEXT = 300;

    private final LongAdder begun = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private final LatencyHistogram latencies = new LatencyHistogram();
    private final Map<String, OfContext> contexts = new ConcurrentHashMap<>();
    private final Set<ConsoleRequest> inFlight = ConcurrentHashMap.newKeySet();
    private final AutoLock lock = new AutoLock();
    private final Deque<Map<String, Object>> lastErrors = new ArrayDeque<>();
    private volatile boolean tracking;

    /** The counters of one context path. */
    static final class OfContext {
        private final LongAdder begun = new LongAdder();
        private final LongAdder ended = new LongAdder();
        private final LongAdder errors = new LongAdder();
    }

    /** Whether requests in flight are held, so that they can be listed. */
    boolean isTracking() {
        return tracking;
    }

    /** Holds requests in flight from the next one on, or no longer. */
    void setTracking(boolean track) {
        tracking = track;
        if (!track) {
            inFlight.clear();
        }
    }

    /** A request that is about to be handled; the wrapper is to be handled instead. */
    ConsoleRequest begin(Request request, Response response) {
        ConsoleRequest begins = new ConsoleRequest(request, response, this);
        begun.increment();
        if (tracking) {
            inFlight.add(begins);
        }
        Request.addCompletionListener(request, begins);
        return begins;
    }

    void ended(ConsoleRequest request, int status, @Nullable Throwable failure) {
        ended.increment();
        inFlight.remove(request);
        latencies.record((System.nanoTime() - request.getHeadersNanoTime()) / 1000);
        OfContext context = request.context();
        boolean error = status >= 500;
        if (error) {
            errors.increment();
            note(request, status, failure);
        }
        if (context != null) {
            context.ended.increment();
            if (error) {
                context.errors.increment();
            }
        }
    }

    private void note(ConsoleRequest request, int status, @Nullable Throwable failure) {
        Map<String, Object> error = request.describe();
        error.put("time", Instant.now().toString());
        error.put("status", status);
        Object cause = failure != null ? failure : request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
        error.put("cause", cause == null ? null : shortened(String.valueOf(cause)));
        try (AutoLock l = lock.lock()) {
            lastErrors.addFirst(error);
            if (lastErrors.size() > MAX_ERRORS) {
                lastErrors.removeLast();
            }
        }
    }

    static String shortened(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
    }

    @Override
    public void enterScope(Context context, @Nullable Request request) {
        ConsoleRequest entering = request == null ? null : Request.as(request, ConsoleRequest.class);
        String path = context.getContextPath();
        if (entering != null && path != null && entering.context() == null) {
            OfContext counters = of(path);
            counters.begun.increment();
            entering.enter(path, counters);
        }
    }

    private OfContext of(String contextPath) {
        OfContext found = contexts.get(contextPath);
        if (found != null) {
            return found;
        }
        // those of contexts that come and go for ever share one
        return contexts.computeIfAbsent(
                contexts.size() >= MAX_CONTEXTS ? "(others)" : contextPath, path -> new OfContext());
    }

    @Override
    public void beanAdded(Container parent, Object child) {
        if (child instanceof ContextHandler context) {
            context.addEventListener(this);
        }
    }

    @Override
    public void beanRemoved(Container parent, Object child) {
        if (child instanceof ContextHandler context) {
            context.removeEventListener(this);
        }
    }

    /** Adds the counters of a context to what is shown of it. */
    void addTo(Map<String, Object> context) {
        OfContext counters = contexts.get(String.valueOf(context.get("contextPath")));
        long begunThere = counters == null ? 0 : counters.begun.sum();
        long endedThere = counters == null ? 0 : counters.ended.sum();
        context.put("requests", endedThere);
        context.put("requestsActive", Math.max(0, begunThere - endedThere));
        context.put("errors", counters == null ? 0 : counters.errors.sum());
    }

    long requests() {
        return ended.sum();
    }

    long errors() {
        return errors.sum();
    }

    long active() {
        return Math.max(0, begun.sum() - ended.sum());
    }

    LatencyHistogram latencies() {
        return latencies;
    }

    /** The requests in flight, the oldest first. */
    List<Map<String, Object>> inFlight(int max) {
        List<ConsoleRequest> requests = new ArrayList<>(inFlight);
        requests.sort(Comparator.comparingLong(ConsoleRequest::getBeginNanoTime));
        return requests.stream()
                .limit(max)
                .map(ConsoleRequest::describeInFlight)
                .toList();
    }

    /** The last responses with a status of 500 or more, the newest first. */
    List<Map<String, Object>> lastErrors() {
        try (AutoLock l = lock.lock()) {
            return new ArrayList<>(lastErrors);
        }
    }

    /** The totals, for what is shown of all requests. */
    Map<String, Object> totals() {
        Map<String, Object> totals = new LinkedHashMap<>();
        totals.put("requests", requests());
        totals.put("errors", errors());
        totals.put("active", active());
        return totals;
    }
}
