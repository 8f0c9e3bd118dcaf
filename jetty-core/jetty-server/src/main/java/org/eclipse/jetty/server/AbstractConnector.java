package org.eclipse.jetty.server;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.internal.admission.AcceptHolds;
import org.eclipse.jetty.server.internal.admission.AcceptPressure;
import org.eclipse.jetty.util.ProcessorUtils;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.eclipse.jetty.util.component.Graceful;
import org.eclipse.jetty.util.component.ManagedName;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.util.thread.ThreadPoolBudget;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What connectors have in common: connection factories, acceptor threads, connected endpoints.
 *
 * <p>Factories change before it is started; endpoints are a concurrent set; accepting is guarded by lock.
 */
@ManagedObject("What connectors have in common")
public abstract class AbstractConnector extends ContainerLifeCycle implements Connector, Dumpable, ManagedName {
    protected static final Logger LOG = LoggerFactory.getLogger(AbstractConnector.class);

    private final AutoLock.WithCondition lock = new AutoLock.WithCondition();
    // in the order of adding, by names in lower case
    private final Map<String, ConnectionFactory> factories = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Set<EndPoint> endPoints = ConcurrentHashMap.newKeySet();
    private final Server server;
    private final Executor executor;
    private final Scheduler scheduler;
    private final ByteBufferPool bufferPool;
    private final Thread[] acceptors;
    private @Nullable CountDownLatch stopping;
    private Graceful.@Nullable Shutdown shutdown;
    private ThreadPoolBudget.@Nullable Lease lease;
    private boolean accepting = true;
    private int inAccept;
    private long idleTimeout = 30_000;
    private long shutdownIdleTimeout = 1_000;
    private @Nullable String defaultProtocol;
    private @Nullable ConnectionFactory defaultConnectionFactory;
    private @Nullable String name;
    private int acceptorPriorityDelta;

    /**
     * @param executor runs the tasks of connections; null for the server's thread pool
     * @param scheduler times out; null for the server's
     * @param pool lends buffers; null for the server's
     * @param acceptors the threads that accept; -1 for a number by the processors, 0 if the selectors accept
     */
    protected AbstractConnector(
            Server server,
            @Nullable Executor executor,
            @Nullable Scheduler scheduler,
            @Nullable ByteBufferPool pool,
            int acceptors,
            ConnectionFactory... factories) {
        this.server = Objects.requireNonNull(server);
        this.executor = executor != null ? executor : server.getThreadPool();
        this.scheduler = scheduler != null ? scheduler : server.getScheduler();
        bufferPool = pool != null ? pool : server.getByteBufferPool();
        installBean(server, false);
        installBean(this.executor, executor != null && executor != server.getThreadPool());
        installBean(this.scheduler, scheduler != null && scheduler != server.getScheduler());
        installBean(bufferPool, pool != null && pool != server.getByteBufferPool());
        AcceptHolds holds = new AcceptHolds(this::setAccepting);
        installBean(holds);
        installBean(new AcceptPressure(this.executor, holds));
        for (ConnectionFactory factory : factories) {
            addConnectionFactory(factory);
        }
        int processors = ProcessorUtils.availableProcessors();
        int count = acceptors < 0 ? Math.max(1, Math.min(4, processors / 8)) : acceptors;
        if (count > processors) {
            LOG.warn("{} acceptors on {} processors", count, processors);
        }
        this.acceptors = new Thread[count];
    }

    @Override
    public Server getServer() {
        return server;
    }

    @Override
    public Executor getExecutor() {
        return executor;
    }

    @Override
    public Scheduler getScheduler() {
        return scheduler;
    }

    @Override
    public ByteBufferPool getByteBufferPool() {
        return bufferPool;
    }

    @Override
    public long getIdleTimeout() {
        return idleTimeout;
    }

    /** Sets the milliseconds without traffic that a connection may stay open; 0 for no limit. */
    public void setIdleTimeout(long milliseconds) {
        idleTimeout = milliseconds;
        if (milliseconds == 0) {
            shutdownIdleTimeout = 0;
        } else if (milliseconds < shutdownIdleTimeout) {
            shutdownIdleTimeout = Math.min(1000, milliseconds);
        }
    }

