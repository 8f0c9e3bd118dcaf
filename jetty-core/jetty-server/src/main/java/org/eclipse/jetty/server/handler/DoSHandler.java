package org.eclipse.jetty.server.handler;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.CyclicTimeouts;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.internal.admission.Refusal;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.thread.RefusalCounter;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rejects the requests of clients that make too many.
 *
 * <p>Each client, told from others by an id, has a tracker that decides about each of its requests, and expires when the
 * client is quiet. How many clients are tracked is limited. Requests that do not meet the conditions of this handler are not
 * looked at. Thread-safe.
 */
@ManagedObject("Rejects the requests of clients that make too many")
public class DoSHandler extends ConditionalHandler.ElseNext {
    /** An id of the client's address and port, that is of its connection. */
    public static final Function<Request, String> ID_FROM_REMOTE_ADDRESS_PORT = request -> {
        SocketAddress remote = request.getConnectionMetaData().getRemoteSocketAddress();
        return remote instanceof InetSocketAddress inet ? address(inet) + ":" + inet.getPort() : String.valueOf(remote);
    };

    /** An id of the client's address, as customizers found it. */
    public static final Function<Request, String> ID_FROM_REMOTE_ADDRESS = request -> {
        SocketAddress remote = request.getConnectionMetaData().getRemoteSocketAddress();
        return remote instanceof InetSocketAddress inet ? address(inet) : String.valueOf(remote);
    };

    /** An id of the client's port, for clients behind one address. */
    public static final Function<Request, String> ID_FROM_REMOTE_PORT = request -> {
        SocketAddress remote = request.getConnectionMetaData().getRemoteSocketAddress();
        return remote instanceof InetSocketAddress inet ? Integer.toString(inet.getPort()) : String.valueOf(remote);
    };

    /** An id of the connection. */
    public static final Function<Request, String> ID_FROM_CONNECTION =
            request -> request.getConnectionMetaData().getId();

    private static final Logger LOG = LoggerFactory.getLogger(DoSHandler.class);
    private static final int DEFAULT_DELAY_QUEUE = 1000;
    /** The most characters of the name of a host (RFC 1035, section 2.3.4). */
    private static final int MAX_NAME = 255;

    private static final long DEFAULT_DELAY_MILLIS = 1000;

    private final ConcurrentMap<String, Tracker> trackers = new ConcurrentHashMap<>();
    private final AtomicInteger tracked = new AtomicInteger();
    private final Function<Request, String> clientId;
    private final Tracker.Factory trackerFactory;
    private final Request.Handler rejectHandler;
    private final int maxTrackers;
    private final boolean rejectUntracked;
    private final RefusalCounter refusals = new RefusalCounter(LOG, "DoSHandler");
    private CyclicTimeouts<Tracker> timeouts;

