package org.eclipse.jetty.io;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.eclipse.jetty.util.thread.ExecutionStrategy;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A selector and the tasks that come out of it.
 *
 * <p>The execution strategy calls {@link Tasks#produce()}, in one thread at a time (the producer), which may change: updates
 * that other threads submitted are made, ready keys are collected, and each key becomes a task. The producer blocks in
 * select when there is nothing to do. The array of ready keys and the queue of tasks are confined to the producer; updates
 * are guarded by their lock.
 *
 * <p>When the selector is closed, its connections are, and updates that were not made, or come later, are closed instead.
 */
@ManagedObject("A selector and its keys")
public class ManagedSelector extends ContainerLifeCycle implements Dumpable {
    private static final Logger LOG = LoggerFactory.getLogger(ManagedSelector.class);
    private static final long ACCEPT_PAUSE_MILLIS = 500;

    /** What a producer that shall end finds instead of waiting: after a task the strategy lets another thread produce. */
    private static final Runnable LEAVE =
            new Invocable.ReadyTask(Invocable.InvocationType.NON_BLOCKING, Invocable.NOOP);

    private final SelectorManager manager;
    private final int id;
    private final AdaptiveExecutionStrategy strategy;
    private final Tasks tasks = new Tasks();
    private final Object lock = new Object();
    private ArrayDeque<SelectorUpdate> updates = new ArrayDeque<>();
    private ArrayDeque<SelectorUpdate> updating = new ArrayDeque<>();
    private volatile boolean updatesPending;
    /** Whether no more updates are made; written under the lock. */
    private volatile boolean ended;

    private volatile boolean selecting;
    private volatile @Nullable Thread producer;
    private volatile Selector selector;
    private long selects;
    private long selected;
    private int maxSelected;

    public ManagedSelector(SelectorManager manager, int id) {
        this.manager = manager;
        this.id = id;
        strategy = new AdaptiveExecutionStrategy(tasks, manager.getExecutor());
        installBean(strategy);
    }

    public Selector getSelector() {
        return selector;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        selector = manager.newSelector();
        ended = false;
        try {
            // without a thread the server would accept connections and never serve them
            manager.execute(strategy::produce);
        } catch (Throwable x) {
            end();
            throw x;
        }
    }

    @Override
    protected void doStop() throws Exception {
        End end = new End();
        boolean offered = selector != null && offer(end);
        if (offered && !end.done.await(manager.getStopTimeout(), TimeUnit.MILLISECONDS)) {
            LOG.warn("{} closed by force: its thread did not come back in time", this);
            end();
        }
        super.doStop();
    }

    /** Closes the selector and its connections; updates that were not made are closed, as are those that come later. */
    private void end() {
        List<SelectorUpdate> late;
        synchronized (lock) {
            ended = true;
            late = new ArrayList<>(updates);
            updates.clear();
        }
        Selector current = selector;
        close(current, current.isOpen() ? new ArrayList<>(current.keys()) : List.of());
        late.forEach(ManagedSelector::close);
    }

    private static void close(Selector selector, List<SelectionKey> keys) {
        for (SelectionKey key : keys) {
            close(key);
        }
        closeQuietly(selector);
        for (SelectionKey key : keys) {
            // it took the place of a task that was closed too late; one that comes later finds that its key is not
            // valid
            if (key.attachment() instanceof EndPoint endPoint && endPoint.isOpen()) {
                close(key);
            }
        }
    }

    private static void close(SelectorUpdate update) {
        if (update instanceof Closeable closeable) {
            closeQuietly(closeable);
        } else {
            LOG.debug("the selector was closed before {}", update);
        }
    }

    /** Closes what uses a channel: a connection first, which may hold what it has yet to write. */
    private static void close(SelectionKey key) {
        if (key.attachment() instanceof EndPoint endPoint && endPoint.getConnection() != null) {
            closeQuietly(endPoint.getConnection());
        }
        closeQuietly(key.attachment() instanceof Closeable c ? c : key.channel());
    }

    private static void closeQuietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (Throwable x) {
            LOG.debug("could not close {}", closeable, x);
        }
    }

    @ManagedAttribute("The registered keys")
    public int getTotalKeys() {
        Selector current = selector;
        return current != null && current.isOpen() ? current.keys().size() : 0;
    }

    @ManagedAttribute("The keys found ready by a select, on average")
    public double getAverageSelectedKeys() {
        return selects == 0 ? 0 : (double) selected / selects;
    }

    @ManagedAttribute("The most keys found ready by a select")
    public long getMaxSelectedKeys() {
        return maxSelected;
    }

    @ManagedAttribute("How often keys were selected")
    public long getSelectCount() {
        return selects;
    }

    public void resetStats() {
        selects = 0;
        selected = 0;
        maxSelected = 0;
    }

    /** The number of registered keys. */
    public int size() {
        return getTotalKeys();
    }

    /**
     * Has an update made by the producer, as soon as possible.
     *
     * <p>If the selector is closed before, or is closed already, the update is not made; it is closed if it is {@link Closeable}.
     */
    public void submit(SelectorUpdate update) {
        if (!offer(update)) {
            close(update);
        }
    }

    /** Returns whether the selector has not ended, so that the update is in its queue. */
    private boolean offer(SelectorUpdate update) {
        synchronized (lock) {
            if (ended) {
                return false;
            }
            updates.add(update);
            updatesPending = true;
        }
        wakeupUnlessProducing();
        return true;
    }

    /** Ends the select if one is going on, so that changes of keys take effect. */
    void wakeupUnlessProducing() {
        // who sets an interest or adds an update before it reads this is seen by a select that begins afterwards
        if (selecting && Thread.currentThread() != producer) {
            selecting = false;
            Selector current = selector;
            if (current != null) {
                current.wakeup();
            }
        }
    }

    /** Accepts a channel: registers it, and creates its endpoint and connection in a task. */
    void accept(SelectableChannel channel, @Nullable Object attachment) {
        submit(new Accept(channel, attachment));
    }

    /**
     * Opens the connection of a client: waits until the channel is connected, then creates its endpoint and connection in a task.
     * A failure, or the end of the time limit, is reported to {@link SelectorManager#connectionFailed}.
     */
    void connect(SelectableChannel channel, @Nullable Object attachment) {
        PendingConnect connect = new PendingConnect(this, manager, channel, attachment);
        connect.startTimeout();
        submit(connect);
    }

    /** Has the strategy run a task that the producer has created; to be called by the producer only. */
    void addTask(Runnable task) {
        tasks.created.add(task);
    }

    void destroyEndPoint(EndPoint endPoint, @Nullable Throwable cause) {
        Connection connection = endPoint.getConnection();
        try {
            if (connection != null) {
                manager.connectionClosed(connection, cause);
            }
        } finally {
            manager.endPointClosed(endPoint);
            if (endPoint instanceof SelectableChannelEndPoint selectable) {
                manager.onClosed(selectable.getChannel());
            }
        }
    }

    EndPoint createEndPoint(SelectableChannel channel, SelectionKey key, @Nullable Object attachment)
            throws IOException {
        EndPoint endPoint = manager.newEndPoint(channel, this, key);
        try {
            Connection connection = manager.newConnection(channel, endPoint, attachment);
            endPoint.setConnection(connection);
            key.attach(endPoint);
            endPoint.onOpen();
            manager.endPointOpened(endPoint);
            manager.connectionOpened(connection, attachment);
            if (!key.isValid()) {
                // the selector was closed meanwhile, if it was not the connection itself that closed
                endPoint.close(new ClosedChannelException());
            }
            return endPoint;
        } catch (Throwable x) {
            endPoint.close(x);
            throw x;
        }
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        List<String> keys = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        boolean offered = isRunning()
                && offer(s -> {
                    for (SelectionKey key : s.keys()) {
                        keys.add(String.valueOf(key.attachment()));
                    }
                    done.countDown();
                });
        if (offered) {
            try {
                if (!done.await(1, TimeUnit.SECONDS)) {
                    Dumpable.dumpObjects(out, indent, this, "keys: no answer within 1 s");
                    return;
                }
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
        }
        dumpObjects(out, indent, new DumpableCollection("keys @ " + System.currentTimeMillis(), keys));
    }

    @Override
    public String toString() {
        return String.format("%s@%x{id=%d,keys=%d}", getClass().getSimpleName(), hashCode(), id, getTotalKeys());
    }

    /**
     * Changes a selector, in its producer. One that is {@link Closeable} is closed if it throws, and if the selector is closed
     * before.
     */
    public interface SelectorUpdate {
        void update(Selector selector);
    }

    /** What a key is attached to. */
    public interface Selectable {
        /**
         * Called by the producer when the key is ready.
         *
         * @return the task to be run
         */
        @Nullable
        Runnable onSelected();
    }

    /** Produces the tasks of ready keys. */
    private final class Tasks implements ExecutionStrategy.Producer, Consumer<SelectionKey> {
        private final ArrayDeque<Runnable> created = new ArrayDeque<>();
        private SelectionKey[] ready = new SelectionKey[64];
        private int readyCount;
        private int next;
        private long givenAway;
        private boolean fruitless;
        private boolean waited;
        /** Whether the current producer was asked to leave its place to another thread; confined to the producer. */
        private boolean askedToLeave;

        @Override
        public boolean hasWaited() {
            return waited;
        }

        @Override
        public @Nullable Runnable produce() {
            Thread current = Thread.currentThread();
            if (producer != current) {
                producer = current;
                askedToLeave = false;
                QueuedThreadPool.onCurrentThreadRetired(ManagedSelector.this::wakeupUnlessProducing);
            }
            waited = false;
            while (true) {
                Runnable task = processReady();
                if (task != null) {
                    return task;
                }
                if (updatesPending) {
                    waited = true;
                    processUpdates();
                }
                task = created.poll();
                if (task != null) {
                    return task;
                }
                long given = strategy.getVirtualTasksExecuted() + strategy.getPECTasksExecuted();
                if (given != givenAway || fruitless) {
                    // what is not read yet would be found ready once more, and cost two changes of interest: let the
                    // threads that were given tasks begin, where they wait for this CPU
                    givenAway = given;
                    Thread.yield();
                }
                waited = true;
                if (shallLeave()) {
                    askedToLeave = true;
                    return LEAVE;
                }
                if (!select()) {
                    end();
                    return null;
                }
            }
        }

        /** Whether another thread of the pool shall take the place of this one; if there is none, this one stays. */
        private boolean shallLeave() {
            return !askedToLeave && QueuedThreadPool.isCurrentThreadRetired();
        }

        private @Nullable Runnable processReady() {
            boolean first = next == 0 && readyCount > 0;
            while (next < readyCount) {
                SelectionKey key = ready[next];
                ready[next++] = null;
                Object attachment = key.attachment();
                try {
                    if (attachment instanceof Selectable selectable) {
                        Runnable task = selectable.onSelected();
                        if (task != null) {
                            fruitless = false;
                            return task;
                        }
                    } else {
                        throw new IllegalStateException("no selectable: " + attachment);
                    }
                } catch (CancelledKeyException x) {
                    LOG.debug("ready key was cancelled: {}", attachment, x);
                } catch (Throwable x) {
                    LOG.warn("could not handle the ready key of {}", attachment, x);
                    closeQuietly(attachment instanceof Closeable c ? c : key.channel());
                }
            }
            // no task came out of any key that the last select has found
            fruitless = first;
            next = 0;
            readyCount = 0;
            return null;
        }

        private void processUpdates() {
            ArrayDeque<SelectorUpdate> current;
            synchronized (lock) {
                current = updates;
                updates = updating;
                updating = current;
                updatesPending = false;
            }
            SelectorUpdate update;
            while ((update = current.poll()) != null) {
                if (ended) {
                    close(update);
                    continue;
                }
                try {
                    update.update(selector);
                } catch (Throwable x) {
                    LOG.warn("could not update the selector by {}", update, x);
                    close(update);
                }
            }
        }

        private boolean select() {
            Selector current = selector;
            try {
                if (current == null || !current.isOpen()) {
                    return false;
                }
                selecting = true;
                // an update submitted before that saw no select, and wakes none; nor did a retirement of this thread
                int count = updatesPending || shallLeave() ? current.selectNow(this) : current.select(this);
                selecting = false;
                if (!current.isOpen()) {
                    return false;
                }
                selects++;
                selected += count;
                if (count > maxSelected) {
                    maxSelected = count;
                }
                return true;
            } catch (ClosedSelectorException x) {
                return false;
            } catch (Throwable x) {
                selecting = false;
                if (isRunning() && current.isOpen()) {
                    LOG.warn("select failed, opening a new selector in place of {}", current, x);
                    return replaceSelector(current);
                }
                return false;
            }
        }

        @Override
        public void accept(SelectionKey key) {
            if (readyCount == ready.length) {
                ready = Arrays.copyOf(ready, readyCount * 2);
            }
            ready[readyCount++] = key;
        }

        /** After a failure of the selector itself nothing can be said of its keys: the connections are closed; acceptors go on. */
        private boolean replaceSelector(Selector failed) {
            try {
                List<Acceptor> acceptors = new ArrayList<>();
                List<SelectionKey> others = new ArrayList<>();
                for (SelectionKey key : failed.keys()) {
                    if (key.attachment() instanceof Acceptor acceptor) {
                        acceptors.add(acceptor);
                    } else {
                        others.add(key);
                    }
                }
                close(failed, others);
                selector = manager.newSelector();
                for (Acceptor acceptor : acceptors) {
                    acceptor.update(selector);
                }
                // without its thread the manager may have ended all while there was no selector
                return !ended;
            } catch (Throwable x) {
                LOG.error("no new selector: connections of {} are not served any longer", ManagedSelector.this, x);
                return false;
            }
        }

        @Override
        public String toString() {
            return "Tasks of " + ManagedSelector.this;
        }
    }

    /** Ends all, in the producer; there is nothing left to do if that has been done before. */
    private final class End implements SelectorUpdate, Closeable {
        private final CountDownLatch done = new CountDownLatch(1);

        @Override
        public void update(Selector current) {
            end();
            done.countDown();
        }

        @Override
        public void close() {
            done.countDown();
        }
    }

    /** Registers an accepted channel, then creates its endpoint. */
    private final class Accept implements SelectorUpdate, Invocable.Task, Closeable {
        private final SelectableChannel channel;
        private final @Nullable Object attachment;
        /** Whether the endpoint is created, or never will be: one flag decides which of the two happens. */
        private final AtomicBoolean decided = new AtomicBoolean();

        @SuppressWarnings("NullAway.Init") // set by update(), before it is run
        private SelectionKey key;

        private Accept(SelectableChannel channel, @Nullable Object attachment) {
            this.channel = channel;
            this.attachment = attachment;
        }

        @Override
        public void update(Selector current) {
            try {
                key = channel.register(current, 0, this);
                tasks.created.add(this);
            } catch (Throwable x) {
                fail(x);
                LOG.debug("could not register {}", channel, x);
            }
        }

        @Override
        public void run() {
            if (!decided.compareAndSet(false, true)) {
                return;
            }
            try {
                createEndPoint(channel, key, attachment);
                manager.onAccepted(channel);
            } catch (Throwable x) {
                closeQuietly(channel);
                manager.onAcceptFailed(channel, x);
                LOG.warn("could not open the connection of {}", channel, x);
            }
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.BLOCKING;
        }

        /** Called when no thread may run it, and when the selector ends. */
        @Override
        public void close() {
            fail(new ClosedChannelException());
        }

        private void fail(Throwable cause) {
            if (decided.compareAndSet(false, true)) {
                closeQuietly(channel);
                manager.onAcceptFailed(channel, cause);
            }
        }
    }

    /**
     * A listening channel whose connections are accepted by the producer.
     *
     * <p>Its key stays when it is closed, without interest: a key that is cancelled is in the way of the next acceptor of the
     * channel, whose registration fails until a select has removed it.
     */
    final class Acceptor implements SelectorUpdate, Selectable, Closeable {
        private final SelectableChannel server;
        private volatile @Nullable SelectionKey key;
        private volatile boolean closed;

        Acceptor(SelectableChannel server) {
            this.server = server;
        }

        @Override
        public void update(Selector current) {
            if (closed) {
                return;
            }
            try {
                key = server.register(current, SelectionKey.OP_ACCEPT, this);
            } catch (ClosedSelectorException x) {
                closed = true;
            } catch (Throwable x) {
                if (server.isOpen()) {
                    closeQuietly(server);
                    LOG.warn("cannot accept from {}", server, x);
                }
            }
            if (closed) {
                // it was closed while there was no key to be seen
                endInterest();
            }
        }

        @Override
        public @Nullable Runnable onSelected() {
            while (!closed) {
                SelectableChannel channel = null;
                try {
                    channel = manager.doAccept(server);
                    if (channel == null) {
                        return null;
                    }
                    manager.accepted(channel);
                } catch (Throwable x) {
                    if (!closed || server.isOpen()) {
                        LOG.warn("could not accept from {}", server, x);
                    }
                    if (channel != null) {
                        closeQuietly(channel);
                    } else {
                        pause();
                    }
                    return null;
                }
            }
            return null;
        }

        /** A lack of file descriptors lasts: neither the processor nor the log is to be filled meanwhile. */
        private void pause() {
            endInterest();
            if (!closed) {
                manager.getScheduler().schedule(this::resume, ACCEPT_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            }
        }

        private void resume() {
            SelectionKey current = key;
            try {
                if (current != null && !closed) {
                    current.interestOps(SelectionKey.OP_ACCEPT);
                    wakeupUnlessProducing();
                }
            } catch (CancelledKeyException x) {
                LOG.debug("{} is closed already", server, x);
            }
            if (closed) {
                endInterest();
            }
        }

        private void endInterest() {
            SelectionKey current = key;
            try {
                if (current != null) {
                    current.interestOps(0);
                }
            } catch (CancelledKeyException x) {
                LOG.debug("{} is closed already", server, x);
            }
        }

        @Override
        public void close() {
            closed = true;
            endInterest();
            wakeupUnlessProducing();
        }
    }
}