    /** Sets the idle timeout in milliseconds of connections once the connector is being shut down. */
    public void setShutdownIdleTimeout(long milliseconds) {
        shutdownIdleTimeout = milliseconds;
    }

    public long getShutdownIdleTimeout() {
        return shutdownIdleTimeout;
    }

    @ManagedAttribute("The number of acceptor threads")
    public int getAcceptors() {
        return acceptors.length;
    }

    @Override
    protected void doStart() throws Exception {
        shutdown = new Graceful.Shutdown(this) {
            @Override
            public boolean isShutdownDone() {
                if (!endPoints.isEmpty()) {
                    return false;
                }
                for (Thread acceptor : acceptors) {
                    if (acceptor != null) {
                        return false;
                    }
                }
                return true;
            }
        };
        if (factories.isEmpty()) {
            throw new IllegalStateException("no connection factory for " + this);
        }
        if (defaultProtocol == null) {
            defaultProtocol = getProtocols().get(0);
        }
        defaultConnectionFactory = getConnectionFactory(defaultProtocol);
        if (defaultConnectionFactory == null) {
            throw new IllegalStateException("no connection factory for the default protocol '" + defaultProtocol
                    + "' (known: " + getProtocols() + ")");
        }
        lease = ThreadPoolBudget.leaseFrom(executor, this, acceptors.length);
        for (ConnectionFactory factory : getConnectionFactories()) {
            if (factory instanceof ConnectionFactory.Configuring configuring) {
                configuring.configure(this);
            }
        }
        super.doStart();
        stopping = new CountDownLatch(acceptors.length);
        for (int i = 0; i < acceptors.length; i++) {
            executor.execute(new Acceptor(i));
        }
        LOG.info("Started {}", this);
    }

    protected void interruptAcceptors() {
        for (Thread acceptor : acceptors) {
            if (acceptor != null) {
                acceptor.interrupt();
            }
        }
    }

    @Override
    public CompletableFuture<Void> shutdown() {
        Graceful.Shutdown current = shutdown;
        if (current == null) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> done = current.shutdown();
        interruptAcceptors();
        // idle connections end soon; those in a request keep it until the request has ended
        for (EndPoint endPoint : endPoints) {
            endPoint.setIdleTimeout(shutdownIdleTimeout);
        }
        return done;
    }

    @Override
    public boolean isShutdown() {
        Graceful.Shutdown current = shutdown;
        return current == null || current.isShutdown();
    }

    @Override
    protected void doStop() throws Exception {
        Graceful.Shutdown current = shutdown;
        if (current != null) {
            current.cancel();
            shutdown = null;
        }
        interruptAcceptors();
        super.doStop();
        CountDownLatch latch = stopping;
        if (latch != null && !latch.await(5, TimeUnit.SECONDS)) {
            LOG.warn("acceptors of {} did not stop in time", this);
        }
        stopping = null;
        if (lease != null) {
            lease.close();
            lease = null;
        }
        LOG.info("Stopped {}", this);
    }

    /** Waits until the acceptors have ended. */
    public void join() throws InterruptedException {
        CountDownLatch latch = stopping;
        if (latch != null) {
            latch.await();
        }
    }

    /** Accepts one connection; blocks. */
    protected abstract void accept(int acceptorId) throws IOException, InterruptedException;

    @ManagedAttribute("Whether connections are accepted")
    public boolean isAccepting() {
        try (AutoLock l = lock.lock()) {
            return accepting;
        }
    }

    /** Whether a thread accepts, or waits to do so; it goes on until one connection has come after accepting was forbidden. */
    boolean isInAccept() {
        try (AutoLock l = lock.lock()) {
            return inAccept > 0;
        }
    }

    private void leaveAccept() {
        try (AutoLock l = lock.lock()) {
            inAccept--;
        }
    }

    public void setAccepting(boolean newAccepting) {
        try (AutoLock.WithCondition l = lock.lock()) {
            accepting = newAccepting;
            l.signalAll();
        }
    }

    @Override
    public @Nullable ConnectionFactory getConnectionFactory(@Nullable String protocol) {
        if (protocol == null) {
            return null;
        }
        String name = protocol.toLowerCase(Locale.ENGLISH);
        ConnectionFactory factory = factories.get(name);
        // "SSL-HTTP/1.1" is the name that TLS had up to Jetty 9.2; CXF uses it where the version of the server is below
        // 9.3
        return factory == null && name.startsWith("ssl-") ? factories.get("ssl") : factory;
    }

