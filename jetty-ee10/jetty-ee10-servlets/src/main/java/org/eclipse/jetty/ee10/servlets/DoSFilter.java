package org.eclipse.jetty.ee10.servlets;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.InetAddressPattern;
import org.eclipse.jetty.util.InetAddressSet;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the rate of the requests of each client: a user, a session or an address. Requests over the limit are rejected, delayed or
 * throttled: of these, some are served, others wait suspended. Init parameters:
 *
 * <ul>
 *   <li>{@code maxRequestsPerSec} (25): the limit of a client;
 *   <li>{@code delayMs} (100): milliseconds by which requests over the limit are delayed before they are throttled; 0 for none; -1
 *       rejects them;
 *   <li>{@code throttledRequests} (5): how many throttled requests are served concurrently;
 *   <li>{@code maxWaitMs} (50): milliseconds for which others wait in their thread;
 *   <li>{@code throttleMs} (30000): milliseconds for which they wait thereafter without a thread; then they are answered by 503;
 *   <li>{@code maxRequestMs} (30000): milliseconds that a request may take; then its thread is interrupted; 0 for no limit;
 *   <li>{@code maxIdleTrackerMs} (30000): milliseconds for which a client without requests is remembered;
 *   <li>{@code insertHeaders} (true): whether the field {@code DoSFilter} says what was done;
 *   <li>{@code trackSessions} (true): whether a session is a client;
 *   <li>{@code remotePort} (false): whether the port of an address counts, too;
 *   <li>{@code ipWhitelist}: addresses without limit, separated by commas, such as {@code 10.0.0.0/8};
 *   <li>{@code enabled} (true); {@code tooManyCode} (429): the status of rejected requests;
 *   <li>{@code managedAttr} (false): whether the filter is an attribute of the context, by its name.
 * </ul>
 *
 * <p>Delays and throttling need asynchronous support. At most 100000 clients are remembered; further ones are not limited. Settings may
 * change at any time. Thread-safe.
 */
public class DoSFilter implements Filter {
    private static final Logger LOG = LoggerFactory.getLogger(DoSFilter.class);
    private static final int MAX_TRACKERS = 100_000;
    private static final String FIELD = "DoSFilter";

    private final Map<String, RateTracker> trackers = new ConcurrentHashMap<>();
    private final InetAddressSet whitelist = new InetAddressSet();
    private final String prefix = DoSFilter.class.getName() + "@" + Integer.toHexString(System.identityHashCode(this));
    private final String trackerAttribute = prefix + ".tracker";
    private final Admission throttled = new Admission(5, RateType.values().length - 1, prefix + ".throttled");
    private volatile Listener listener = new Listener();
    private volatile Scheduler scheduler;
    private volatile @Nullable String name;
    private volatile boolean enabled = true;
    private volatile boolean insertHeaders = true;
    private volatile boolean trackSessions = true;
    private volatile boolean remotePort;
    private volatile int maxRequestsPerSec = 25;
    private volatile int tooManyCode = 429;
    private volatile long delayMs = 100;
    private volatile long maxWaitMs = 50;
    private volatile long throttleMs = 30_000;
    private volatile long maxRequestMs = 30_000;
    private volatile long maxIdleTrackerMs = 30_000;
    private int throttledRequests = 5;

    /** What tells clients apart, from the most general one. */
    public enum RateType {
        AUTH,
        SESSION,
        IP,
        UNKNOWN
    }

    /** What is done to a request over the limit. */
    public enum Action {
        /** It is served. */
        NO_ACTION,
        /** The connection is closed. */
        ABORT,
        /** It is answered by {@link DoSFilter#getTooManyCode()}. */
        REJECT,
        /** It is delayed, then throttled. */
        DELAY,
        /** It is throttled. */
        THROTTLE;

        /** Returns REJECT for a negative delay, THROTTLE for none, else DELAY. */
        public static Action fromDelay(long delayMs) {
            if (delayMs < 0) {
                return REJECT;
            }
            return delayMs == 0 ? THROTTLE : DELAY;
        }
    }

    /** By how much a client is over the limit. */
    public interface OverLimit {
        /** Returns what the client is known by. */
        String getRateId();

