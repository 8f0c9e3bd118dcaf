package org.eclipse.jetty.io;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.EventListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.ProcessorUtils;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.ThreadPoolBudget;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The selectors of a connector; spreads channels over them in turn. Thread-safe. */
@ManagedObject("The selectors of a connector")
public abstract class SelectorManager extends ContainerLifeCycle implements Dumpable {
    private static final Logger LOG = LoggerFactory.getLogger(SelectorManager.class);
    private static final long STOP_TIMEOUT = 5000;

    /** The time that a client's connection may take to be established by default, in milliseconds. */
    public static final int DEFAULT_CONNECT_TIMEOUT = 15_000;

    private final Executor executor;
    private final Scheduler scheduler;
    private final ManagedSelector[] selectors;
    private final AtomicInteger turn = new AtomicInteger();
    private final List<AcceptListener> acceptListeners = new CopyOnWriteArrayList<>();
    private ThreadPoolBudget.@Nullable Lease lease;
    private volatile long connectTimeout = DEFAULT_CONNECT_TIMEOUT;

    protected SelectorManager(Executor executor, Scheduler scheduler) {
        this(executor, scheduler, -1);
    }

    /** @param selectors how many; if not positive, half the processors, bounded by the threads of the pool */
    protected SelectorManager(Executor executor, Scheduler scheduler, int selectors) {
        this.executor = executor;
        this.scheduler = scheduler;
        this.selectors = new ManagedSelector[selectors > 0 ? selectors : defaultSelectors(executor)];
        installBean(executor, false);
        installBean(scheduler, false);
    }

    private static int defaultSelectors(Executor executor) {
        int processors = ProcessorUtils.availableProcessors();
        if (executor instanceof ThreadPool.SizedThreadPool pool) {
            return Math.max(1, Math.min(processors / 2, pool.getMaxThreads() / 16));
        }
        return Math.max(1, processors / 2);
    }

    @ManagedAttribute("The executor of this manager")
    public Executor getExecutor() {
        return executor;
    }

    @ManagedAttribute("The scheduler of this manager")
    public Scheduler getScheduler() {
        return scheduler;
    }

    protected void execute(Runnable task) {
        executor.execute(task);
    }

    long getStopTimeout() {
        return STOP_TIMEOUT;
    }

    @ManagedAttribute("The registered keys")
    public int getTotalKeys() {
        int keys = 0;
        for (ManagedSelector selector : selectors) {
            keys += selector == null ? 0 : selector.getTotalKeys();
        }
        return keys;
    }

    @ManagedAttribute("The number of selectors")
    public int getSelectorCount() {
        return selectors.length;
    }

    /**
     * The selector for the next channel.
     *
     * @throws IllegalStateException if there is none, before the start and after the stop
     */
    protected ManagedSelector chooseSelector() {
        ManagedSelector selector = selectors[Math.floorMod(turn.getAndIncrement(), selectors.length)];
        if (selector == null) {
            throw new IllegalStateException(this + " has no selectors (expected: it is started)");
        }
        return selector;
    }

    /** Serves a connected channel, which does not block. It is closed if this is stopped, or is not started yet. */
    public void accept(SelectableChannel channel) {
        accept(channel, null);
    }

    public void accept(SelectableChannel channel, @Nullable Object attachment) {
        onAccepting(channel);
        ManagedSelector selector;
        try {
            selector = chooseSelector();
        } catch (IllegalStateException x) {
            IO.close(channel);
            onAcceptFailed(channel, x);
            LOG.debug("could not accept {}", channel, x);
            return;
        }
        selector.accept(channel, attachment);
    }

    /** Returns the milliseconds in which a connection of a client must be established; 0 or less for no limit. */
    @ManagedAttribute("The milliseconds in which a connection must be established")
    public long getConnectTimeout() {
        return connectTimeout;
    }

    /** Sets the milliseconds in which a connection of a client must be established; 0 or less for no limit. */
    public void setConnectTimeout(long milliseconds) {
        connectTimeout = milliseconds;
    }

    /**
     * Opens a connection on a channel that does not block and whose connecting has begun, or is complete.
     *
     * <p>The outcome is {@link #newConnection} with the attachment, or {@link #connectionFailed}.
     */
    public void connect(SelectableChannel channel, @Nullable Object attachment) {
        chooseSelector().connect(channel, attachment);
    }

    /** Finishes connecting a channel; returns whether it is connected. */
    protected boolean doFinishConnect(SelectableChannel channel) throws IOException {
        return ((SocketChannel) channel).finishConnect();
    }

