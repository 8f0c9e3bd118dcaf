package org.eclipse.jetty.io;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A count of references is given back once, and calls that come too late leave no trace. */
public final class ReferenceCounterStress {
    private ReferenceCounterStress() {}

    @JCStressTest
    @State
    @Outcome(id = "(true, false|false, true), 0", expect = Expect.ACCEPTABLE, desc = "one is the last")
    @Outcome(expect = Expect.FORBIDDEN)
    public static class TwoReleases {
        private final Retainable.ReferenceCounter references = new Retainable.ReferenceCounter(2);

        @Actor
        public void first(ZZI_Result r) {
            r.r1 = references.release();
        }

        @Actor
        public void second(ZZI_Result r) {
            r.r2 = references.release();
        }

        @Arbiter
        public void arbiter(ZZI_Result r) {
            r.r3 = references.getRetained();
        }
    }

    /** A pooled object is handed out again while one that gave it back retains or releases it once more. */
    @JCStressTest
    @State
    @Outcome(id = "true, (true|false)", expect = Expect.ACCEPTABLE, desc = "the new owner has it")
    @Outcome(expect = Expect.FORBIDDEN)
    public static class AcquireAndLateRetain {
        private final Retainable.ReferenceCounter references = new Retainable.ReferenceCounter(0);

        @Actor
        public void acquire(ZZ_Result r) {
            try {
                references.acquire();
                r.r1 = true;
            } catch (IllegalStateException x) {
                r.r1 = false;
            }
        }

        @Actor
        public void lateRetain(ZZ_Result r) {
            try {
                references.retain();
                r.r2 = true;
            } catch (IllegalStateException x) {
                r.r2 = false;
            }
        }
    }
}
