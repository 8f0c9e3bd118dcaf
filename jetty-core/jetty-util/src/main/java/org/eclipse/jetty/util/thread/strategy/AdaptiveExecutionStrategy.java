package org.eclipse.jetty.util.thread.strategy;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.thread.Blocking;
import org.eclipse.jetty.util.thread.ExecutionStrategy;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.SchedulingEvents;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.TryExecutor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Produces tasks, and chooses for each one which thread runs it, so that production never starves and a thread is woken
 * only when one is needed.
 *
 * <table>
 * <caption>What happens to a task</caption>
 * <tr><td>NON_BLOCKING</td><td>run by the producer (PC)</td></tr>
 * <tr><td>EITHER</td><td>like BLOCKING where a thread is set aside, else invoked non-blocking by the producer (PIC)</td></tr>
 * <tr><td>BLOCKING, with virtual threads</td><td>run by a new virtual thread</td></tr>
 * <tr><td>BLOCKING, no thread can be set aside</td><td>queued in the executor (PEC)</td></tr>
 * <tr><td>BLOCKING, tasks are short</td><td>run by the producer, while a thread is set aside, asleep (in place)</td></tr>
 * <tr><td>BLOCKING, tasks are learned to block</td><td>production is handed to the thread set aside, and the task is run
 * by the former producer (EPC)</td></tr>
 * </table>
 *
 * <p>A producer that consumes in place publishes it in the state word. Production is taken from it by the first of: its
 * own {@link Blocking#aboutToBlock()}, the {@link ProductionWatcher} (when it sees the consumer wait, or looks for the second
 * time), another thread that
 * calls {@link #produce()}. As the thread that takes over was set aside before, taking over cannot fail, however busy the
 * pool is: head-of-line delay is bounded by two looks, and a task that waits for another one to be produced gets it. The
 * watcher looks every 4 ms, and after 1 ms at a consumption that it has just seen, but seldom where that one had always ended;
 * every millisecond for a second after something had waited for a production that it took, unless there were thousands of
 * consumptions between two such; where that was so often of late, every half of it, and again soon after it has
 * seen a consumption. Each look takes the processor from some thread for 10 to 25 us, which is why there are no more of them
 * where they were of no use. A look that comes late, for the machine had no time for the watcher, says little of
 * a consumer that runs: it gets one more.
 *
 * <p>Whether tasks block is learned: the share of those that took long, as an exponentially moving average. The time they
 * take would not do: on a busy processor a thread loses it for milliseconds now and then, in whatever task it is, and a
 * single such task would count for hundreds of short ones. A task that runs tasks of another strategy, as a connection does
 * that carries many requests, is as long as the longest of these.
 *
 * <table>
 * <caption>The state word: epoch of the consumption (56 bits), pending dispatch (1 bit), state</caption>
 * <tr><th>from</th><th>by</th><th>to</th></tr>
 * <tr><td>IDLE</td><td>dispatch(), if not pending</td><td>IDLE + pending, executor runs run()</td></tr>
 * <tr><td>IDLE</td><td>produce() or run()</td><td>PRODUCING by the caller</td></tr>
 * <tr><td>PRODUCING</td><td>dispatch() or produce()</td><td>REPRODUCING</td></tr>
 * <tr><td>PRODUCING</td><td>no task</td><td>IDLE</td></tr>
 * <tr><td>REPRODUCING</td><td>no task</td><td>PRODUCING by the same thread</td></tr>
 * <tr><td>PRODUCING, REPRODUCING</td><td>task in place</td><td>CONSUMING in the next epoch</td></tr>
 * <tr><td>PRODUCING, REPRODUCING</td><td>task to hand over</td><td>unchanged, now by the thread set aside</td></tr>
 * <tr><td>CONSUMING</td><td>task done</td><td>PRODUCING by the same thread</td></tr>
 * <tr><td>CONSUMING</td><td>watcher, about to block</td><td>PRODUCING by the thread set aside</td></tr>
 * <tr><td>CONSUMING</td><td>produce() or run() by another thread</td><td>PRODUCING by that thread</td></tr>
 * </table>
 *
 * <p>Thread-safe. Counters are written by the producing thread only, without fences: exact when idle.
 */
@ManagedObject("Chooses the threads that run the tasks of a producer")
public class AdaptiveExecutionStrategy extends ContainerLifeCycle
        implements ExecutionStrategy, Runnable, Blocking.Hook {
    private static final Logger LOG = LoggerFactory.getLogger(AdaptiveExecutionStrategy.class);
    private static final VarHandle STATE;
    private static final VarHandle WATCHED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(AdaptiveExecutionStrategy.class, "state", long.class);
            WATCHED = lookup.findVarHandle(AdaptiveExecutionStrategy.class, "watched", boolean.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private static final long IDLE = 0;
    private static final long PRODUCING = 1;
    private static final long REPRODUCING = 2;
    private static final long CONSUMING = 3;
    private static final long STATES = 3;
    private static final long PENDING = 4;
    private static final int EPOCH = 8;

    /** A task that takes longer than this is a long one. */
    private static final int BLOCKING_NANOS = 200_000;
    /** All tasks, as a share of long ones. */
    private static final int ALL = 1 << 16;
    /** Where more than this share is long, tasks are taken to block. */
    private static final int BLOCKING_SHARE = ALL / 4;
    /** A task counts by one part in 32 in the share. */
    private static final int SHARE_SHIFT = 5;
    /** A longer task counts as one of this duration, so that the average can come back from it. */
    private static final int LONGEST_NANOS = 2_000_000;
    /** A new duration counts by one sixteenth. */
    private static final int AVERAGE_SHIFT = 4;

    /** How blocking tasks are run. */
    private enum Mode {
        /** No blocking task was seen yet. */
        NONE,
        IN_PLACE,
        EPC,
        PEC,
        VIRTUAL
    }

    private final Producer producer;
    private final Executor executor;
    private final TryExecutor tryExecutor;
    private final Runnable successor = this::produceAndConsume;
    private final Runnable lateSuccessor = this::produceAfterLook;
    private volatile @Nullable Executor virtualExecutor;

    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile long state;

    private volatile boolean watched;

    /** Owned by the producer; while it consumes, by whoever takes production from it. */
    private TryExecutor.@Nullable Standby standby;

    /** Who consumes; written before, and read after, the state CONSUMING. */
    private @Nullable Thread consumer;

    /** When the last task ended, if it was run in place and nothing else was done since. */
    private long lastEnd;

    private boolean lastEndKnown;
    private int averageNanos;
    private int longShare;
    private Mode mode = Mode.NONE;
    private long modeSwitches;
    private long pcTasks;
    private long picTasks;
    private long pecTasks;
    private long epcTasks;
    private long inPlaceTasks;
    private long virtualTasks;
    private volatile long lateTakeOvers;

    /** The consumption from which the watcher took production, until its task ends; 0 for none. */
    private volatile long awayEpoch;
    /** How often something waited for the production that the watcher took; written by the producer. */
    private volatile int usefulLooks;

    private final ConsumptionLooks looks = new ConsumptionLooks();

    /**
     * Creates a strategy.
     *
     * @param producer finds tasks
     * @param executor runs them; threads are set aside only when it is a {@link TryExecutor} that can
     */
    public AdaptiveExecutionStrategy(Producer producer, Executor executor) {
        this.producer = producer;
        this.executor = executor;
        this.tryExecutor = TryExecutor.asTryExecutor(executor);
        this.virtualExecutor = VirtualThreads.getVirtualThreadsExecutor(executor);
        addBean(producer, false);
        addBean(executor, false);
    }

    @Override
    protected void doStart() throws Exception {
        virtualExecutor = VirtualThreads.getVirtualThreadsExecutor(executor);
        super.doStart();
    }

    @Override
    public void dispatch() {
        while (true) {
            long s = state;
            switch ((int) (s & STATES)) {
                case (int) IDLE -> {
                    if ((s & PENDING) != 0) {
                        return;
                    }
                    if (cas(s, s | PENDING)) {
                        execute();
                        return;
                    }
                }
                case (int) PRODUCING -> {
                    if (cas(s, to(s, REPRODUCING))) {
                        return;
                    }
                }
                default -> {
                    // reproducing does it; and production goes on after a consumption, by whomever
                    return;
                }
            }
        }
    }

    private void execute() {
        try {
            executor.execute(this);
        } catch (RejectedExecutionException x) {
            clearPending();
            throw x;
        }
    }

    private void clearPending() {
        while (true) {
            long s = state;
            if (cas(s, s & ~PENDING)) {
                return;
            }
        }
    }

    @Override
    public void run() {
        clearPending();
        while (true) {
            long s = state;
            long kind = s & STATES;
            if (kind == PRODUCING || kind == REPRODUCING || isConsuming(s)) {
                return;
            }
            if (cas(s, to(s, PRODUCING))) {
                break;
            }
        }
        produceAndConsume();
    }

    @Override
    public void produce() {
        while (true) {
            long s = state;
            long kind = s & STATES;
            if (kind == REPRODUCING || isConsuming(s)) {
                return;
            }
            if (kind == PRODUCING) {
                if (cas(s, to(s, REPRODUCING))) {
                    return;
                }
            } else if (cas(s, to(s, PRODUCING))) {
                break;
            }
        }
        produceAndConsume();
    }

    /** Whether the current thread consumes, and will produce afterwards. */
    private boolean isConsuming(long s) {
        return (s & STATES) == CONSUMING && consumer == Thread.currentThread();
    }

    private void produceAndConsume() {
        lastEndKnown = false;
        consumeAndProduce(produceTask());
    }

    /** Produces where the watcher took production, and tells it whether that was of use. */
    private void produceAfterLook() {
        lastEndKnown = false;
        Runnable task = produceTask();
        if (task != null && awayEpoch != 0) {
            usefulLooks = usefulLooks + 1;
        }
        consumeAndProduce(task);
    }

    /** @param first what was produced; null for nothing */
    private void consumeAndProduce(@Nullable Runnable first) {
        Runnable task = first;
        while (task == null ? !goIdle() : consume(task)) {
            if (QueuedThreadPool.isCurrentThreadRetired() && passOn()) {
                return;
            }
            task = produceTask();
        }
    }

    /** Leaves production to another thread, for this one is to end; returns false when there is none. */
    private boolean passOn() {
        try {
            executor.execute(successor);
            return true;
        } catch (RejectedExecutionException x) {
            return false;
        }
    }

    private @Nullable Runnable produceTask() {
        try {
            return producer.produce();
        } catch (Throwable x) {
            LOG.warn("Could not produce: {}", producer, x);
            return null;
        }
    }

    /** Returns false when production must go on. */
    private boolean goIdle() {
        TryExecutor.Standby aside = standby;
        standby = null;
        while (true) {
            long s = state;
            if ((s & STATES) == REPRODUCING) {
                standby = aside;
                if (cas(s, to(s, PRODUCING))) {
                    return false;
                }
            } else {
                standby = null;
                if (cas(s, to(s, IDLE))) {
                    if (aside != null) {
                        aside.release();
                    }
                    return true;
                }
            }
        }
    }

    /** Returns false when another thread produces. */
    private boolean consume(Runnable task) {
        switch (Invocable.getInvocationType(task)) {
            case NON_BLOCKING -> {
                pcTasks++;
                runNonBlocking(task);
                return true;
            }
            case EITHER -> {
                if (virtualExecutor == null && !Invocable.isNonBlockingInvocation() && setAside()) {
                    return consumeAside(task);
                }
                picTasks++;
                invokeNonBlocking(task);
                return true;
            }
            default -> {
                Executor virtual = virtualExecutor;
                if (virtual != null) {
                    virtualTasks++;
                    if (mode != Mode.VIRTUAL) {
                        switchTo(Mode.VIRTUAL, "virtual threads are used");
                    }
                    execute(virtual, task);
                    return true;
                }
                if (!Invocable.isNonBlockingInvocation() && setAside()) {
                    return consumeAside(task);
                }
                pecTasks++;
                if (mode != Mode.PEC) {
                    boolean chained = Invocable.isNonBlockingInvocation();
                    switchTo(Mode.PEC, chained ? "the producer must not block" : "no thread can be set aside");
                }
                execute(executor, task);
                return true;
            }
        }
    }

    private boolean setAside() {
        if (standby == null) {
            standby = tryExecutor.standby();
        }
        return standby != null;
    }

    private boolean consumeAside(Runnable task) {
        return longShare > BLOCKING_SHARE ? consumeAfterHandOver(task) : consumeInPlace(task);
    }

    private void switchTo(Mode to, String cause) {
        Mode from = mode;
        mode = to;
        modeSwitches++;
        SchedulingEvents.modeSwitched(this, from.name(), to.name(), cause);
    }

    private boolean consumeAfterHandOver(Runnable task) {
        epcTasks++;
        if (mode != Mode.EPC) {
            switchTo(Mode.EPC, "tasks take long");
        }
        TryExecutor.Standby aside = standby;
        standby = null;
        assert aside != null : "reserved before the task was chosen to be run so";
        // from here on production belongs to the other thread
        aside.start(successor);
        runAndLearn(task, NanoTime.now());
        return resume(-1);
    }

    private boolean consumeInPlace(Runnable task) {
        inPlaceTasks++;
        if (mode != Mode.IN_PLACE) {
            switchTo(Mode.IN_PLACE, "tasks are short");
        }
        consumer = Thread.currentThread();
        long epoch;
        while (true) {
            long s = state;
            epoch = (s >>> EPOCH) + 1;
            if (cas(s, (epoch << EPOCH) | (s & PENDING) | CONSUMING)) {
                break;
            }
        }
        if (!watched && WATCHED.compareAndSet(this, false, true)) {
            ProductionWatcher.watch(this);
        }
        long start = lastEndKnown && !producer.hasWaited() ? lastEnd : NanoTime.now();
        Blocking.enter(this, epoch);
        long end = runAndLearn(task, start);
        Blocking.exit();
        if (!resume(epoch)) {
            return false;
        }
        lastEnd = end;
        lastEndKnown = true;
        return true;
    }

    /** Goes on producing after the consumption of that epoch, if nobody took over, or after everybody went idle. */
    private boolean resume(long epoch) {
        while (true) {
            long s = state;
            boolean mine = (s & STATES) == CONSUMING && s >>> EPOCH == epoch;
            if (!mine) {
                if (awayEpoch == epoch) {
                    awayEpoch = 0;
                }
                if ((s & STATES) != IDLE) {
                    return false;
                }
            }
            if (cas(s, to(s, PRODUCING))) {
                return true;
            }
        }
    }

    @Override
    public void aboutToBlock(long epoch) {
        takeOver(epoch, successor, "the task is about to block");
    }

    /** Hands production to the thread set aside, if that consumption still goes on. */
    private void takeOver(long epoch, Runnable next, String cause) {
        while (true) {
            long s = state;
            if ((s & STATES) != CONSUMING || s >>> EPOCH != epoch) {
                return;
            }
            TryExecutor.Standby aside = standby;
            if (cas(s, to(s, PRODUCING))) {
                standby = null;
                lateTakeOvers = lateTakeOvers + 1;
                assert aside != null : "reserved before the consumption";
                aside.start(next);
                SchedulingEvents.modeSwitched(this, Mode.IN_PLACE.name(), Mode.EPC.name(), cause);
                return;
            }
        }
    }

    /**
     * A look of the watcher, which takes production over from a consumption that lasts.
     *
     * @param now the time
     * @param overslept whether the watcher itself was kept from its processor
     * @return whether to look again at the next tick
     */
    boolean watch(long now, boolean overslept) {
        long s = state;
        long epoch = s >>> EPOCH;
        looks.setUseful(usefulLooks, epoch, now);
        if (looks.lasts(epoch, (s & STATES) == CONSUMING ? consumer : null, now, overslept)) {
            // before production is taken: the task may end at once
            awayEpoch = epoch;
            takeOver(epoch, lateSuccessor, "the task does not return");
        }
        if (!looks.isOver(now)) {
            return true;
        }
        watched = false;
        // a consumption that began before is not registered again by its thread
        return (state & STATES) == CONSUMING && WATCHED.compareAndSet(this, false, true);
    }

    /** How often the watcher took production while something waited for it. */
    int getUsefulLooks() {
        return usefulLooks;
    }

    /** What the watcher has seen; called by it only. */
    ConsumptionLooks getLooks() {
        return looks;
    }

    /** Returns the time at which the task ended. */
    private long runAndLearn(Runnable task, long start) {
        long begun = Blocking.beginTask();
        run(task);
        long end = NanoTime.now();
        long nanos = Blocking.endTask(begun, end - start);
        int average = averageNanos;
        averageNanos = average + (((int) Math.min(nanos, LONGEST_NANOS) - average) >> AVERAGE_SHIFT);
        int share = longShare;
        longShare = share + (((nanos > BLOCKING_NANOS ? ALL : 0) - share) >> SHARE_SHIFT);
        return end;
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable x) {
            LOG.warn("Task failed: {}", task, x);
        }
    }

    private void runNonBlocking(Runnable task) {
        lastEndKnown = false;
        Object event = SchedulingEvents.beginNonBlocking();
        run(task);
        if (event != null) {
            SchedulingEvents.endNonBlocking(event, this, task);
        }
    }

    private void invokeNonBlocking(Runnable task) {
        lastEndKnown = false;
        Object event = SchedulingEvents.beginNonBlocking();
        try {
            Invocable.invokeNonBlocking(task);
        } catch (Throwable x) {
            LOG.warn("Task failed: {}", task, x);
        }
        if (event != null) {
            SchedulingEvents.endNonBlocking(event, this, task);
        }
    }

    private void execute(Executor to, Runnable task) {
        lastEndKnown = false;
        try {
            to.execute(task);
        } catch (RejectedExecutionException x) {
            // what could be told has ended, and whoever refuses logs that
            if (ThreadPool.reject(task, x) || !isRunning()) {
                LOG.debug("Rejected {}", task, x);
            } else {
                LOG.warn("Rejected {}", task, x);
            }
        }
    }

    private static long to(long s, long kind) {
        return (s & ~STATES) | kind;
    }

    private boolean cas(long from, long to) {
        return STATE.compareAndSet(this, from, to);
    }

    @ManagedAttribute(value = "whether blocking tasks run in virtual threads", readonly = true)
    public boolean isUseVirtualThreads() {
        return virtualExecutor != null;
    }

    @ManagedAttribute(value = "non-blocking tasks run by the producer", readonly = true)
    public long getPCTasksConsumed() {
        return pcTasks;
    }

    @ManagedAttribute(value = "tasks invoked non-blocking by the producer", readonly = true)
    public long getPICTasksExecuted() {
        return picTasks;
    }

    @ManagedAttribute(value = "tasks given to the executor", readonly = true)
    public long getPECTasksExecuted() {
        return pecTasks;
    }

    @ManagedAttribute(value = "tasks run by the producer after it had handed production over", readonly = true)
    public long getEPCTasksConsumed() {
        return epcTasks;
    }

    @ManagedAttribute(value = "blocking tasks run by the producer while a thread was set aside", readonly = true)
    public long getInPlaceTasksConsumed() {
        return inPlaceTasks;
    }

    @ManagedAttribute(value = "blocking tasks given to virtual threads", readonly = true)
    public long getVirtualTasksExecuted() {
        return virtualTasks;
    }

    @ManagedAttribute(value = "consumptions that lasted, so that production was taken over", readonly = true)
    public long getLateTakeOvers() {
        return lateTakeOvers;
    }

    @ManagedAttribute(value = "share of the blocking tasks that take long, in percent", readonly = true)
    public int getLongTasksPercent() {
        return longShare * 100 / ALL;
    }

    @ManagedAttribute(value = "moving average of the time that blocking tasks take, in ns", readonly = true)
    public long getAverageTaskNanos() {
        return averageNanos;
    }

    @ManagedAttribute(value = "how blocking tasks are run: NONE yet, IN_PLACE, EPC, PEC, VIRTUAL", readonly = true)
    public String getMode() {
        return mode.name();
    }

    @ManagedAttribute(value = "how often blocking tasks began to be run in another way", readonly = true)
    public long getModeSwitches() {
        return modeSwitches;
    }

    @ManagedAttribute(
            value = "what is done now: IDLE, PRODUCING, REPRODUCING, CONSUMING, each perhaps with +PENDING",
            readonly = true)
    public String getProduction() {
        long s = state;
        String kind =
                switch ((int) (s & STATES)) {
                    case (int) IDLE -> "IDLE";
                    case (int) PRODUCING -> "PRODUCING";
                    case (int) REPRODUCING -> "REPRODUCING";
                    default -> "CONSUMING";
                };
        return (s & PENDING) == 0 ? kind : kind + "+PENDING";
    }

    /** Whether no thread produces, or is about to. */
    @ManagedAttribute(value = "whether nobody produces", readonly = true)
    public boolean isIdle() {
        return (state & (STATES | PENDING)) == IDLE;
    }

    @ManagedOperation(value = "resets the counters", impact = "ACTION")
    public void reset() {
        pcTasks = 0;
        picTasks = 0;
        pecTasks = 0;
        epcTasks = 0;
        inPlaceTasks = 0;
        virtualTasks = 0;
        lateTakeOvers = 0;
        modeSwitches = 0;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, producer);
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x{%s,mode=%s,switches=%d,pc=%d,pic=%d,pec=%d,epc=%d,inPlace=%d,virtual=%d,late=%d,avg=%dus}",
                getClass().getSimpleName(),
                hashCode(),
                getProduction(),
                mode,
                modeSwitches,
                pcTasks,
                picTasks,
                pecTasks,
                epcTasks,
                inPlaceTasks,
                virtualTasks,
                lateTakeOvers,
                averageNanos / 1000);
    }
}