    @Override
    public <T> @Nullable T getConnectionFactory(Class<T> type) {
        synchronized (factories) {
            for (ConnectionFactory factory : factories.values()) {
                if (type.isInstance(factory)) {
                    return type.cast(factory);
                }
            }
        }
        return null;
    }

    private void checkNotRunning() {
        if (isRunning()) {
            throw new IllegalStateException("connection factories of " + this + " cannot change while it runs");
        }
    }

    /** Adds a factory behind the others; it replaces those of the same protocols. */
    public void addConnectionFactory(ConnectionFactory factory) {
        checkNotRunning();
        synchronized (factories) {
            Set<ConnectionFactory> replaced = new LinkedHashSet<>();
            for (String protocol : factory.getProtocols()) {
                String key = protocol.toLowerCase(Locale.ENGLISH);
                ConnectionFactory old = factories.remove(key);
                if (old != null && old != factory) {
                    replaced.add(old);
                }
                factories.put(key, factory);
            }
            for (ConnectionFactory old : replaced) {
                if (!factories.containsValue(old)) {
                    removeBean(old);
                }
            }
            addBean(factory);
            if (defaultProtocol == null) {
                defaultProtocol = factory.getProtocol();
            }
        }
    }

    /** Adds a factory in front of the others. */
    public void addFirstConnectionFactory(ConnectionFactory factory) {
        checkNotRunning();
        List<ConnectionFactory> others = new ArrayList<>(getConnectionFactories());
        others.remove(factory);
        clearConnectionFactories();
        addConnectionFactory(factory);
        others.forEach(this::addConnectionFactory);
    }

    /** Adds a factory unless there is one of its protocol. */
    public void addIfAbsentConnectionFactory(ConnectionFactory factory) {
        if (getConnectionFactory(factory.getProtocol()) == null) {
            addConnectionFactory(factory);
        }
    }

    public ConnectionFactory removeConnectionFactory(String protocol) {
        checkNotRunning();
        ConnectionFactory removed = factories.remove(protocol.toLowerCase(Locale.ENGLISH));
        if (removed != null && !factories.containsValue(removed)) {
            removeBean(removed);
        }
        return removed;
    }

    @Override
    public Collection<ConnectionFactory> getConnectionFactories() {
        synchronized (factories) {
            return new LinkedHashSet<>(factories.values());
        }
    }

    public void setConnectionFactories(Collection<ConnectionFactory> newFactories) {
        checkNotRunning();
        clearConnectionFactories();
        for (ConnectionFactory factory : newFactories) {
            addConnectionFactory(factory);
        }
    }

    public void clearConnectionFactories() {
        checkNotRunning();
        for (ConnectionFactory factory : getConnectionFactories()) {
            removeBean(factory);
        }
        factories.clear();
        defaultProtocol = null;
    }

    @ManagedAttribute("What is added to the priority of acceptor threads")
    public int getAcceptorPriorityDelta() {
        return acceptorPriorityDelta;
    }

    public void setAcceptorPriorityDelta(int delta) {
        acceptorPriorityDelta = delta;
    }

    @Override
    @ManagedAttribute("The protocols")
    public List<String> getProtocols() {
        synchronized (factories) {
            return new ArrayList<>(factories.keySet());
        }
    }

    @ManagedAttribute("The protocol of connections that were just accepted")
    public @Nullable String getDefaultProtocol() {
        return defaultProtocol;
    }

    public void setDefaultProtocol(String protocol) {
        String name = protocol.toLowerCase(Locale.ENGLISH);
        if (isRunning()) {
            ConnectionFactory factory = getConnectionFactory(name);
            if (factory == null) {
                throw new IllegalArgumentException(
                        "no connection factory for the protocol '" + name + "' (known: " + getProtocols() + ")");
            }
            defaultConnectionFactory = factory;
        }
        defaultProtocol = name;
    }

    @Override
    public @Nullable ConnectionFactory getDefaultConnectionFactory() {
        return isStarted() ? defaultConnectionFactory : getConnectionFactory(defaultProtocol);
    }

    /** What connections that were just accepted begin with. */
    final ConnectionFactory defaultFactory() {
        ConnectionFactory factory = getDefaultConnectionFactory();
        if (factory == null) {
            throw new IllegalStateException("no connection factory for " + this);
        }
        return factory;
    }

