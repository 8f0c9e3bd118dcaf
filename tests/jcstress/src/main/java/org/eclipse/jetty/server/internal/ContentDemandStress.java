package org.eclipse.jetty.server.internal;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A demand is met once, by content or by a failure. */
@JCStressTest
@State
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "met once")
@Outcome(expect = Expect.FORBIDDEN)
public class ContentDemandStress {
    private final AtomicInteger met = new AtomicInteger();
    private final ContentDemand demand = new ContentDemand(x -> met.addAndGet(100));

    public ContentDemandStress() {
        demand.set(met::incrementAndGet);
    }

    @Actor
    public void content() {
        demand.run();
    }

    @Actor
    public void failure() {
        Runnable task = demand.offer();
        if (task != null) {
            task.run();
        }
    }

    @Arbiter
    public void arbiter(I_Result r) {
        r.r1 = met.get();
    }
}
