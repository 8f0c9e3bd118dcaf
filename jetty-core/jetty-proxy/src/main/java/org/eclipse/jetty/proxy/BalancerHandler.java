package org.eclipse.jetty.proxy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.pathmap.PathSpecSet;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.internal.admission.Refusal;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.thread.RefusalCounter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reverse proxy that distributes requests over back ends.
 *
 * <pre>
 * BalancerHandler balancer = new BalancerHandler();
 * balancer.addBackend("a", "http://10.0.0.1:8080");
 * balancer.addBackend("b", "http://10.0.0.2:8080");
 * balancer.getHealthCheck().setPath("/health/ready");
 * server.setHandler(balancer);
 * </pre>
 *
 * <p>The package documentation shows how a back end is chosen. A request that fails is sent to another back end as long as nothing of the
 * response was passed on, if nothing of it was sent, or if it is idempotent (RFC 9110, section 9.2.2) and its content can be sent again;
 * {@link RetryPolicy} limits that. A request for which there is no back end is answered by 503 with Retry-After.
 *
 * <p>Back ends are those of a file, which is read again when it changes, or those that are added before the start. Other settings are
 * made before the start.
 */
@ManagedObject("A reverse proxy that distributes requests over back ends")
public class BalancerHandler extends ProxyHandler {
    private static final Logger LOG = LoggerFactory.getLogger(BalancerHandler.class);

    private final Backends backends = new Backends();
    private final List<BackendSettings> programmed = new ArrayList<>();
    private final Map<Backend, HealthMonitor> monitors = new HashMap<>();
    private final HealthCheck healthCheck = new HealthCheck();
    private final EjectionPolicy ejectionPolicy = new EjectionPolicy();
    private final RetryPolicy retryPolicy = new RetryPolicy();
    private final StickySessions stickySessions = new StickySessions();
    private final PathSpecSet paths = new PathSpecSet();
    private final LongAdder retries = new LongAdder();
    private final RefusalCounter refused = new RefusalCounter(LOG, "BalancerHandler");
    private LongSupplier clock = System::nanoTime;
    private BackendChoice choice = new LeastRequests();
    private String choiceName = "least-requests";
    private double loadFactor = 1.25;
    private long slowStart = 10_000;
    private long retryAfter = 1;
    private long connectTimeout = 2_000;
    private long idleTimeout = 30_000;
    private int maxConnections = 256;
    private @Nullable Path backendsFile;
    private int reloadInterval = 1;

    public BalancerHandler() {
        installBean(healthCheck);
        installBean(ejectionPolicy);
        installBean(retryPolicy);
        installBean(stickySessions);
    }

    // ---- settings

    public HealthCheck getHealthCheck() {
        return healthCheck;
    }

    public EjectionPolicy getEjectionPolicy() {
        return ejectionPolicy;
    }

    public RetryPolicy getRetryPolicy() {
        return retryPolicy;
    }

    public StickySessions getStickySessions() {
        return stickySessions;
    }

    /**
     * Adds a back end.
     *
     * @param name letters, digits, {@code _} and {@code -}
     * @param uri {@code http://host:port} or {@code https://host:port}
     */
    public void addBackend(@Name("name") String name, @Name("uri") String uri) {
        addBackend(name, uri, Map.of());
    }

