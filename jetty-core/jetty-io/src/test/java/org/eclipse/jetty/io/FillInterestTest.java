package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ReadPendingException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class FillInterestTest {
    private final Interest interest = new Interest();

    private static final class Interest extends FillInterest {
        private int needed;
        private IOException refusal;

        @Override
        protected void needsFillInterest() throws IOException {
            needed++;
            if (refusal != null) {
                throw refusal;
            }
        }
    }

    private static final class Noting implements Callback {
        private final AtomicInteger succeeded = new AtomicInteger();
        private final List<Throwable> failures = new ArrayList<>();

        @Override
        public void succeeded() {
            succeeded.incrementAndGet();
        }

        @Override
        public synchronized void failed(Throwable x) {
            failures.add(x);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }

        private synchronized int completions() {
            return succeeded.get() + failures.size();
        }
    }

    @Test
    void callbackIsToldOnce() {
        Noting callback = new Noting();
        interest.register(callback);
        assertThat(interest.isInterested()).isTrue();
        assertThat(interest.needed).isEqualTo(1);
        assertThat(interest.fillable()).isTrue();
        assertThat(interest.fillable()).isFalse();
        assertThat(interest.onFail(new IOException("late"))).isFalse();
        assertThat(callback.succeeded).hasValue(1);
        assertThat(callback.failures).isEmpty();
        assertThat(interest.isInterested()).isFalse();
    }

    @Test
    void nobodyIsToldWhereNobodyWaits() {
        assertThat(interest.fillable()).isFalse();
        assertThat(interest.onFail(new IOException("nobody"))).isFalse();
        assertThat(interest.take()).isNull();
        assertThat(interest.getCallbackInvocationType()).isEqualTo(InvocationType.BLOCKING);
    }

    @Test
    void secondCallbackIsRefusedWhileOneWaits() {
        Noting first = new Noting();
        Noting second = new Noting();
        interest.register(first);
        assertThat(interest.getCallbackInvocationType()).isEqualTo(InvocationType.NON_BLOCKING);
        assertThat(interest.tryRegister(second)).isFalse();
        assertThatThrownBy(() -> interest.register(second)).isInstanceOf(ReadPendingException.class);
        interest.fillable();
        assertThat(first.succeeded).hasValue(1);
        assertThat(second.completions()).isZero();
    }

    @Test
    void callbackMayRegisterAgain() {
        Noting second = new Noting();
        interest.register(Callback.from(() -> interest.register(second)));
        assertThat(interest.fillable()).isTrue();
        assertThat(interest.fillable()).isTrue();
        assertThat(second.succeeded).hasValue(1);
    }

    @Test
    void callbackThatThrowsHasBeenTaken() {
        interest.register(Callback.from(() -> {
            throw new IllegalStateException("thrown by the test");
        }));
        assertThatThrownBy(interest::fillable).hasMessage("thrown by the test");
        assertThat(interest.isInterested()).isFalse();
        Noting next = new Noting();
        interest.register(next);
        interest.fillable();
        assertThat(next.succeeded).hasValue(1);
    }

    @Test
    void interestThatCannotBeHadFailsTheCallback() {
        interest.refusal = new IOException("refused by the test");
        Noting callback = new Noting();
        interest.register(callback);
        assertThat(callback.failures).containsExactly(interest.refusal);
        assertThat(interest.isInterested()).isFalse();
    }

    @Test
    void callbackThatIsTakenBackIsNotTold() {
        Noting callback = new Noting();
        interest.register(callback);
        assertThat(interest.cancel(new Noting())).isFalse();
        assertThat(interest.cancel(callback)).isTrue();
        assertThat(interest.cancel(callback)).isFalse();
        assertThat(interest.fillable()).isFalse();
        assertThat(callback.completions()).isZero();
    }

    @Test
    void closeFailsWhoWaitsAndWhoComes() {
        IOException cause = new IOException("closed by the test");
        Noting waiting = new Noting();
        interest.register(waiting);
        interest.onClose(cause);
        assertThat(waiting.failures).containsExactly(cause);
        interest.onClose();
        assertThat(waiting.completions()).isEqualTo(1);
        assertThat(interest.isInterested()).isFalse();
        Noting late = new Noting();
        assertThat(interest.tryRegister(late)).isTrue();
        assertThat(late.failures).hasSize(1).first().isInstanceOf(EofException.class);
        assertThat(interest.fillable()).isFalse();
    }

    @RepeatedTest(100)
    void callbackIsToldOnceByThreadsThatFillFailAndClose() throws Exception {
        Noting callback = new Noting();
        interest.register(callback);
        CyclicBarrier together = new CyclicBarrier(3);
        List<Thread> threads = List.of(
                new Thread(() -> at(together, interest::fillable)),
                new Thread(() -> at(together, () -> interest.onFail(new IOException("failed by the test")))),
                new Thread(() -> at(together, interest::onClose)));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(callback.completions()).isEqualTo(1);
    }

    private static void at(CyclicBarrier barrier, Runnable then) {
        try {
            barrier.await();
        } catch (Exception x) {
            throw new IllegalStateException(x);
        }
        then.run();
    }
}
