package org.eclipse.jetty.util.thread.strategy;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.thread.ExecutionStrategy;
import org.eclipse.jetty.util.thread.Invocable;

/** The producing thread runs non-blocking tasks itself, and gives every other one to the executor. Thread-safe. */
public class ProduceExecuteConsume implements ExecutionStrategy, Runnable {
    private final Producer producer;
    private final Executor executor;
    /** 0 idle, 1 producing, 2 producing, and once more. */
    private final AtomicInteger state = new AtomicInteger();

    public ProduceExecuteConsume(Producer producer, Executor executor) {
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
        if (state.getAndSet(2) != 0) {
            return;
        }
        while (true) {
            state.set(1);
            Runnable task;
            while ((task = producer.produce()) != null) {
                consume(task);
            }
            if (state.compareAndSet(1, 0)) {
                return;
            }
        }
    }

    private void consume(Runnable task) {
        switch (Invocable.getInvocationType(task)) {
            case NON_BLOCKING -> task.run();
            case EITHER -> Invocable.invokeNonBlocking(task);
            default -> executor.execute(task);
        }
    }

    @Override
    public String toString() {
        return String.format("%s@%x[%s]", getClass().getSimpleName(), hashCode(), producer);
    }
}