    /** Adds a back end with settings of the file of back ends: {@code weight}, {@code maxRequests}, {@code route} and {@code drain}. */
    public void addBackend(String name, String uri, Map<String, String> settings) {
        if (isRunning()) {
            throw new IllegalStateException("cannot change while running: " + this);
        }
        BackendSettings backend = BackendSettings.of(name, uri);
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            backend = backend.with(setting.getKey(), setting.getValue());
        }
        if (programmed.stream().anyMatch(each -> each.name().equals(name))) {
            throw new IllegalArgumentException("name: " + name + " (expected: one that no other back end has)");
        }
        programmed.add(backend);
    }

    /**
     * Reads a file of back ends, and uses none of them.
     *
     * @return how many there are
     * @throws IllegalArgumentException if a line is wrong; the message begins with the file and the line
     */
    public static int countBackends(Path file) throws IOException {
        return BackendsFile.read(file).size();
    }

    /** Returns the file of back ends. */
    @ManagedAttribute("The file of back ends")
    public @Nullable Path getBackendsFile() {
        return backendsFile;
    }

    /** Sets the file of back ends, which replaces those that were added. */
    public void setBackendsFile(@Nullable Path file) {
        backendsFile = file;
    }

    /** Returns the seconds between two looks at the file; 1 by default, 0 for none. */
    @ManagedAttribute("The seconds between two looks at the file of back ends; 0 for none")
    public int getReloadInterval() {
        return reloadInterval;
    }

    public void setReloadInterval(int seconds) {
        reloadInterval = Settings.atLeast("reloadInterval", seconds, 0);
    }

    /** Returns how a back end is chosen; {@code least-requests} by default. */
    @ManagedAttribute("How a back end is chosen")
    public String getChoice() {
        return choiceName;
    }

    /**
     * Sets how a back end is chosen: {@code least-requests}, or the consistent hash of {@code hash:address}, {@code hash:path},
     * {@code hash:header:NAME} or {@code hash:cookie:NAME}.
     */
    public void setChoice(String name) {
        choice = HashKey.choice(name, loadFactor);
        choiceName = name;
    }

    /** Returns the requests that a back end may have in relation to its share when hashes choose; 1.25 by default, 0 for no bound. */
    @ManagedAttribute(
            "The requests that a back end may have in relation to its share when hashes choose; 0 for no bound")
    public double getLoadFactor() {
        return loadFactor;
    }

    public void setLoadFactor(double factor) {
        if (factor != 0 && !(factor > 1 && factor <= 1000)) {
            throw new IllegalArgumentException("loadFactor: " + factor + " (expected: 0, or more than 1)");
        }
        loadFactor = factor;
        setChoice(choiceName);
    }

    /** Returns the milliseconds in which the share of a back end grows after it was out of use; 10,000 by default, 0 for none. */
    @ManagedAttribute("The milliseconds in which the share of a back end grows after it was out of use")
    public long getSlowStart() {
        return slowStart;
    }

    public void setSlowStart(long milliseconds) {
        slowStart = Settings.atLeast("slowStart", milliseconds, 0);
    }

    /** Returns the seconds after which refused clients may try again; 1 by default. */
    @ManagedAttribute("The seconds after which refused clients may try again")
    public long getRetryAfter() {
        return retryAfter;
    }

    public void setRetryAfter(long seconds) {
        retryAfter = Settings.atLeast("retryAfter", seconds, 0);
    }

    /** Returns the milliseconds in which a connection to a back end must be established; 2,000 by default. */
    @ManagedAttribute("The milliseconds in which a connection to a back end must be established")
    public long getConnectTimeout() {
        return connectTimeout;
    }

    /** Sets the limit of the client that this handler makes; a client that is set keeps its own. */
    public void setConnectTimeout(long milliseconds) {
        connectTimeout = Settings.atLeast("connectTimeout", milliseconds, 1);
    }

    /** Returns the milliseconds that a connection to a back end may be idle; 30,000 by default. */
    @ManagedAttribute("The milliseconds that a connection to a back end may be idle")
    public long getIdleTimeout() {
        return idleTimeout;
    }

    /** Sets the limit of the client that this handler makes; a client that is set keeps its own. */
    public void setIdleTimeout(long milliseconds) {
        idleTimeout = Settings.atLeast("idleTimeout", milliseconds, 1);
    }

    /** Returns how many connections a back end has at most; 256 by default. */
    @ManagedAttribute("How many connections a back end has at most")
    public int getMaxConnections() {
        return maxConnections;
    }

    /** Sets the limit of the client that this handler makes; a client that is set keeps its own. */
    public void setMaxConnections(int number) {
        maxConnections = Settings.atLeast("maxConnections", number, 1);
    }

    /** Adds path specifications of requests that are distributed; without any, all are. Others are left to other handlers. */
    public void includePath(String... specs) {
        paths.addAll(List.of(specs));
    }

    /** Puts this handler before another one of a server: that gets the requests that this one leaves. */
    public void insertBefore(Handler.Singleton server, Handler next) {
        Handler.Singleton above = server;
        while (above.getHandler() != next) {
            if (!(above.getHandler() instanceof Handler.Singleton below)) {
                throw new IllegalArgumentException("next: " + next + " (expected: a handler of " + server + ")");
            }
            above = below;
        }
        above.setHandler(new Handler.Sequence(this, next));
    }

    void setClock(LongSupplier nanoTime) {
        clock = nanoTime;
    }

    // ---- state

    /** Returns the back ends, which are managed objects of their own. */
    public List<Backend> getBackends() {
        return backends.getAll();
    }

    @ManagedAttribute("The back ends: name, state, URI, weight and requests")
    public List<String> getBackendStates() {
        return backends.getAll().stream().map(Backend::toString).toList();
    }

    @ManagedAttribute("The requests that were sent again")
    public long getTotalRetries() {
        return retries.sum();
    }

    @ManagedAttribute("The requests for which there was no back end")
    public long getTotalRefusedRequests() {
        return refused.getCount();
    }

    /** Sends a back end only the requests of clients that stick to it, until {@link #resumeBackend}. */
    @ManagedOperation(value = "Sends a back end only the requests of clients that stick to it", impact = "ACTION")
    public void drainBackend(@Name("name") String name) {
        existing(name).drain();
    }

    /** Ends {@link #drainBackend}. */
    @ManagedOperation(value = "Sends a back end all requests again", impact = "ACTION")
    public void resumeBackend(@Name("name") String name) {
        existing(name).resume();
    }

    private Backend existing(String name) {
        Backend backend = backends.get(name);
        if (backend == null) {
            throw new IllegalArgumentException("name: " + name + " (expected: the name of a back end)");
        }
        return backend;
    }

    // ---- life cycle

    @Override
    protected void doStart() throws Exception {
        if (backendsFile == null) {
            apply(programmed, false);
        } else {
            BackendsWatch watch = new BackendsWatch(backendsFile, reloadInterval, this::reload);
            watch.check();
            apply(BackendsFile.read(backendsFile), false);
            addBean(watch);
        }
        super.doStart();
        if (backends.getAll().isEmpty()) {
            LOG.warn("There are no back ends: all requests are answered by 503. File: {}", backendsFile);
        }
        backends.getAll().forEach(this::monitor);
    }

    @Override
    protected void doStop() throws Exception {
        synchronized (monitors) {
            monitors.values().forEach(HealthMonitor::stop);
            monitors.clear();
        }
        super.doStop();
        removeBeans(BackendsWatch.class);
        apply(List.of(), false);
    }

    private <T> void removeBeans(Class<T> type) {
        getBeans(type).forEach(this::removeBean);
    }

    @Override
    protected HttpClient newHttpClient() {
        HttpClient client = super.newHttpClient();
        client.setConnectTimeout(connectTimeout);
        client.setIdleTimeout(idleTimeout);
        client.setMaxConnectionsPerDestination(maxConnections);
        return client;
    }

    /**
     * Reads the file of back ends again, which is done when it changes, too.
     *
     * @throws IllegalArgumentException if the file is wrong; its back ends stay as they were
     */
    @ManagedOperation(value = "Reads the file of back ends again", impact = "ACTION")
    public void reload() throws IOException {
        if (backendsFile == null) {
            throw new IllegalStateException("there is no file of back ends");
        }
        List<BackendSettings> settings = BackendsFile.read(backendsFile);
        if (settings.isEmpty() && !backends.getAll().isEmpty()) {
            throw new IllegalArgumentException(backendsFile + ": no back end (expected: a line NAME.uri=...)");
        }
        apply(settings, true);
        LOG.info("Back ends of {}: {}", backendsFile, getBackendStates());
    }

    private void apply(List<BackendSettings> settings, boolean running) {
        Backends.Change change =
                backends.apply(settings, each -> new Backend(each, clock, TimeUnit.MILLISECONDS.toNanos(slowStart)));
        for (Backend backend : change.removed()) {
            removeBean(backend);
            synchronized (monitors) {
                HealthMonitor monitor = monitors.remove(backend);
                if (monitor != null) {
                    monitor.stop();
                }
            }
        }
        for (Backend backend : change.added()) {
            addBean(backend);
            if (running) {
                backend.startSlowly(clock.getAsLong());
                monitor(backend);
            }
        }
    }

    private void monitor(Backend backend) {
        if (!healthCheck.isEnabled()) {
            return;
        }
        HealthProbe probe = new HealthProbe(getHttpClient(), healthCheck, getProxyToServerHost());
        HealthMonitor monitor =
                new HealthMonitor(backend, healthCheck, Handler.serverOf(this).getScheduler(), probe);
        synchronized (monitors) {
            monitors.put(backend, monitor);
        }
        monitor.start();
    }

    // ---- requests

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        if (!paths.isEmpty()) {
            String path = Request.getPathInContext(request);
            if (path == null || !paths.test(path)) {
                return false;
            }
        }
        Attempt attempt = acquire(request, List.of());
        if (attempt == null) {
            refused.refused("no back end is up and has room");
            Refusal.write(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, retryAfter);
            return true;
        }
        retryPolicy.onRequest();
        try {
            return super.handle(new BalancedRequest(request, attempt), response, callback);
        } finally {
            if (!attempt.isSent()) {
                attempt.release();
            }
        }
    }

    /** Chooses a back end that counts the request. */
    private @Nullable Attempt acquire(Request request, List<Backend> tried) {
        Backend sticky = stickySessions.find(request, backends.getAll());
        if (sticky != null && !tried.contains(sticky)) {
            BackendState state = sticky.getState();
            if ((state == BackendState.UP || state == BackendState.DRAINING) && sticky.acquire()) {
                return new Attempt(sticky, false);
            }
        }
        while (true) {
            List<Backend> available = backends.available(tried);
            // a back end that has come back may still be ejected when the only other one fails
            boolean lastResort = available.isEmpty() && !tried.isEmpty();
            List<Backend> candidates = lastResort ? backends.ejected(tried) : available;
            if (candidates.isEmpty()) {
                return null;
            }
            Backend chosen = choice.choose(candidates, request);
            if (chosen.acquire()) {
                return new Attempt(chosen, lastResort);
            }
            // it has got its last request meanwhile
        }
    }

    @Override
    protected HttpURI rewriteHttpURI(Request clientToProxyRequest) {
        URI uri = BalancedRequest.of(clientToProxyRequest)
                .getAttempt()
                .getBackend()
                .getURI();
        return HttpURI.build(clientToProxyRequest.getHttpURI())
                .scheme(uri.getScheme())
                .host(uri.getHost())
                .port(uri.getPort());
    }

    @Override
    protected org.eclipse.jetty.client.Request.Content newProxyToServerRequestContent(
            Request clientToProxyRequest,
            Response proxyToClientResponse,
            org.eclipse.jetty.client.Request proxyToServerRequest) {
        Request reading = BalancedRequest.of(clientToProxyRequest)
                .newReading(clientToProxyRequest, retryPolicy.getMaxContentSize());
        return new ProxyRequestContent(reading);
    }

    @Override
    protected void sendProxyToServerRequest(
            Request clientToProxyRequest,
            org.eclipse.jetty.client.Request proxyToServerRequest,
            Response proxyToClientResponse,
            Callback proxyToClientCallback) {
        Attempt attempt = BalancedRequest.of(clientToProxyRequest).getAttempt();
        proxyToServerRequest.onRequestBegin(begun -> attempt.setBegun());
        super.sendProxyToServerRequest(
                clientToProxyRequest, proxyToServerRequest, proxyToClientResponse, proxyToClientCallback);
        attempt.setSent();
    }

    @Override
    protected org.eclipse.jetty.client.Response.CompleteListener newServerToProxyResponseListener(
            Request clientToProxyRequest,
            org.eclipse.jetty.client.Request proxyToServerRequest,
            Response proxyToClientResponse,
            Callback proxyToClientCallback) {
        return new BalancedResponse(
                clientToProxyRequest, proxyToServerRequest, proxyToClientResponse, proxyToClientCallback);
    }

    @Override
    protected void onServerToProxyResponseFailure(
            Request clientToProxyRequest,
            org.eclipse.jetty.client.Request proxyToServerRequest,
            org.eclipse.jetty.client.Response serverToProxyResponse,
            Response proxyToClientResponse,
            Callback proxyToClientCallback,
            Throwable failure) {
        BalancedRequest request = BalancedRequest.of(clientToProxyRequest);
        Attempt failed = request.getAttempt();
        failed.release();
        Attempt next = null;
        if (ClientFailure.of(failure) == null) {
            if (!(failure instanceof RejectedExecutionException)) {
                // not one that this side has refused
                ejectionPolicy.failed(failed.getBackend(), backends.getAll(), clock);
            }
            next = nextAttempt(request, serverToProxyResponse, proxyToClientResponse, failure);
        }
        if (next == null) {
            super.onServerToProxyResponseFailure(
                    clientToProxyRequest,
                    proxyToServerRequest,
                    serverToProxyResponse,
                    proxyToClientResponse,
                    proxyToClientCallback,
                    failure);
            return;
        }
        LOG.debug(
                "{} is sent to {} after {}: {}",
                requestId(clientToProxyRequest),
                next.getBackend(),
                failed.getBackend(),
                failure.toString());
        withdraw(serverToProxyResponse, proxyToClientResponse);
        sendAgain((ClientRequest) clientToProxyRequest, next, proxyToClientResponse, proxyToClientCallback);
    }

    /** Returns the attempt that follows a failed one, if one may. */
    private @Nullable Attempt nextAttempt(
            BalancedRequest request,
            org.eclipse.jetty.client.Response serverResponse,
            Response clientResponse,
            Throwable failure) {
        Attempt failed = request.getAttempt();
        boolean timedOut = failure instanceof TimeoutException || failure instanceof SocketTimeoutException;
        // a back end that is slow is not relieved by more requests
        boolean mayRepeat = !failed.isBegun() || request.isIdempotent() && !timedOut;
        boolean passedOn = clientResponse.isCommitted() || ProxyUpgrade.isAgreed(serverResponse);
        if (!mayRepeat || passedOn || request.getRetries() >= retryPolicy.getMaxRetries() || !request.endReading()) {
            return null;
        }
        Attempt next = acquire(request, request.getTried());
        if (next != null && !retryPolicy.take()) {
            LOG.debug("the budget of retries is spent");
            next.release();
            return null;
        }
        return next;
    }

    /** Removes what a response without an end has left. */
    private void withdraw(org.eclipse.jetty.client.Response serverResponse, Response clientResponse) {
        clientResponse.setTrailersSupplier(null);
        stickySessions.withdraw(clientResponse);
        for (HttpField field : serverResponse.getHeaders()) {
            clientResponse.getHeaders().remove(field.getName());
        }
    }

    private void sendAgain(ClientRequest request, Attempt next, Response response, Callback callback) {
        BalancedRequest balanced = BalancedRequest.of(request);
        balanced.next(next);
        retries.increment();
        try {
            ProxyUpgrade upgrade = ProxyUpgrade.of(this, balanced, response, callback);
            forward(request, rewriteHttpURI(balanced), upgrade, response, callback);
        } catch (RuntimeException x) {
            next.release();
            if (!next.isSent()) {
                Response.writeError(request, response, callback, x);
            }
        }
    }

    /** Counts how an attempt has ended, and has the client stick to the back end. */
    private final class BalancedResponse extends ProxyResponseListener {
        private final Request clientRequest;
        private final Response clientResponse;
        private final Attempt attempt;

        private BalancedResponse(
                Request clientToProxyRequest,
                org.eclipse.jetty.client.Request proxyToServerRequest,
                Response proxyToClientResponse,
                Callback proxyToClientCallback) {
            super(clientToProxyRequest, proxyToServerRequest, proxyToClientResponse, proxyToClientCallback);
            clientRequest = clientToProxyRequest;
            clientResponse = proxyToClientResponse;
            attempt = BalancedRequest.of(clientToProxyRequest).getAttempt();
        }

        @Override
        public void onHeaders(org.eclipse.jetty.client.Response response) {
            super.onHeaders(response);
            if (!ProxyUpgrade.isAgreed(response)) {
                stickySessions.stick(clientRequest, clientResponse, attempt.getBackend());
            }
        }

        @Override
        public void onComplete(Result result) {
            attempt.release();
            if (result.getResponseFailure() == null) {
                if (ejectionPolicy.isServerErrors()
                        && HttpStatus.isServerError(result.getResponse().getStatus())) {
                    ejectionPolicy.failed(attempt.getBackend(), backends.getAll(), clock);
                } else {
                    ejectionPolicy.succeeded(attempt.getBackend(), attempt.isLastResort(), clock);
                }
            }
            super.onComplete(result);
        }
    }
}
