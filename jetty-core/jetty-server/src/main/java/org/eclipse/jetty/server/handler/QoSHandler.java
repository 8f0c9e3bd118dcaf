package org.eclipse.jetty.server.handler;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.CyclicTimeouts;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.internal.admission.AdaptiveLimit;
import org.eclipse.jetty.server.internal.admission.Refusal;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.RefusalCounter;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the requests that are handled at once; a bounded number of others is suspended, the rest is refused.
 *
 * <p>A suspended request keeps no thread. When one that was handled has ended, that of the highest {@linkplain #getPriority
 * priority} goes on, of several the one that came first. One that was suspended for {@link #getMaxSuspend()}, or comes when
 * too many are, is answered with {@link #getRejectStatusCode()} and a Retry-After. Requests that do not meet the conditions
 * (methods, paths, addresses) are handled without limit.
 *
 * <p>The limit is {@link #getMaxRequestCount()}. If {@linkplain #setAdaptive adaptive}, it is at most that, and follows the
 * measured latency down to {@link #getMinRequestCount()}: requests that would only wait behind a slow back end are kept
 * out of it, and out of the threads that others need.
 *
 * <p>Thread-safe; suspended requests are guarded by lock, which is not taken as long as none is.
 */
@ManagedObject("Limits the requests that are handled at once")
public class QoSHandler extends ConditionalHandler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(QoSHandler.class);
    private static final int UNKNOWN_POOL_LIMIT = 256;

    private final AutoLock lock = new AutoLock();
    private final PriorityQueue<Suspended> queue = new PriorityQueue<>(
            Comparator.<Suspended>comparingInt(s -> -s.priority).thenComparingLong(s -> s.order));
    private long order;
    // the size of the queue, written with the lock
    private volatile int suspended;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LongAdder requests = new LongAdder();
    private final LongAdder suspends = new LongAdder();
    private final LongAdder resumes = new LongAdder();
    private final LongAdder expirations = new LongAdder();
    private final RefusalCounter exceeded = new RefusalCounter(LOG, "QoSHandler");
    private final RefusalCounter expired = new RefusalCounter(LOG, "QoSHandler");
    private int maxRequestCount;
    private volatile int limit;
    private volatile int maxSuspendedRequestCount = 1024;
    private volatile Duration maxSuspend = Duration.ZERO;
    private volatile int rejectStatus = HttpStatus.SERVICE_UNAVAILABLE_503;
    private volatile long retryAfter = 1;
    private boolean adaptive;
    private int minRequestCount = 4;
    private volatile @Nullable AdaptiveLimit adaptiveLimit;
    private CyclicTimeouts<Suspended> timeouts;

    public QoSHandler() {
        this(null);
    }

    public QoSHandler(@Nullable Handler handler) {
        super(handler);
    }

    @ManagedAttribute("The most requests that are handled at once")
    public int getMaxRequestCount() {
        return isRunning() ? limit : maxRequestCount;
    }

    /**
     * Sets the most requests that are handled at once; 0 takes the limit of the virtual threads, if they are used and
     * limited, else half of the maximum of the thread pool, so that other requests have the other half. May change while
     * running, unless adaptive.
     */
    public void setMaxRequestCount(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("maxRequestCount " + count + " (expected: 0 or more)");
        }
        if (adaptive && isRunning()) {
            throw new IllegalStateException("the limit adapts itself: " + this);
        }
        maxRequestCount = count;
        if (isRunning()) {
            limit = count == 0 ? limitOf(Handler.serverOf(this).getThreadPool()) : count;
            resume();
        }
    }

    @ManagedAttribute("The most requests that are suspended; 0 for none, negative for no limit")
    public int getMaxSuspendedRequestCount() {
        return maxSuspendedRequestCount;
    }

    public void setMaxSuspendedRequestCount(int count) {
        maxSuspendedRequestCount = count;
    }

    /** How long a request is suspended at most; not positive for as long as its connection may be idle. */
    public Duration getMaxSuspend() {
        return maxSuspend;
    }

    public void setMaxSuspend(Duration duration) {
        maxSuspend = duration == null || duration.isNegative() ? Duration.ZERO : duration;
    }

    @ManagedAttribute("The milliseconds that a request is suspended at most; 0 for as long as it may be idle")
    public long getMaxSuspendMillis() {
        return maxSuspend.toMillis();
    }

    @ManagedAttribute("The status of refused requests")
    public int getRejectStatusCode() {
        return rejectStatus;
    }

    public void setRejectStatusCode(int status) {
        if (!HttpStatus.isClientError(status) && !HttpStatus.isServerError(status)) {
            throw new IllegalArgumentException("status " + status + " (expected: 4xx or 5xx)");
        }
        rejectStatus = status;
    }

    @ManagedAttribute("The seconds after which refused clients are told to try again")
    public long getRetryAfter() {
        return retryAfter;
    }

    public void setRetryAfter(long seconds) {
        retryAfter = seconds;
    }

    @ManagedAttribute("Whether the limit follows the latency")
    public boolean isAdaptive() {
        return adaptive;
    }

    public void setAdaptive(boolean adapt) {
        if (isRunning()) {
            throw new IllegalStateException("cannot change while running: " + this);
        }
        adaptive = adapt;
    }

    @ManagedAttribute("The least that an adaptive limit may become")
    public int getMinRequestCount() {
        return minRequestCount;
    }

    public void setMinRequestCount(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("minRequestCount " + count + " (expected: 1 or more)");
        }
        if (isRunning()) {
            throw new IllegalStateException("cannot change while running: " + this);
        }
        minRequestCount = count;
    }

    @ManagedAttribute("The requests that may be handled at once now")
    public int getCurrentLimit() {
        AdaptiveLimit a = adaptiveLimit;
        return a == null ? limit : a.getLimit();
    }

    @ManagedAttribute("The requests that are handled now")
    public int getCurrentRequestCount() {
        return inFlight.get();
    }

    @ManagedAttribute("The requests that are suspended now")
    public int getSuspendedRequestCount() {
        return suspended;
    }

    @ManagedAttribute("The requests that met the conditions")
    public long getTotalRequestCount() {
        return requests.sum();
    }

    @ManagedAttribute("The requests that were suspended")
    public long getTotalSuspendedRequestCount() {
        return suspends.sum();
    }

    @ManagedAttribute("The requests that were resumed")
    public long getTotalResumedRequestCount() {
        return resumes.sum();
    }

    @ManagedAttribute("The requests that were suspended for too long")
    public long getTotalExpiredRequestCount() {
        return expirations.sum();
    }

    @ManagedAttribute("The requests that were refused because too many were suspended")
    public long getTotalExceededRequestCount() {
        return exceeded.getCount();
    }

    @Override
    protected void doStart() throws Exception {
        limit = maxRequestCount == 0 ? limitOf(Handler.serverOf(this).getThreadPool()) : maxRequestCount;
        adaptiveLimit = adaptive ? new AdaptiveLimit(Math.min(minRequestCount, limit), limit, System.nanoTime()) : null;
        timeouts = new Timeouts();
        super.doStart();
    }

    private static int limitOf(ThreadPool pool) {
        if (VirtualThreads.getVirtualThreadsExecutor(pool) instanceof VirtualThreadPool virtual
                && virtual.getMaxThreads() > 0) {
            return virtual.getMaxThreads();
        }
        return pool instanceof ThreadPool.SizedThreadPool sized
                ? Math.max(1, sized.getMaxThreads() / 2)
                : UNKNOWN_POOL_LIMIT;
    }

    @Override
    protected void doStop() throws Exception {
        for (Suspended left : suspendedNow()) {
            if (remove(left)) {
                failSuspended(
                        left.request,
                        left.response,
                        left.callback,
                        rejectStatus,
                        new RejectedExecutionException("stopped"));
            }
        }
        timeouts.destroy();
        super.doStop();
    }

    @Override
    public boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
        requests.increment();
        // who waits already goes first
        if (suspended == 0 && acquire()) {
            return handleWithPermit(request, response, callback);
        }
        if (!suspend(request, response, callback)) {
            exceeded.refused(inFlight + " requests are handled, and " + suspended + " suspended");
            reject(request, response, callback, rejectStatus);
        }
        return true;
    }

    @Override
    protected boolean onConditionsNotMet(Request request, Response response, Callback callback) throws Exception {
        return nextHandler(request, response, callback);
    }

    /** Refuses a request. */
    protected void reject(Request request, Response response, Callback callback, int status) {
        Refusal.write(request, response, callback, status, retryAfter);
    }

    /** The priority of a request that is about to be suspended: the greater, the earlier it goes on. */
    protected int getPriority(Request request) {
        return 0;
    }

    /** Answers a suspended request that failed: its client has gone, it was suspended or idle for too long, or the server stops. */
    protected void failSuspended(Request request, Response response, Callback callback, int status, Throwable failure) {
        LOG.debug("suspended {} failed", request, failure);
        reject(request, response, callback, status);
    }

    /** Answers a request that was suspended for too long: by {@link #failSuspended}, with a {@link TimeoutException}. */
    protected void expireSuspended(Request request, Response response, Callback callback) {
        failSuspended(
                request,
                response,
                callback,
                rejectStatus,
                new TimeoutException("suspended for " + maxSuspend.toMillis() + " ms"));
    }

    private boolean acquire() {
        while (true) {
            int n = inFlight.get();
            if (n >= getCurrentLimit()) {
                return false;
            }
            if (inFlight.compareAndSet(n, n + 1)) {
                return true;
            }
        }
    }

    private boolean handleWithPermit(Request request, Response response, Callback callback) throws Exception {
        Request.addCompletionListener(request, new Permit());
        return nextHandler(request, response, callback);
    }

    private void release() {
        inFlight.decrementAndGet();
        resume();
    }

    private boolean suspend(Request request, Response response, Callback callback) {
        Suspended entry = new Suspended(request, response, callback, getPriority(request));
        try (AutoLock l = lock.lock()) {
            if (maxSuspendedRequestCount >= 0 && queue.size() >= maxSuspendedRequestCount) {
                return false;
            }
            entry.order = order++;
            queue.add(entry);
            suspended = queue.size();
        }
        suspends.increment();
        timeouts.schedule(entry);
        request.addFailureListener(entry);
        request.addIdleTimeoutListener(entry::onIdle);
        // a permit may have been given back before the request was seen to wait
        resume();
        return true;
    }

    /** Hands free permits to those who wait. */
    private void resume() {
        while (suspended > 0 && acquire()) {
            Suspended next;
            try (AutoLock l = lock.lock()) {
                next = queue.poll();
                suspended = queue.size();
            }
            if (next == null) {
                inFlight.decrementAndGet();
            } else {
                resumes.increment();
                next.execute();
            }
        }
    }

    private boolean remove(Suspended entry) {
        try (AutoLock l = lock.lock()) {
            boolean removed = queue.remove(entry);
            suspended = queue.size();
            return removed;
        }
    }

    private List<Suspended> suspendedNow() {
        try (AutoLock l = lock.lock()) {
            return new ArrayList<>(queue);
        }
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x{%s,%d<=%d,suspended=%d<=%d}",
                getClass().getSimpleName(),
                hashCode(),
                getState(),
                inFlight.get(),
                getCurrentLimit(),
                suspended,
                maxSuspendedRequestCount);
    }

    /** The right to be handled, until the request has ended. */
    private final class Permit implements Consumer<Throwable> {
        private final @Nullable AdaptiveLimit adapting = adaptiveLimit;
        private final long begin = adapting == null ? 0 : System.nanoTime();

        @Override
        public void accept(Throwable failure) {
            if (adapting != null) {
                adapting.onSample(begin, System.nanoTime(), inFlight.get());
            }
            release();
        }
    }

    /** A request that waits for a permit. */
    private final class Suspended implements CyclicTimeouts.Expirable, Consumer<Throwable>, Runnable {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private final int priority;
        private final long expires;
        private long order;

        private Suspended(Request request, Response response, Callback callback, int priority) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            this.priority = priority;
            expires = CyclicTimeouts.Expirable.calcExpireNanoTime(maxSuspend.toMillis());
        }

        @Override
        public long getExpireNanoTime() {
            return expires;
        }

        /** The connection has failed. */
        @Override
        public void accept(Throwable failure) {
            if (remove(this)) {
                answer(() -> failSuspended(request, response, callback, rejectStatus, failure));
            }
        }

        /** The connection was idle for too long; returns whether that shall fail it. */
        private boolean onIdle(TimeoutException timeout) {
            if (!remove(this)) {
                return true;
            }
            answer(() -> failSuspended(request, response, callback, rejectStatus, timeout));
            return false;
        }

        /** Runs what may block, as an error page of the application, in a thread for that. */
        private void answer(Runnable answer) {
            Runnable task = () -> request.getContext().run(answer, request);
            try {
                request.getComponents().getExecutor().execute(task);
            } catch (RejectedExecutionException x) {
                LOG.debug("no thread to answer {}", this, x);
                task.run();
            }
        }

        private void execute() {
            Executor executor = request.getComponents().getExecutor();
            try {
                executor.execute(this);
            } catch (RejectedExecutionException x) {
                failSuspended(request, response, callback, rejectStatus, x);
                inFlight.decrementAndGet();
            }
        }

        @Override
        public void run() {
            request.getContext().run(this::handle, request);
        }

        private void handle() {
            try {
                if (!handleWithPermit(request, response, callback)) {
                    Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
                }
            } catch (Throwable x) {
                callback.failed(x);
            }
        }

        @Override
        public String toString() {
            return "suspended " + request;
        }
    }

    /** Expires suspended requests. */
    private final class Timeouts extends CyclicTimeouts<Suspended> {
        private Timeouts() {
            super(Handler.serverOf(QoSHandler.this).getScheduler());
        }

        @Override
        protected Iterator<Suspended> iterator() {
            return suspendedNow().iterator();
        }

        @Override
        protected boolean onExpired(Suspended entry) {
            if (remove(entry)) {
                expirations.increment();
                expired.refused("a request was suspended for " + maxSuspend);
                entry.answer(() -> expireSuspended(entry.request, entry.response, entry.callback));
            }
            return false;
        }
    }
}
