package org.eclipse.jetty.util.thread;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.statistic.CounterStatistic;
import org.eclipse.jetty.util.statistic.SampleStatistic;

/**
 * A thread pool that measures how long tasks wait in its queue and how long they run.
 *
 * <p>It costs two readings of the clock and an object for each task. Tasks that a reserved thread takes without the queue are not
 * measured. Thread-safe.
 */
@ManagedObject("A thread pool that measures its tasks")
public class MonitoredQueuedThreadPool extends QueuedThreadPool {
    private final LongAdder tasks = new LongAdder();
    private final AtomicInteger maxQueueSize = new AtomicInteger();
    private final CounterStatistic busy = new CounterStatistic();
    private final SampleStatistic queueLatency = new SampleStatistic();
    private final SampleStatistic taskLatency = new SampleStatistic();

    /** A pool of at most 256 threads. */
    public MonitoredQueuedThreadPool() {
        this(256);
    }

    public MonitoredQueuedThreadPool(@Name("maxThreads") int maxThreads) {
        super(maxThreads);
    }

    /** As {@link QueuedThreadPool#QueuedThreadPool(int, int, int, BlockingQueue)}. */
    public MonitoredQueuedThreadPool(
            @Name("maxThreads") int maxThreads,
            @Name("minThreads") int minThreads,
            @Name("idleTimeout") int idleTimeout,
            @Name("queue") BlockingQueue<Runnable> queue) {
        super(maxThreads, minThreads, idleTimeout, queue);
    }

    @Override
    public void execute(Runnable job) {
        super.execute(new Measured(job));
        int size = getQueueSize();
        maxQueueSize.accumulateAndGet(size, Math::max);
    }

    /** Forgets what was measured. */
    @ManagedOperation(value = "Resets the statistics", impact = "ACTION")
    public void reset() {
        tasks.reset();
        maxQueueSize.set(0);
        busy.reset();
        queueLatency.reset();
        taskLatency.reset();
    }

    @ManagedAttribute("The tasks that have been run")
    public long getTasks() {
        return tasks.sum();
    }

    @ManagedAttribute("The most threads that ran tasks at once")
    public int getMaxBusyThreads() {
        return (int) busy.getMax();
    }

    @ManagedAttribute("The most tasks that waited at once")
    public int getMaxQueueSize() {
        return maxQueueSize.get();
    }

    @ManagedAttribute("The mean time that tasks waited, in nanoseconds")
    public long getAverageQueueLatency() {
        return (long) queueLatency.getMean();
    }

    @ManagedAttribute("The longest time that a task waited, in nanoseconds")
    public long getMaxQueueLatency() {
        return queueLatency.getMax();
    }

    @ManagedAttribute("The mean time that tasks ran, in nanoseconds")
    public long getAverageTaskLatency() {
        return (long) taskLatency.getMean();
    }

    @ManagedAttribute("The longest time that a task ran, in nanoseconds")
    public long getMaxTaskLatency() {
        return taskLatency.getMax();
    }

    /** A task that is measured; of the invocation type of the task itself. */
    private final class Measured implements Invocable.Task {
        private final Runnable job;
        private final long queued = NanoTime.now();

        private Measured(Runnable job) {
            this.job = job;
        }

        @Override
        public void run() {
            long begin = NanoTime.now();
            queueLatency.record(begin - queued);
            busy.increment();
            try {
                job.run();
            } finally {
                busy.decrement();
                taskLatency.record(NanoTime.now() - begin);
                tasks.increment();
            }
        }

        @Override
        public InvocationType getInvocationType() {
            return Invocable.getInvocationType(job);
        }

        @Override
        public String toString() {
            return job.toString();
        }
    }
}