    private static String address(InetSocketAddress inet) {
        InetAddress address = inet.getAddress();
        if (address != null) {
            return address.getHostAddress();
        }
        // what a proxy passes on of a client is remembered for each of many
        String name = inet.getHostString();
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME);
    }

    /** Tells clients by their address, and rejects late. */
    public DoSHandler(@Name("trackerFactory") Tracker.Factory trackerFactory) {
        this(null, ID_FROM_REMOTE_ADDRESS, trackerFactory, null, -1);
    }

    public DoSHandler(
            @Name("clientIdFn") Function<Request, String> clientId,
            @Name("trackerFactory") Tracker.Factory trackerFactory,
            @Name("rejectHandler") Request.Handler rejectHandler,
            @Name("maxTrackers") int maxTrackers) {
        this(null, clientId, trackerFactory, rejectHandler, maxTrackers);
    }

    public DoSHandler(
            @Name("handler") @Nullable Handler handler,
            @Name("clientIdFn") Function<Request, String> clientId,
            @Name("trackerFactory") Tracker.Factory trackerFactory,
            @Name("rejectHandler") Request.@Nullable Handler rejectHandler,
            @Name("maxTrackers") int maxTrackers) {
        this(handler, clientId, trackerFactory, rejectHandler, maxTrackers, true);
    }

    /**
     * @param handler the handler of requests that are not rejected
     * @param clientId gives the id of the client of a request
     * @param trackerFactory makes the trackers
     * @param rejectHandler answers requests that are rejected; null for a {@link DelayedRejectHandler}
     * @param maxTrackers the most clients that are tracked; not positive for no limit
     * @param rejectUntracked whether requests of further clients are rejected, or else handled
     */
    public DoSHandler(
            @Name("handler") @Nullable Handler handler,
            @Name("clientIdFn") Function<Request, String> clientId,
            @Name("trackerFactory") Tracker.Factory trackerFactory,
            @Name("rejectHandler") Request.@Nullable Handler rejectHandler,
            @Name("maxTrackers") int maxTrackers,
            @Name("rejectUntracked") boolean rejectUntracked) {
        super(handler);
        this.clientId = Objects.requireNonNull(clientId, "clientIdFn");
        this.trackerFactory = Objects.requireNonNull(trackerFactory, "trackerFactory");
        this.rejectHandler = rejectHandler == null ? new DelayedRejectHandler() : rejectHandler;
        this.maxTrackers = maxTrackers;
        this.rejectUntracked = rejectUntracked;
        installBean(this.trackerFactory);
        installBean(this.rejectHandler);
    }

    @Override
    public void setServer(@Nullable Server server) {
        super.setServer(server);
        if (rejectHandler instanceof Handler handler) {
            handler.setServer(server);
        }
    }

    @ManagedAttribute("The requests that were rejected")
    public long getTotalRejectedRequestCount() {
        return refusals.getCount();
    }

    @ManagedAttribute("The clients that are tracked")
    public int getTrackedClientCount() {
        return tracked.get();
    }

    @Override
    protected void doStart() throws Exception {
        timeouts = new TrackerTimeouts(Handler.serverOf(this).getScheduler());
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        timeouts.destroy();
        trackers.clear();
        tracked.set(0);
    }

    @Override
    protected boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
        String id = clientId.apply(request);
        Tracker tracker = trackers.get(id);
        if (tracker == null) {
            tracker = track(id);
        }
        boolean allowed = tracker == null ? !rejectUntracked : tracker.onRequest(System.nanoTime());
        if (allowed) {
            return nextHandler(request, response, callback);
        }
        refusals.refused(
                tracker == null
                        ? id + " is one client more than the " + maxTrackers + " that are tracked"
                        : id + " makes more requests than its rate allows");
        return rejectHandler.handle(request, response, callback);
    }

    /** A tracker for a client; null if there are as many as there may be. */
    private @Nullable Tracker track(String id) {
        if (tracked.incrementAndGet() > maxTrackers && maxTrackers > 0) {
            tracked.decrementAndGet();
            // another request of the client may have taken the last place
            return trackers.get(id);
        }
        boolean added = false;
        try {
            Tracker tracker = Objects.requireNonNull(trackerFactory.newTracker(id), "tracker");
            Tracker other = trackers.putIfAbsent(id, tracker);
            if (other != null) {
                return other;
            }
            added = true;
            timeouts.schedule(tracker);
            return tracker;
        } finally {
            if (!added) {
                tracked.decrementAndGet();
            }
        }
    }

    private final class TrackerTimeouts extends CyclicTimeouts<Tracker> {
        private TrackerTimeouts(Scheduler scheduler) {
            super(scheduler);
        }

        @Override
        protected Iterator<Tracker> iterator() {
            return trackers.values().iterator();
        }

        @Override
        protected boolean onExpired(Tracker tracker) {
            tracked.decrementAndGet();
            return true;
        }
    }

    /** Decides about the requests of a client. Thread-safe. */
    public interface Tracker extends CyclicTimeouts.Expirable {
        /**
         * Reports a request.
         *
         * @param now the {@link System#nanoTime()} of the request
         * @return whether it may be handled
         */
        boolean onRequest(long now);

        /** Makes trackers. */
        interface Factory {
            Tracker newTracker(String id);
        }
    }

    /**
     * Trackers that are buckets with a leak: each request is a drop, drops leak at the rate that is allowed, and a request
     * that makes the bucket run over is rejected. The size of the bucket is the burst that is allowed. Thread-safe.
     */
    public static class LeakingBucketTrackerFactory implements Tracker.Factory {
        private static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofSeconds(2);

        private final int maxRequestsPerSecond;
        private final int bucketSize;
        private final long idleNanos;

        public LeakingBucketTrackerFactory(@Name("maxRequestsPerSecond") int maxRequestsPerSecond) {
            this(maxRequestsPerSecond, maxRequestsPerSecond, null);
        }

        /**
         * @param maxRequestsPerSecond the requests per second that leak
         * @param bucketSize the requests that may come at once
         * @param idleTimeout how long a client without requests is tracked, at least until its bucket is empty
         */
        public LeakingBucketTrackerFactory(
                @Name("maxRequestsPerSecond") int maxRequestsPerSecond,
                @Name("bucketSize") int bucketSize,
                @Name("idleTimeout") @Nullable Duration idleTimeout) {
            if (maxRequestsPerSecond <= 0) {
                throw new IllegalArgumentException("maxRequestsPerSecond " + maxRequestsPerSecond + " (expected: > 0)");
            }
            this.maxRequestsPerSecond = maxRequestsPerSecond;
            this.bucketSize = bucketSize <= 0 ? maxRequestsPerSecond : bucketSize;
            Duration idle = idleTimeout == null || idleTimeout.isNegative() ? DEFAULT_IDLE_TIMEOUT : idleTimeout;
            // forgetting a bucket that has not run empty would give a client more than the rate
            long empty = TimeUnit.SECONDS.toNanos(this.bucketSize) / maxRequestsPerSecond;
            idleNanos = Math.max(idle.toNanos(), empty);
        }

        @Override
        public Tracker newTracker(String id) {
            return new LeakingBucket();
        }

        /** Guarded by itself. */
        private final class LeakingBucket implements Tracker {
            private double drops;
            private long last = System.nanoTime();

            @Override
            public synchronized boolean onRequest(long now) {
                long elapsed = now - last;
                if (elapsed > 0) {
                    drops = Math.max(0, drops - (double) elapsed * maxRequestsPerSecond / 1_000_000_000);
                    last = now;
                }
                if (drops + 1 > bucketSize) {
                    return false;
                }
                drops++;
                return true;
            }

            @Override
            public synchronized long getExpireNanoTime() {
                return last + idleNanos;
            }
        }
    }

    /** Rejects by a status, with {@code Retry-After} of one second. Thread-safe. */
    public static class StatusRejectHandler implements Request.Handler {
        private final int status;

        public StatusRejectHandler() {
            this(HttpStatus.TOO_MANY_REQUESTS_429);
        }

        public StatusRejectHandler(@Name("status") int status) {
            if (status != 0 && !HttpStatus.isClientError(status) && !HttpStatus.isServerError(status)) {
                throw new IllegalArgumentException("status " + status + " (expected: 4xx or 5xx)");
            }
            this.status = status == 0 ? HttpStatus.TOO_MANY_REQUESTS_429 : status;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            // the rate is that of a second
            Refusal.write(request, response, callback, status, 1);
            return true;
        }
    }

    /**
     * Lets the rejected wait, which slows down clients that wait for answers before they ask again.
     *
     * <p>How many wait is limited; where that is reached, the one that has waited longest is answered at once. Guarded by
     * its queue.
     */
    public static class DelayedRejectHandler extends Handler.Abstract {
        private final long delayNanos;
        private final int maxDelayQueue;
        private final Request.Handler reject;
        private final Deque<Exchange> queue = new ArrayDeque<>();
        private Scheduler scheduler;
        private Scheduler.@Nullable Task task;

        public DelayedRejectHandler() {
            this(-1, -1, null);
        }

        /**
         * @param delayMillis how long the rejected wait; negative for a second
         * @param maxDelayQueue how many may wait; negative for 1000
         * @param reject answers them then; null for 429
         */
        public DelayedRejectHandler(
                @Name("delayMs") long delayMillis,
                @Name("maxDelayQueue") int maxDelayQueue,
                @Name("reject") Request.@Nullable Handler reject) {
            delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis < 0 ? DEFAULT_DELAY_MILLIS : delayMillis);
            this.maxDelayQueue = maxDelayQueue < 0 ? DEFAULT_DELAY_QUEUE : maxDelayQueue;
            this.reject = reject == null ? new StatusRejectHandler() : reject;
            installBean(this.reject);
        }

        @Override
        public void setServer(@Nullable Server server) {
            super.setServer(server);
            if (reject instanceof Handler handler) {
                handler.setServer(server);
            }
        }

        @Override
        protected void doStart() throws Exception {
            scheduler = Handler.serverOf(this).getScheduler();
            super.doStart();
        }

        @Override
        protected void doStop() throws Exception {
            super.doStop();
            List<Exchange> waiting;
            synchronized (queue) {
                waiting = new ArrayList<>(queue);
                queue.clear();
                if (task != null) {
                    task.cancel();
                    task = null;
                }
            }
            for (Exchange exchange : waiting) {
                Response.writeError(
                        exchange.request, exchange.response, exchange.callback, HttpStatus.SERVICE_UNAVAILABLE_503);
            }
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (delayNanos == 0 || maxDelayQueue == 0) {
                return reject.handle(request, response, callback);
            }
            Exchange first = null;
            synchronized (queue) {
                if (queue.size() >= maxDelayQueue) {
                    first = queue.poll();
                }
                queue.add(new Exchange(request, response, callback, System.nanoTime() + delayNanos));
                if (task == null) {
                    task = scheduler.schedule(this::onDue, delayNanos, TimeUnit.NANOSECONDS);
                }
            }
            if (first != null) {
                first.reject(reject);
            }
            return true;
        }

        private void onDue() {
            List<Exchange> due = new ArrayList<>();
            synchronized (queue) {
                task = null;
                long now = System.nanoTime();
                for (Exchange next = queue.peek(); next != null; next = queue.peek()) {
                    if (next.due - now > 0) {
                        if (isRunning()) {
                            task = scheduler.schedule(this::onDue, next.due - now, TimeUnit.NANOSECONDS);
                        }
                        break;
                    }
                    due.add(queue.poll());
                }
            }
            // the thread of the scheduler is not for handlers, which may block
            for (Exchange exchange : due) {
                try {
                    exchange.request.getComponents().getExecutor().execute(() -> exchange.reject(reject));
                } catch (RejectedExecutionException x) {
                    exchange.callback.failed(x);
                }
            }
        }

        private record Exchange(Request request, Response response, Callback callback, long due) {
            private void reject(Request.Handler handler) {
                try {
                    if (!handler.handle(request, response, callback)) {
                        Refusal.write(request, response, callback, HttpStatus.TOO_MANY_REQUESTS_429, 1);
                    }
                } catch (Throwable x) {
                    Response.writeError(request, response, callback, x);
                }
            }
        }
    }
}
