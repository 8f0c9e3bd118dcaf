package org.eclipse.jetty.util.thread.strategy;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.thread.ExecutionStrategy;

/**
 * The producing thread executes its successor, and then runs the task itself, in its warm cache. Thread-safe.
 *
 * <p>The state counts the reasons to produce: 0 idle, 1 a thread produces, 2 it shall look once more.
 */
public class ExecuteProduceConsume implements ExecutionStrategy, Runnable {
    private final Producer producer;
    private final Executor executor;
    private final AtomicInteger state = new AtomicInteger();
    private final Runnable successor = this::produceAndConsume;

    public ExecuteProduceConsume(Producer producer, Executor executor) {
        this.producer = producer;
        this.executor = executor;
    }

    @Override
    public void dispatch() {
        executor.execute(this);
    }

    @Override
    public void run() {
        produce();
    }

    @Override
    public void produce() {
        if (state.getAndSet(2) == 0) {
            produceAndConsume();
        }
    }

    private void produceAndConsume() {
        while (true) {
            state.set(1);
            Runnable task = producer.produce();
            if (task == null) {
                if (state.compareAndSet(1, 0)) {
                    return;
                }
                continue;
            }
            // production now belongs to the successor
            executor.execute(successor);
            task.run();
            if (!state.compareAndSet(0, 2)) {
                return;
            }
        }
    }

    @Override
    public String toString() {
        return String.format("%s@%x[%s]", getClass().getSimpleName(), hashCode(), producer);
    }
}
