package org.eclipse.jetty.util.thread;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Each task runs once, one at a time. */
@JCStressTest
@State
@Outcome(id = "4, 0", expect = Expect.ACCEPTABLE, desc = "four tasks, none beside another")
@Outcome(expect = Expect.FORBIDDEN)
public class SerializedInvokerStress {
    private final SerializedInvoker invoker = new SerializedInvoker();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger beside = new AtomicInteger();
    // not atomic: lost increments would show that tasks do not see each other
    private int runs;

    private void task() {
        if (running.getAndIncrement() != 0) {
            beside.incrementAndGet();
        }
        runs++;
        running.decrementAndGet();
    }

    @Actor
    public void first() {
        invoker.run(this::task);
        invoker.run(this::task);
    }

    @Actor
    public void second() {
        invoker.run(this::task);
        invoker.run(this::task);
    }

    @Arbiter
    public void arbiter(II_Result r) {
        r.r1 = runs;
        r.r2 = beside.get();
    }
}