        /** Returns the time in which the requests came. */
        Duration getDuration();

        /** Returns the number of requests. */
        long getCount();
    }

    /** Decides about requests over the limit. */
    public static class Listener {
        /** Returns what is done: by default, as {@link DoSFilter#getDelayMs()} says. */
        public Action onRequestOverLimit(HttpServletRequest request, OverLimit overLimit, DoSFilter filter) {
            Action action = Action.fromDelay(filter.getDelayMs());
            LOG.debug(
                    "{} {} requests of {} in {}",
                    action,
                    overLimit.getCount(),
                    overLimit.getRateId(),
                    overLimit.getDuration());
            return action;
        }
    }

    @Override
    public void init(FilterConfig config) throws ServletException {
        Settings settings = Settings.of(config);
        setName(config.getFilterName());
        setMaxRequestsPerSec(settings.integer("maxRequestsPerSec", maxRequestsPerSec, 1));
        setDelayMs(settings.number("delayMs", delayMs, -1));
        setThrottledRequests(settings.integer("throttledRequests", throttledRequests, 0));
        setMaxWaitMs(settings.number("maxWaitMs", maxWaitMs, 0));
        setThrottleMs(settings.number("throttleMs", throttleMs, 1));
        setMaxRequestMs(settings.number("maxRequestMs", maxRequestMs, 0));
        setMaxIdleTrackerMs(settings.number("maxIdleTrackerMs", maxIdleTrackerMs, 1));
        setInsertHeaders(settings.flag("insertHeaders", insertHeaders));
        setTrackSessions(settings.flag("trackSessions", trackSessions));
        setRemotePort(settings.flag("remotePort", remotePort));
        setEnabled(settings.flag("enabled", enabled));
        setTooManyCode(settings.integer("tooManyCode", tooManyCode, 400));
        setWhitelist(settings.text("ipWhitelist", ""));
        scheduler = startScheduler();
        scheduleSweep();
        if (settings.flag("managedAttr", false)) {
            config.getServletContext().setAttribute(config.getFilterName(), this);
        }
    }

    /** Returns a scheduler that is started, for the deadlines of requests. */
    protected Scheduler startScheduler() throws ServletException {
        try {
            Scheduler made = new ScheduledExecutorScheduler("DoSFilter-" + getName(), true);
            made.start();
            return made;
        } catch (Exception x) {
            throw new ServletException(x);
        }
    }

    /** Forgets clients that make no requests. */
    private void scheduleSweep() {
        scheduler.schedule(
                () -> {
                    sweep();
                    scheduleSweep();
                },
                maxIdleTrackerMs,
                TimeUnit.MILLISECONDS);
    }

    private void sweep() {
        long now = System.nanoTime();
        long idle = TimeUnit.MILLISECONDS.toNanos(maxIdleTrackerMs);
        trackers.values().removeIf(tracker -> tracker.isIdle(now, idle));
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        doFilter((HttpServletRequest) request, (HttpServletResponse) response, chain);
    }

