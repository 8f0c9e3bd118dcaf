package org.eclipse.jetty.client.transport;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.AsynchronousCloseException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ConnectionPool;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.ProxyConfiguration;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.internal.BackOff;
import org.eclipse.jetty.client.internal.ExchangeConnection;
import org.eclipse.jetty.client.internal.QueueTimeout;
import org.eclipse.jetty.client.internal.StartedConnector;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/** The queue of one origin and its pool of connections. Guarded by lock, which is not held while others are called. */
@ManagedObject("The requests and connections of one origin")
public class HttpDestination extends ContainerLifeCycle implements Destination {
    private static final String ADDRESS_KEY = HttpDestination.class.getName() + ".address";

    private final AutoLock lock = new AutoLock();
    private final AtomicInteger exchanges = new AtomicInteger();
    private final Deque<HttpExchange> queue = new ArrayDeque<>();
    private final HttpClient client;
    private final Origin origin;
    private final ProxyConfiguration.@Nullable Proxy proxy;
    private final BackOff backOff = new BackOff();
    private QueueTimeout queueTimeout;
    private ConnectionPool pool;
    /** The size of the queue, which is changed with the lock only. */
    private volatile int queued;

    private volatile boolean closed;
    private volatile long lastUsed = System.nanoTime();

    public HttpDestination(HttpClient client, Origin origin) {
        this.client = client;
        this.origin = origin;
        proxy = client.getProxyConfiguration().match(origin);
    }

    /**
     * Returns the destination that a connection is opened for.
     *
     * @throws IllegalStateException if the context has none
     */
    public static HttpDestination of(Map<String, Object> context) {
        if (context.get(Destination.CONTEXT_KEY) instanceof HttpDestination destination) {
            return destination;
        }
        throw new IllegalStateException("No destination in the context: " + context.keySet());
    }

    @Override
    public ProxyConfiguration.@Nullable Proxy getProxy() {
        return proxy;
    }

    /** Returns whether requests are sent to a proxy as they are, rather than through a tunnel. */
    public boolean isForwarded() {
        return proxy != null && proxy.isForwarding(origin);
    }

    @Override
    protected void doStart() throws Exception {
        pool = client.getTransport().getConnectionPoolFactory().newConnectionPool(this);
        addBean(pool, true);
        queueTimeout = new QueueTimeout(
                new Waiting(), StartedConnector.scheduler(client.getClientConnector()), client.getQueueTimeout());
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        List<HttpExchange> waiting;
        try (AutoLock l = lock.lock()) {
            closed = true;
            waiting = new ArrayList<>(queue);
            queue.clear();
            queued = 0;
        }
        waiting.forEach(exchange -> exchange.fail(new AsynchronousCloseException()));
        super.doStop();
    }

    @Override
    public Origin getOrigin() {
        return origin;
    }

    @Override
    public boolean isSecure() {
        return origin.isSecure();
    }

    @Override
    public ConnectionPool getConnectionPool() {
        return pool;
    }

    @Override
    public HttpClient getHttpClient() {
        return client;
    }

    @ManagedAttribute("The requests that wait for a connection")
    public int getQueuedRequestCount() {
        return queued;
    }

    /** Returns the exchanges that wait for a connection, the first one first, as they are now. */
    public Queue<HttpExchange> getHttpExchanges() {
        try (AutoLock l = lock.lock()) {
            return new ArrayDeque<>(queue);
        }
    }

    /** Returns when a request came last, as System.nanoTime(). */
    public long getLastUsed() {
        return lastUsed;
    }

    /** Returns whether no request has yet to end; a connection may still be busy with the rest of one that has. */
    public boolean isWithoutRequests() {
        return exchanges.get() == 0;
    }

    /** An exchange begins, or what it has become goes on after it. */
    public void begun() {
        exchanges.incrementAndGet();
    }

    /** An exchange ends: its listeners are called after this. */
    public void ended() {
        exchanges.decrementAndGet();
    }

    /** Returns whether it has neither requests nor connections. */
    public boolean isUnused() {
        return getQueuedRequestCount() == 0 && pool.isEmpty();
    }

    // ---- requests

    @Override
    public void send(Request request, Response.@Nullable CompleteListener listener) {
        HttpRequest http = (HttpRequest) request;
        http.prepare(listener);
        send(new HttpExchange(this, http, 0));
    }

    /** Sends the first exchange of a request. */
    public void send(HttpRequest request) {
        send(new HttpExchange(this, request, 0));
    }