    /** Returns whether connecting has begun and is not complete. */
    protected boolean isConnectionPending(SelectableChannel channel) {
        return ((SocketChannel) channel).isConnectionPending();
    }

    /** Called once if a connection that {@link #connect} began cannot be opened; the channel is closed. */
    protected void connectionFailed(SelectableChannel channel, Throwable failure, @Nullable Object attachment) {
        LOG.warn("could not connect {}, {}", channel, attachment, failure);
    }

    /** Accepts from a listening channel, which does not block; closing the result ends that. */
    public Closeable acceptor(SelectableChannel server) {
        ManagedSelector selector = chooseSelector();
        ManagedSelector.Acceptor acceptor = selector.new Acceptor(server);
        selector.submit(acceptor);
        return acceptor;
    }

    /** Called with a channel that an {@link #acceptor} accepted. */
    protected void accepted(SelectableChannel channel) throws IOException {
        throw new UnsupportedOperationException("this manager has no acceptor");
    }

    @Override
    protected void doStart() throws Exception {
        lease = ThreadPoolBudget.leaseFrom(executor, this, selectors.length);
        for (int i = 0; i < selectors.length; i++) {
            selectors[i] = newSelector(i);
            installBean(selectors[i]);
        }
        super.doStart();
    }

    protected ManagedSelector newSelector(int id) {
        return new ManagedSelector(this, id);
    }

    protected Selector newSelector() throws IOException {
        return Selector.open();
    }

    @Override
    protected void doStop() throws Exception {
        try {
            super.doStop();
        } finally {
            for (int i = 0; i < selectors.length; i++) {
                if (selectors[i] != null) {
                    removeBean(selectors[i]);
                    selectors[i] = null;
                }
            }
            if (lease != null) {
                lease.close();
                lease = null;
            }
        }
    }

    protected void endPointOpened(EndPoint endPoint) {}

    protected void endPointClosed(EndPoint endPoint) {}

    /** Tells a connection that it is open; what it throws closes it. */
    public void connectionOpened(Connection connection, @Nullable Object context) {
        connection.onOpen();
    }

    public void connectionClosed(Connection connection, @Nullable Throwable cause) {
        try {
            connection.onClose(cause);
        } catch (Throwable x) {
            LOG.warn("{} failed when it was closed", connection, x);
        }
    }

    protected SelectableChannel doAccept(SelectableChannel server) throws IOException {
        return ((ServerSocketChannel) server).accept();
    }

    /** Creates the endpoint of a channel. */
    protected abstract EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key)
            throws IOException;

    /** Creates the connection of an endpoint. */
    public abstract Connection newConnection(SelectableChannel channel, EndPoint endPoint, @Nullable Object attachment)
            throws IOException;

    @Override
    public boolean addEventListener(EventListener listener) {
        if (listener instanceof AcceptListener accept) {
            acceptListeners.add(accept);
        }
        return super.addEventListener(listener);
    }

    @Override
    public boolean removeEventListener(EventListener listener) {
        if (listener instanceof AcceptListener accept) {
            acceptListeners.remove(accept);
        }
        return super.removeEventListener(listener);
    }

    protected void onAccepting(SelectableChannel channel) {
        for (AcceptListener listener : acceptListeners) {
            try {
                listener.onAccepting(channel);
            } catch (Throwable x) {
                LOG.warn("listener {} failed", listener, x);
            }
        }
    }

    protected void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        for (AcceptListener listener : acceptListeners) {
            try {
                listener.onAcceptFailed(channel, cause);
            } catch (Throwable x) {
                LOG.warn("listener {} failed", listener, x);
            }
        }
    }

    protected void onAccepted(SelectableChannel channel) {
        for (AcceptListener listener : acceptListeners) {
            try {
                listener.onAccepted(channel);
            } catch (Throwable x) {
                LOG.warn("listener {} failed", listener, x);
            }
        }
    }

    /** Called with a channel that was accepted, once its endpoint is closed. */
    protected void onClosed(SelectableChannel channel) {
        for (AcceptListener listener : acceptListeners) {
            try {
                listener.onClosed(channel);
            } catch (Throwable x) {
                LOG.warn("listener {} failed", listener, x);
            }
        }
    }

    /** Is notified of what happens to channels. */
    public interface SelectorManagerListener extends EventListener {}

    /** Is notified of accepted channels. */
    public interface AcceptListener extends SelectorManagerListener {
        default void onAccepting(SelectableChannel channel) {}

        default void onAcceptFailed(SelectableChannel channel, Throwable cause) {}

        default void onAccepted(SelectableChannel channel) {}

        default void onClosed(SelectableChannel channel) {}
    }
}
