package org.eclipse.jetty.ee10.servlet;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Uses of a request against its end. */
public final class RequestUsesStress {
    private RequestUsesStress() {}

    /** Counts how often the request was alone, and uses that were under way meanwhile. */
    private static final class Uses extends RequestUses {
        private final AtomicInteger inUse = new AtomicInteger();
        private final AtomicInteger alone = new AtomicInteger();
        private final AtomicInteger overlaps = new AtomicInteger();

        private int use(boolean waits) {
            if (!enter()) {
                return 0;
            }
            inUse.incrementAndGet();
            if (waits) {
                inUse.decrementAndGet();
                leave();
                boolean again = enterAgain();
                if (!again) {
                    leave();
                    return 2;
                }
                inUse.incrementAndGet();
            }
            inUse.decrementAndGet();
            leave();
            return 1;
        }

        @Override
        protected void onAlone() {
            alone.incrementAndGet();
            overlaps.addAndGet(inUse.get());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "[012], 10", expect = Expect.ACCEPTABLE, desc = "alone once, with no use under way")
    @Outcome(expect = Expect.FORBIDDEN)
    public static class UseAndEnd {
        private final Uses uses = new Uses();

        @Actor
        public void use(II_Result r) {
            r.r1 = uses.use(true);
        }

        @Actor
        public void end() {
            uses.end();
        }

        @Arbiter
        public void arbiter(II_Result r) {
            r.r2 = uses.alone.get() * 10 + uses.overlaps.get();
        }
    }

    /** The thread that ends had a use of its own right before. */
    @JCStressTest
    @State
    @Outcome(id = "[012], [01], 10", expect = Expect.ACCEPTABLE, desc = "alone once, with no use under way")
    @Outcome(expect = Expect.FORBIDDEN)
    public static class TwoUsesAndEnd {
        private final Uses uses = new Uses();

        @Actor
        public void use(III_Result r) {
            r.r1 = uses.use(true);
        }

        @Actor
        public void useAndEnd(III_Result r) {
            r.r2 = uses.use(false);
            uses.end();
        }

        @Arbiter
        public void arbiter(III_Result r) {
            r.r3 = uses.alone.get() * 10 + uses.overlaps.get();
        }
    }
}