    /** Queues an exchange, which a connection carries as soon as there is one. */
    public void send(HttpExchange exchange) {
        HttpRequest request = exchange.getRequest();
        Throwable aborted = request.getAbortCause();
        if (aborted != null) {
            exchange.fail(aborted);
            return;
        }
        long now = System.nanoTime();
        lastUsed = now;
        Throwable unreachable = backOff.getCause(now);
        if (unreachable != null && pool.isEmpty()) {
            exchange.fail(leftAlone(unreachable, now));
            return;
        }
        exchange.setQueued(now);
        int limit = client.getMaxRequestsQueuedPerDestination();
        String refusal = null;
        try (AutoLock l = lock.lock()) {
            if (closed) {
                refusal = origin.asString() + " is closed";
            } else if (queue.size() >= limit) {
                refusal = "Max requests queued per destination " + limit + " exceeded for " + origin.asString();
            } else {
                queue.add(exchange);
                queued = queue.size();
            }
        }
        if (refusal != null) {
            exchange.fail(new RejectedExecutionException(refusal));
            return;
        }
        queueTimeout.queued();
        request.notifyQueued();
        if (exchange.isEnded()) {
            remove(exchange);
        } else {
            process(true);
        }
    }

    private ConnectException leftAlone(Throwable cause, long now) {
        ConnectException failure = new ConnectException(origin.asString()
                + " could not be connected to, and is not tried again for " + backOff.getLeft(now) + " ms");
        failure.initCause(cause);
        return failure;
    }

    /** Takes the first request that has been queued for so many nanoseconds. */
    private @Nullable HttpExchange takeQueuedSince(long nanos) {
        try (AutoLock l = lock.lock()) {
            HttpExchange first = queue.peek();
            if (first == null || System.nanoTime() - first.getQueued() < nanos) {
                return null;
            }
            queue.remove();
            queued = queue.size();
            return first;
        }
    }

    void remove(HttpExchange exchange) {
        try (AutoLock l = lock.lock()) {
            queue.remove(exchange);
            queued = queue.size();
        }
    }

    private @Nullable HttpExchange poll() {
        try (AutoLock l = lock.lock()) {
            HttpExchange next = queue.poll();
            queued = queue.size();
            return next;
        }
    }

    /** Gives requests to connections as long as there are both. */
    public void process() {
        process(false);
    }

    /** @param added whether a request was added, for which a pool may open a connection even if it has one that is free */
    private void process(boolean added) {
        boolean mayOpen = added;
        while (getQueuedRequestCount() > 0) {
            Connection connection = mayOpen ? null : pool.acquire(false);
            if (connection == null) {
                connection = pool.acquire(true);
            }
            mayOpen = false;
            if (connection == null) {
                return;
            }
            HttpExchange exchange = poll();
            if (exchange == null) {
                giveBack(connection);
            } else {
                ((ExchangeConnection) connection).send(exchange);
            }
        }
    }

    private void giveBack(Connection connection) {
        if (!pool.release(connection)) {
            ((ExchangeConnection) connection).retire();
        }
    }

    /** A connection has carried a request, and can carry the next one. */
    public void release(Connection connection) {
        if (closed || !pool.isActive(connection) || !pool.release(connection)) {
            ((ExchangeConnection) connection).retire();
        }
        process();
    }

    /** A connection has ended, or takes no more requests. */
    public void removed(Connection connection) {
        lastUsed = System.nanoTime();
        pool.remove(connection);
        process();
    }

    /**
     * A connection could not be opened.
     *
     * @param forRequest whether it was opened for a request that waits, which fails; all do if there is no other connection
     */
    public void connectFailed(Throwable cause, boolean forRequest) {
        if (!forRequest) {
            // a request that counted on it has one of its own opened
            process();
            return;
        }
        // those that waited when it failed: a request that is sent while listeners are called has a connection of its
        // own opened
        takeWaiting(pool.isEmpty()).forEach(exchange -> exchange.fail(cause));
        process();
    }

    private List<HttpExchange> takeWaiting(boolean all) {
        List<HttpExchange> taken = new ArrayList<>(1);
        try (AutoLock l = lock.lock()) {
            while (!queue.isEmpty() && (all || taken.isEmpty())) {
                taken.add(queue.poll());
            }
            queued = queue.size();
        }
        return taken;
    }

    // ---- connections

    @Override
    public void newConnection(Promise<Connection> promise) {
        OncePromise once = new OncePromise(
                Promise.from(
                        connection -> {
                            backOff.succeeded();
                            promise.succeeded(connection);
                        },
                        promise::failed),
                failure -> {
                    backOff.failed(
                            failure, System.nanoTime(), client.getConnectBackOff(), client.getMaxConnectBackOff());
                    promise.failed(failure);
                });
        try {
            open(once);
        } catch (Throwable x) {
            // an address that is none, for example: whoever waits for the connection hears of it
            once.failed(x);
        }
    }

