package org.eclipse.jetty.server.handler;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.internal.admission.Refusal;
import org.eclipse.jetty.server.internal.proxied.ClientAddress;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IncludeExcludeSet;
import org.eclipse.jetty.util.InetAddressSet;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.RefusalCounter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the threads that the requests of one client take at once.
 *
 * <p>A request beyond the limit is suspended, without a thread, until another one of the same client gives its thread back:
 * when its handler returns, or a call of it for content that came later. A bounded number is suspended, further requests are
 * answered with 429 (RFC 6585, section 4) and a Retry-After.
 *
 * <p>A client is an IPv4 address, or a network of IPv6. It is the remote address of the connection, or, behind proxies, what
 * the nearest proxy says in a field: name that field only if all connections come through a proxy that sets it, since anyone
 * else can write anything there. Thread-safe; each client is guarded by its lock.
 */
@ManagedObject("Limits the threads that the requests of one client take")
public class ThreadLimitHandler extends ConditionalHandler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadLimitHandler.class);

    private final ConcurrentMap<String, Remote> remotes = new ConcurrentHashMap<>();
    private final IncludeExcludeSet<String, InetAddress> addresses = new IncludeExcludeSet<>(InetAddressSet.class);
    private final @Nullable String forwardedHeader;
    private final boolean rfc7239;
    private final LongAdder suspends = new LongAdder();
    private final RefusalCounter refusals = new RefusalCounter(LOG, "ThreadLimitHandler");
    private volatile boolean enabled = true;
    private volatile int threadLimit = 10;
    private volatile int maxSuspendedRequestCount = 1024;
    private volatile int ipv6PrefixLength = 64;
    private volatile long retryAfter = 1;

    /** Takes the remote address of the connection for the client. */
    public ThreadLimitHandler() {
        this(null, null, false);
    }

    /** @param forwardedHeader the field with the client, Forwarded or another one; null or empty for none */
    public ThreadLimitHandler(@Name("forwardedHeader") String forwardedHeader) {
        this(null, forwardedHeader, HttpHeader.FORWARDED.is(forwardedHeader));
    }

    public ThreadLimitHandler(@Name("forwardedHeader") String forwardedHeader, @Name("rfc7239") boolean rfc7239) {
        this(null, forwardedHeader, rfc7239);
    }

    /**
     * Creates a handler.
     *
     * @param forwardedHeader the field with the client; null or empty for none
     * @param rfc7239 whether the field is written as Forwarded, otherwise as X-Forwarded-For
     */
    public ThreadLimitHandler(
            @Name("handler") @Nullable Handler handler,
            @Name("forwardedHeader") @Nullable String forwardedHeader,
            @Name("rfc7239") boolean rfc7239) {
        super(handler);
        this.forwardedHeader = StringUtil.isBlank(forwardedHeader) ? null : forwardedHeader;
        this.rfc7239 = rfc7239;
    }

    @Override
    protected void doStart() throws Exception {
        LOG.info(
                "{} threads per client, by {}",
                enabled ? threadLimit : "unlimited",
                forwardedHeader == null ? "remote address" : forwardedHeader);
        super.doStart();
    }

    @ManagedAttribute("Whether the limit applies")
    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enable) {
        enabled = enable;
    }

    @ManagedAttribute("The most threads of one client")
    public int getThreadLimit() {
        return threadLimit;
    }

    /** The most threads of an address; 0 or less for no limit. */
    protected int getThreadLimit(String ip) {
        if (addresses.isEmpty()) {
            return threadLimit;
        }
        InetAddress address = ClientAddress.parse(ip);
        return address != null && !addresses.test(address) ? 0 : threadLimit;
    }

    public void setThreadLimit(int limit) {
        if (limit <= 0) {
            throw new IllegalArgumentException("thread limit " + limit + " (expected: 1 or more)");
        }
        threadLimit = limit;
    }

    @ManagedAttribute("The most requests of one client that are suspended; negative for no limit")
    public int getMaxSuspendedRequestCount() {
        return maxSuspendedRequestCount;
    }

    public void setMaxSuspendedRequestCount(int count) {
        maxSuspendedRequestCount = count;
    }

    @ManagedAttribute("The bits of an IPv6 address that make a client")
    public int getIpv6PrefixLength() {
        return ipv6PrefixLength;
    }

    public void setIpv6PrefixLength(int bits) {
        if (bits < 1 || bits > 128) {
            throw new IllegalArgumentException("IPv6 prefix length " + bits + " (expected: 1-128)");
        }
        ipv6PrefixLength = bits;
    }

    @ManagedAttribute("The seconds after which refused clients are told to try again")
    public long getRetryAfter() {
        return retryAfter;
    }

    public void setRetryAfter(long seconds) {
        retryAfter = seconds;
    }

    /** Limits the clients of this pattern; without one all are limited. */
    @ManagedOperation("Limits the clients of an address pattern")
    public void include(String inetAddressPattern) {
        addresses.include(inetAddressPattern);
    }

    /** Does not limit the clients of this pattern. */
    @ManagedOperation("Does not limit the clients of an address pattern")
    public void exclude(String inetAddressPattern) {
        addresses.exclude(inetAddressPattern);
    }

    @ManagedAttribute("The clients that have a thread, or wait for one")
    public int getRemoteCount() {
        return remotes.size();
    }

    @ManagedAttribute("The requests that were suspended")
    public long getTotalSuspendedRequestCount() {
        return suspends.sum();
    }

    @ManagedAttribute("The requests that were refused because too many of their client were suspended")
    public long getTotalRefusedRequestCount() {
        return refusals.getCount();
    }

    @Override
    public boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
        if (!enabled) {
            return nextHandler(request, response, callback);
        }
        String ip = getRemoteIP(request);
        if (ip == null) {
            return nextHandler(request, response, callback);
        }
        int limit = getThreadLimit(ip);
        if (limit <= 0) {
            return nextHandler(request, response, callback);
        }
        String key = ClientAddress.toKey(ip, ipv6PrefixLength);
        SuspendedRequest suspended = null;
        while (true) {
            Remote remote = remote(request, key, limit);
            switch (remote.enter(suspended, maxSuspendedRequestCount)) {
                case ENTERED -> {
                    try {
                        return nextHandler(new LimitedRequest(request, key, limit), response, callback);
                    } finally {
                        remote.release();
                    }
                }
                case FULL -> {
                    if (suspended == null) {
                        suspended = new SuspendedRequest(
                                new LimitedRequest(request, key, limit), response, callback, remote);
                    } else {
                        refusals.refused(key + " has " + limit + " threads, and " + maxSuspendedRequestCount
                                + " requests suspended");
                        Refusal.write(request, response, callback, HttpStatus.TOO_MANY_REQUESTS_429, retryAfter);
                        return true;
                    }
                }
                case SUSPENDED -> {
                    assert suspended != null : "only what waits is suspended";
                    suspends.increment();
                    request.addFailureListener(suspended);
                    request.addIdleTimeoutListener(suspended::onIdle);
                    return true;
                }
                default -> {
                    // the client had ended: it starts again
                    suspended = null;
                }
            }
        }
    }

    @Override
    protected boolean onConditionsNotMet(Request request, Response response, Callback callback) throws Exception {
        return nextHandler(request, response, callback);
    }

    /** The address of the client; null if there is none. */
    protected @Nullable String getRemoteIP(Request request) {
        if (forwardedHeader != null) {
            List<String> values = request.getHeaders().getValuesList(forwardedHeader);
            if (!values.isEmpty()) {
                String value = values.get(values.size() - 1);
                String ip = rfc7239 ? ClientAddress.lastForwardedFor(value) : ClientAddress.lastOf(value);
                if (!StringUtil.isBlank(ip)) {
                    return ip;
                }
            }
        }
        return Request.getRemoteAddr(request);
    }

    private Remote remote(Request request, String key, int limit) {
        Remote remote = remotes.get(key);
        if (remote == null) {
            Remote created = new Remote(request.getComponents().getExecutor(), key, limit);
            remote = remotes.putIfAbsent(key, created);
            if (remote == null) {
                remote = created;
            }
        }
        return remote;
    }

    private enum Entry {
        ENTERED,
        FULL,
        SUSPENDED,
        ENDED
    }

    /** A client. Guarded by lock. */
    private final class Remote {
        private final AutoLock lock = new AutoLock();
        private final ArrayDeque<Runnable> suspended = new ArrayDeque<>(0);
        private final Executor executor;
        private final String key;
        private final int limit;
        private int threads;
        private boolean ended;

        private Remote(Executor executor, String key, int limit) {
            this.executor = executor;
            this.key = key;
            this.limit = limit;
        }

        /**
         * Takes a thread, or else suspends a task.
         *
         * @param task what runs later, or null to find out whether that is needed
         * @param most the most tasks suspended, negative for no limit
         */
        private Entry enter(@Nullable Runnable task, int most) {
            try (AutoLock l = lock.lock()) {
                if (ended) {
                    return Entry.ENDED;
                }
                // the task cannot be taken for one that waits already: it does not run before it is suspended
                if (threads < limit) {
                    threads++;
                    return Entry.ENTERED;
                }
                if (task == null || most >= 0 && suspended.size() >= most) {
                    return Entry.FULL;
                }
                suspended.add(task);
                return Entry.SUSPENDED;
            }
        }

        private boolean remove(Runnable task) {
            try (AutoLock l = lock.lock()) {
                return suspended.remove(task);
            }
        }

        /** Gives a thread back, or hands it to the next. */
        private void release() {
            while (true) {
                Runnable next;
                try (AutoLock l = lock.lock()) {
                    next = suspended.poll();
                    if (next == null) {
                        threads--;
                        if (threads == 0) {
                            ended = true;
                            remotes.remove(key, this);
                        }
                        return;
                    }
                }
                try {
                    executor.execute(next);
                    return;
                } catch (RejectedExecutionException x) {
                    LOG.debug("no thread for {}", next, x);
                    if (next instanceof SuspendedRequest request) {
                        request.refuse(x);
                    } else {
                        // content that came, for a request that is handled: it cannot be refused
                        next.run();
                        return;
                    }
                }
            }
        }

        @Override
        public String toString() {
            try (AutoLock l = lock.lock()) {
                return String.format("%s{%d<=%d,suspended=%d}", key, threads, limit, suspended.size());
            }
        }
    }

    /** A request that waits for a thread; it is run with one. */
    private final class SuspendedRequest implements Runnable, Consumer<Throwable> {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private final Remote remote;

        private SuspendedRequest(Request request, Response response, Callback callback, Remote remote) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            this.remote = remote;
        }

        @Override
        public void run() {
            request.getContext().run(this::handle, request);
        }

        private void handle() {
            try {
                if (!nextHandler(request, response, callback)) {
                    Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
                }
            } catch (Throwable x) {
                callback.failed(x);
            } finally {
                remote.release();
            }
        }

        private void refuse(Throwable cause) {
            LOG.debug("suspended {} failed", request, cause);
            Refusal.write(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, retryAfter);
        }

        /** The connection has failed. */
        @Override
        public void accept(Throwable failure) {
            if (remote.remove(this)) {
                answer(failure);
            }
        }

        /** The connection was idle for too long; returns whether that shall fail it. */
        private boolean onIdle(TimeoutException timeout) {
            if (!remote.remove(this)) {
                return true;
            }
            answer(timeout);
            return false;
        }

        private void answer(Throwable cause) {
            Runnable task = () -> request.getContext().run(() -> refuse(cause), request);
            try {
                request.getComponents().getExecutor().execute(task);
            } catch (RejectedExecutionException x) {
                cause.addSuppressed(x);
                task.run();
            }
        }
    }

    /** Takes a thread for calls about content, too. */
    private final class LimitedRequest extends Request.Wrapper {
        private final String key;
        private final int limit;

        private LimitedRequest(Request wrapped, String key, int limit) {
            super(wrapped);
            this.key = key;
            this.limit = limit;
        }

        @Override
        public void demand(Runnable demandCallback) {
            // what does not block takes no thread
            super.demand(
                    Invocable.getInvocationType(demandCallback) == Invocable.InvocationType.NON_BLOCKING
                            ? demandCallback
                            : () -> run(demandCallback));
        }

        private void run(Runnable demandCallback) {
            Runnable task = null;
            while (true) {
                Remote remote = remote(this, key, limit);
                switch (remote.enter(task, -1)) {
                    case ENTERED -> {
                        runAndRelease(demandCallback, remote);
                        return;
                    }
                    case FULL -> task = () -> runAndRelease(demandCallback, remote);
                    case SUSPENDED -> {
                        return;
                    }
                    default -> task = null;
                }
            }
        }

        private void runAndRelease(Runnable demandCallback, Remote remote) {
            try {
                demandCallback.run();
            } finally {
                remote.release();
            }
        }
    }

    /** The clients with their threads, for a look at them. */
    @ManagedOperation("The clients that have a thread, or wait for one")
    public List<String> getRemotes() {
        List<String> list = new ArrayList<>();
        for (Remote remote : remotes.values()) {
            list.add(remote.toString());
        }
        return list;
    }
}