    /** Called when accepting failed; returns whether to go on. */
    protected boolean handleAcceptFailure(Throwable failure) {
        if (isRunning()) {
            if (failure instanceof InterruptedException) {
                LOG.debug("accept interrupted", failure);
                return true;
            }
            if (failure instanceof ClosedByInterruptException) {
                return false;
            }
            LOG.warn("could not accept a connection", failure);
            return true;
        }
        LOG.debug("accept ended", failure);
        return false;
    }

    @Override
    public Collection<EndPoint> getConnectedEndPoints() {
        return Collections.unmodifiableSet(endPoints);
    }

    protected void onEndPointOpened(EndPoint endPoint) {
        endPoints.add(endPoint);
    }

    protected void onEndPointClosed(EndPoint endPoint) {
        endPoints.remove(endPoint);
        Graceful.Shutdown current = shutdown;
        if (current != null) {
            current.check();
        }
    }

    @Override
    public @Nullable String getName() {
        return name;
    }

    public void setName(@Nullable String newName) {
        name = newName;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        dumpObjects(out, indent, new DumpableCollection("endPoints", endPoints));
    }

    @Override
    public String toString() {
        return (name == null ? getClass().getSimpleName() : name) + "@" + Integer.toHexString(hashCode()) + "{"
                + defaultProtocol + ", " + getProtocols() + "}";
    }

    @Override
    public @Nullable String getManagedName() {
        return getName();
    }

    /** The name of the connector, or its protocols, as in {@code ssl;alpn;h2;h1}. */
    @Override
    public String getManagedContext() {
        if (!StringUtil.isBlank(getName())) {
            return getName();
        }
        StringBuilder context = new StringBuilder();
        for (ConnectionFactory factory : getConnectionFactories()) {
            if (!context.isEmpty()) {
                context.append(';');
            }
            String protocol = factory.getProtocol().toLowerCase(Locale.ENGLISH);
            context.append(protocol.startsWith("http/1") ? "h1" : protocol);
        }
        return context.toString();
    }

    /** How long to wait after so many failures in a row: not after the first one, then from 10 ms to one second. */
    static long pauseNanos(int failures) {
        return failures == 0 ? 0 : TimeUnit.MILLISECONDS.toNanos(Math.min(1000, 5L << Math.min(failures, 10)));
    }

    /** A thread that accepts until the connector stops. */
    private final class Acceptor implements Runnable {
        private final int id;

        private Acceptor(int id) {
            this.id = id;
        }

        @Override
        public void run() {
            Thread thread = Thread.currentThread();
            String oldName = thread.getName();
            int oldPriority = thread.getPriority();
            thread.setName(
                    oldName + "-acceptor-" + id + "@" + Integer.toHexString(hashCode()) + "-" + AbstractConnector.this);
            if (acceptorPriorityDelta != 0) {
                thread.setPriority(Math.max(
                        Thread.MIN_PRIORITY, Math.min(Thread.MAX_PRIORITY, oldPriority + acceptorPriorityDelta)));
            }
            acceptors[id] = thread;
            int failures = 0;
            try {
                while (isRunning() && !isShutdown()) {
                    try {
                        try (AutoLock.WithCondition l = lock.lock()) {
                            while (!accepting && isRunning() && !isShutdown()) {
                                l.await();
                            }
                            inAccept++;
                        }
                        try {
                            if (isRunning() && !isShutdown()) {
                                accept(id);
                                failures = 0;
                            }
                        } finally {
                            leaveAccept();
                        }
                    } catch (Throwable x) {
                        if (!handleAcceptFailure(x)) {
                            break;
                        }
                        // a lack of file descriptors lasts: neither the processor nor the log is to be filled meanwhile
                        LockSupport.parkNanos(pauseNanos(failures++));
                    }
                }
            } finally {
                thread.setName(oldName);
                if (acceptorPriorityDelta != 0) {
                    thread.setPriority(oldPriority);
                }
                acceptors[id] = null;
                CountDownLatch latch = stopping;
                if (latch != null) {
                    latch.countDown();
                }
                Graceful.Shutdown current = shutdown;
                if (current != null) {
                    current.check();
                }
            }
        }
    }
}
