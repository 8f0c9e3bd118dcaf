package org.eclipse.jetty.util.thread;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Jobs leave the queue once each and in order, also when they overflow the ring. */
public final class JobQueueStress {
    private JobQueueStress() {}

    private record Job(int number) implements Runnable {
        @Override
        public void run() {}
    }

    /** Two offers by one thread to a ring of two that holds one: the third job overflows. */
    @JCStressTest
    @State
    @Outcome(id = "0, 123", expect = Expect.ACCEPTABLE, desc = "none was there yet")
    @Outcome(id = "1, 23", expect = Expect.ACCEPTABLE, desc = "the first was taken")
    @Outcome(expect = Expect.FORBIDDEN)
    public static class OfferAndPoll {
        private final JobQueue queue = new JobQueue(2);

        @Actor
        public void offer() {
            queue.offer(new Job(1));
            queue.offer(new Job(2));
            queue.offer(new Job(3));
        }

        @Actor
        public void poll(II_Result r) {
            r.r1 = queue.poll() instanceof Job job ? job.number() : 0;
        }

        @Arbiter
        public void arbiter(II_Result r) {
            while (queue.poll() instanceof Job job) {
                r.r2 = r.r2 * 10 + job.number();
            }
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "each of four jobs left once")
    @Outcome(expect = Expect.FORBIDDEN)
    public static class TwoOfEach {
        private final JobQueue queue = new JobQueue(2);
        private int first;
        private int second;

        @Actor
        public void one() {
            queue.offer(new Job(1));
            queue.offer(new Job(2));
            first = queue.poll() instanceof Job job ? job.number() : 0;
        }

        @Actor
        public void two() {
            queue.offer(new Job(4));
            queue.offer(new Job(8));
            second = queue.poll() instanceof Job job ? job.number() : 0;
        }

        @Arbiter
        public void arbiter(Z_Result r) {
            int sum = first + second;
            int number = (first > 0 ? 1 : 0) + (second > 0 ? 1 : 0);
            while (queue.poll() instanceof Job job) {
                sum += job.number();
                number++;
            }
            r.r1 = sum == 15 && number == 4 && queue.isEmpty();
        }
    }
}
