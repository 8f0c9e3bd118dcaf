package org.eclipse.jetty.io;

import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.Callback;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** The callback that waits for bytes is completed once, whatever comes together. */
public final class FillInterestStress {
    private FillInterestStress() {}

    private static final class Interest extends FillInterest {
        @Override
        protected void needsFillInterest() {}
    }

    private static final class Count extends AtomicInteger implements Callback {
        private static final long serialVersionUID = 1;

        @Override
        public void succeeded() {
            incrementAndGet();
        }

        @Override
        public void failed(Throwable x) {
            incrementAndGet();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "completed once")
    @Outcome(expect = Expect.FORBIDDEN)
    public static class RegisterAndClose {
        private final Interest interest = new Interest();
        private final Count count = new Count();

        @Actor
        public void register() {
            interest.register(count);
        }

        @Actor
        public void close() {
            interest.onClose();
        }

        @Arbiter
        public void arbiter(I_Result r) {
            r.r1 = count.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, 0", expect = Expect.ACCEPTABLE, desc = "taken back, and never completed")
    @Outcome(id = "false, 1", expect = Expect.ACCEPTABLE, desc = "completed once")
    @Outcome(expect = Expect.FORBIDDEN)
    public static class FillableAndCancel {
        private final Interest interest = new Interest();
        private final Count count = new Count();

        public FillableAndCancel() {
            interest.register(count);
        }

        @Actor
        public void fillable() {
            interest.fillable();
        }

        @Actor
        public void cancel(ZI_Result r) {
            r.r1 = interest.cancel(count);
        }

        @Arbiter
        public void arbiter(ZI_Result r) {
            r.r2 = count.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "completed once")
    @Outcome(expect = Expect.FORBIDDEN)
    public static class FillableAndFail {
        private final Interest interest = new Interest();
        private final Count count = new Count();

        public FillableAndFail() {
            interest.register(count);
        }

        @Actor
        public void fillable() {
            interest.fillable();
        }

        @Actor
        public void fail() {
            interest.onFail(new Exception());
        }

        @Arbiter
        public void arbiter(I_Result r) {
            r.r1 = count.get();
        }
    }
}