    private void open(Promise<Connection> promise) {
        SocketAddress address = proxy == null ? origin.getTransport().getSocketAddress() : null;
        if (address != null) {
            connect(List.of(address), 0, promise);
            return;
        }
        Origin.Address peer = proxy == null ? origin.getAddress() : proxy.getAddress();
        InetSocketAddress unresolved = (InetSocketAddress) peer.getSocketAddress();
        client.getSocketAddressResolver()
                .resolve(
                        unresolved.getHostString(),
                        unresolved.getPort(),
                        new HashMap<>(),
                        Promise.from(addresses -> connect(addresses, 0, promise), promise::failed));
    }

    /** Tries one address after the other. */
    private void connect(List<? extends SocketAddress> addresses, int index, Promise<Connection> promise) {
        if (addresses.isEmpty()) {
            promise.failed(new UnknownHostException("The resolver has found no address for " + origin.asString()));
            return;
        }
        OncePromise once = new OncePromise(promise, failure -> {
            if (index + 1 < addresses.size() && failure instanceof java.net.SocketException) {
                connect(addresses, index + 1, promise);
            } else {
                promise.failed(failure);
            }
        });
        try {
            connectAgain(newContext(addresses.get(index), once));
        } catch (Throwable x) {
            // what decorates connections or makes TLS engines, for example: the resolver called, and would not report
            // it
            once.failed(x);
        }
    }

    private Map<String, Object> newContext(SocketAddress address, Promise<Connection> promise) {
        Map<String, Object> context = new HashMap<>();
        context.put(Destination.CONTEXT_KEY, this);
        context.put(Transport.CONTEXT_KEY, proxy == null ? origin.getTransport() : Transport.TCP_IP);
        context.put(ADDRESS_KEY, address);
        context.put(Connection.PROMISE_CONTEXT_KEY, promise);
        context.put(ClientConnector.CONNECTION_PROMISE_CONTEXT_KEY, promise);
        SocketAddress remote = address;
        if (!(remote instanceof InetSocketAddress)) {
            // within TLS, the certificate names the host, whatever carries it
            remote = origin.getAddress().getSocketAddress();
        }
        context.put(ClientConnector.REMOTE_SOCKET_ADDRESS_CONTEXT_KEY, remote);
        ClientConnectionFactory factory = client.getTransport();
        if (isSecure() && !origin.getTransport().isIntrinsicallySecure()) {
            factory = client.getTransport().newSecureFactory(origin, factory);
        }
        if (proxy != null) {
            factory = proxy.newClientConnectionFactory(factory);
            if (proxy.isSecure()) {
                factory = client.getClientConnector()
                        .newSslClientConnectionFactory(proxy.getSslContextFactory(), factory);
            }
        }
        if (origin.getTag() instanceof ClientConnectionFactory.Decorator decorator) {
            factory = decorator.apply(factory);
        }
        context.put(ClientConnectionFactory.CONTEXT_KEY, factory);
        return context;
    }

    /** Connects to the address of a context, for a connection that failed and can be tried again. */
    public void connectAgain(Map<String, Object> context) {
        SocketAddress address = (SocketAddress) Objects.requireNonNull(context.get(ADDRESS_KEY), ADDRESS_KEY);
        if (address instanceof InetSocketAddress) {
            context.put(ClientConnector.REMOTE_SOCKET_ADDRESS_CONTEXT_KEY, address);
        }
        client.getTransport().connect(address, context);
    }

    @Override
    public String toString() {
        return String.format("HttpDestination[%s]@%x", origin.asString(), hashCode());
    }

    /** What the queue timeout looks at. */
    private final class Waiting implements QueueTimeout.Queue {
        @Override
        public void failQueuedSince(long milliseconds) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(milliseconds);
            for (HttpExchange late = takeQueuedSince(nanos); late != null; late = takeQueuedSince(nanos)) {
                late.fail(
                        new TimeoutException("Queue timeout " + milliseconds + " ms elapsed for " + origin.asString()));
            }
        }

        @Override
        public long getLongestQueued() {
            try (AutoLock l = lock.lock()) {
                HttpExchange first = queue.peek();
                return first == null ? -1 : System.nanoTime() - first.getQueued();
            }
        }
    }

    /** Takes the first outcome only. */
    private static final class OncePromise implements Promise<Connection> {
        private final AtomicBoolean done = new AtomicBoolean();
        private final Promise<Connection> promise;
        private final java.util.function.Consumer<Throwable> onFailure;

        private OncePromise(Promise<Connection> promise, java.util.function.Consumer<Throwable> onFailure) {
            this.promise = promise;
            this.onFailure = onFailure;
        }

        @Override
        public void succeeded(Connection connection) {
            if (done.compareAndSet(false, true)) {
                promise.succeeded(connection);
            }
        }

        @Override
        public void failed(Throwable failure) {
            if (done.compareAndSet(false, true)) {
                onFailure.accept(failure);
            }
        }
    }
}