    /** Filters a request that comes for the first time, or after a delay or its suspension. */
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!isEnabled()) {
            chain.doFilter(request, response);
            return;
        }
        RateTracker tracker = (RateTracker) request.getAttribute(trackerAttribute);
        if (tracker == null) {
            tracker = tracker(request);
            OverLimit over = tracker.request(System.nanoTime());
            if (over == null) {
                doFilterChain(chain, request, response);
                return;
            }
            if (!isThrottled(listener.onRequestOverLimit(request, over, this), tracker, chain, request, response)) {
                return;
            }
        }
        throttle(tracker, chain, request, response);
    }

    /** Does what is to be done to a request over the limit; returns whether it is throttled now. */
    private boolean isThrottled(
            Action action,
            RateTracker tracker,
            FilterChain chain,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException, ServletException {
        switch (action) {
            case NO_ACTION -> doFilterChain(chain, request, response);
            case ABORT -> response.sendError(-1);
            case REJECT -> {
                insertHeader(response, "unavailable");
                response.sendError(getTooManyCode());
            }
            case DELAY -> {
                insertHeader(response, "delayed");
                request.setAttribute(trackerAttribute, tracker);
                if (!request.isAsyncSupported()) {
                    return true;
                }
                AsyncContext async = request.startAsync();
                async.setTimeout(Math.max(1, delayMs));
                async.addListener(new Delay(async));
            }
            case THROTTLE -> {
                insertHeader(response, "throttled");
                request.setAttribute(trackerAttribute, tracker);
                return true;
            }
        }
        return false;
    }

    private void throttle(
            RateTracker tracker, FilterChain chain, HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        // types are in the order of their priorities, the highest first
        int priority = RateType.UNKNOWN.ordinal()
                - Math.max(tracker.getType().ordinal(), getMaxPriority().ordinal());
        try {
            switch (throttled.enter(request, priority, maxWaitMs, throttleMs)) {
                case PASSED -> {
                    try {
                        doFilterChain(chain, request, response);
                    } finally {
                        throttled.leave();
                    }
                }
                case REFUSED -> refuse(response);
                case SUSPENDED -> {
                    // it comes back
                }
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            refuse(response);
        }
    }

    private void refuse(HttpServletResponse response) throws IOException {
        insertHeader(response, "unavailable");
        response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    }

    private void insertHeader(HttpServletResponse response, String value) {
        if (isInsertHeaders()) {
            response.setHeader(FIELD, value);
        }
    }

    /** Serves a request, for no longer than {@link #getMaxRequestMs()}. */
    protected void doFilterChain(FilterChain chain, HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        long limit = getMaxRequestMs();
        if (limit <= 0) {
            chain.doFilter(request, response);
            return;
        }
        Thread thread = Thread.currentThread();
        Runnable late = () -> onRequestTimeout(request, response, thread);
        RequestDeadline deadline = new RequestDeadline(scheduler, limit, late);
        try (deadline) {
            chain.doFilter(request, response);
        } catch (IOException | ServletException | RuntimeException x) {
            if (!deadline.isMissed() || response.isCommitted()) {
                throw x;
            }
            LOG.debug("Interrupted", x);
        }
        if (deadline.isMissed() && !response.isCommitted()) {
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        }
    }

    /**
     * Called by another thread when a request takes too long. By default its thread is interrupted; when it comes back, the response
     * is 503, unless it is committed.
     */
    protected void onRequestTimeout(HttpServletRequest request, HttpServletResponse response, Thread handlingThread) {
        LOG.debug("A request takes more than {} ms: {}", maxRequestMs, handlingThread);
        handlingThread.interrupt();
    }

    /** Returns the type of client whose throttled requests go first, with those of types before it. */
    protected RateType getMaxPriority() {
        return RateType.AUTH;
    }

    private RateTracker tracker(HttpServletRequest request) {
        String address = request.getRemoteAddr();
        if (checkWhitelist(address)) {
            return RateTracker.UNLIMITED;
        }
        String user = extractUserId(request);
        if (user != null) {
            return tracker("user " + user, RateType.AUTH);
        }
        HttpSession session = isTrackSessions() ? request.getSession(false) : null;
        if (session != null && !session.isNew()) {
            return tracker("session " + session.getId(), RateType.SESSION);
        }
        if (address == null) {
            return tracker("unknown", RateType.UNKNOWN);
        }
        return tracker(isRemotePort() ? address + ":" + request.getRemotePort() : address, RateType.IP);
    }

    private RateTracker tracker(String id, RateType type) {
        RateTracker known = trackers.get(id);
        if (known != null) {
            return known;
        }
        if (trackers.size() >= MAX_TRACKERS) {
            return RateTracker.UNLIMITED;
        }
        return trackers.computeIfAbsent(id, key -> new RateTracker(key, type, getMaxRequestsPerSec()));
    }

    /** Returns the listener, which is never null. */
    public Listener getListener() {
        return listener;
    }

    public void setListener(Listener newListener) {
        listener = java.util.Objects.requireNonNull(newListener, "Listener may not be null");
    }

    /** Forgets the requests of a client, by the id of {@link OverLimit#getRateId()}. */
    public void removeFromRateTracker(String id) {
        trackers.remove(id);
    }

    /** Returns the user of a request, by whom it is tracked; null for none, as by default. */
    protected @Nullable String extractUserId(ServletRequest request) {
        return null;
    }

    /** Returns whether an address has no limit. */
    protected boolean checkWhitelist(String candidate) {
        if (candidate == null || whitelist.isEmpty()) {
            return false;
        }
        try {
            InetAddress address = InetAddress.getByName(candidate);
            synchronized (whitelist) {
                return whitelist.test(address);
            }
        } catch (UnknownHostException x) {
            return false;
        }
    }

    /** Returns whether an address is within a subnet, such as {@code 10.0.0.0/8}. */
    protected boolean subnetMatch(String subnetAddress, String address) {
        try {
            return InetAddressPattern.from(subnetAddress).test(InetAddress.getByName(address));
        } catch (UnknownHostException x) {
            return false;
        }
    }

    @Override
    public void destroy() {
        stopScheduler();
        trackers.clear();
    }

    protected void stopScheduler() {
        try {
            if (scheduler != null) {
                scheduler.stop();
            }
        } catch (Exception x) {
            LOG.warn("Unable to stop {}", scheduler, x);
        }
    }

    public int getMaxRequestsPerSec() {
        return maxRequestsPerSec;
    }

    /** Sets the limit of clients that are not remembered yet. */
    public void setMaxRequestsPerSec(int value) {
        maxRequestsPerSec = value;
    }

    /** Returns the delay in milliseconds; -1 rejects. */
    public long getDelayMs() {
        return delayMs;
    }

    public void setDelayMs(long value) {
        delayMs = value;
    }

    public long getMaxWaitMs() {
        return maxWaitMs;
    }

    public void setMaxWaitMs(long value) {
        maxWaitMs = value;
    }

    public synchronized int getThrottledRequests() {
        return throttledRequests;
    }

    public synchronized void setThrottledRequests(int value) {
        throttled.add(value - throttledRequests);
        throttledRequests = value;
    }

    public long getThrottleMs() {
        return throttleMs;
    }

    public void setThrottleMs(long value) {
        throttleMs = value;
    }

    public long getMaxRequestMs() {
        return maxRequestMs;
    }

    public void setMaxRequestMs(long value) {
        maxRequestMs = value;
    }

    public long getMaxIdleTrackerMs() {
        return maxIdleTrackerMs;
    }

    public void setMaxIdleTrackerMs(long value) {
        maxIdleTrackerMs = value;
    }

    public @Nullable String getName() {
        return name;
    }

    public void setName(String value) {
        name = value;
    }

    public boolean isInsertHeaders() {
        return insertHeaders;
    }

    public void setInsertHeaders(boolean value) {
        insertHeaders = value;
    }

    public boolean isTrackSessions() {
        return trackSessions;
    }

    public void setTrackSessions(boolean value) {
        trackSessions = value;
    }

    public boolean isRemotePort() {
        return remotePort;
    }

    public void setRemotePort(boolean value) {
        remotePort = value;
    }

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean value) {
        enabled = value;
    }

    public int getTooManyCode() {
        return tooManyCode;
    }

    public void setTooManyCode(int value) {
        tooManyCode = value;
    }

    /** Returns the addresses without limit, separated by commas. */
    public String getWhitelist() {
        synchronized (whitelist) {
            return String.join(",", whitelist);
        }
    }

    public void setWhitelist(String commaSeparatedList) {
        synchronized (whitelist) {
            whitelist.clear();
            for (String address : commaSeparatedList.split(",")) {
                if (!address.isBlank()) {
                    whitelist.add(address.trim());
                }
            }
        }
    }

    public void clearWhitelist() {
        setWhitelist("");
    }

    /** Returns whether the address was not there before. */
    public boolean addWhitelistAddress(String address) {
        synchronized (whitelist) {
            return whitelist.add(address);
        }
    }

    /** Returns whether the address was there. */
    public boolean removeWhitelistAddress(String address) {
        synchronized (whitelist) {
            return whitelist.remove(address);
        }
    }

    /** Lets a delayed request go on. */
    private record Delay(AsyncContext async) implements AsyncListener {
        @Override
        public void onTimeout(AsyncEvent event) {
            async.dispatch();
        }

        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
