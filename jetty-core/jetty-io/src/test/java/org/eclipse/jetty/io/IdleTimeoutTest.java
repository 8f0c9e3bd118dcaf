package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.junit.jupiter.api.Test;

class IdleTimeoutTest {
    private final CountingScheduler counting = new CountingScheduler();

    private static class Watched extends IdleTimeout {
        private final CountDownLatch expired = new CountDownLatch(1);
        private boolean open = true;

        private Watched(Scheduler scheduler) {
            super(scheduler);
        }

        @Override
        protected void onIdleExpired(TimeoutException timeout) {
            expired.countDown();
        }

        @Override
        public boolean isOpen() {
            return open;
        }
    }

    /** Runs nothing, and counts the tasks that are pending. */
    private static class CountingScheduler extends AbstractLifeCycle implements Scheduler {
        private final List<Task> pending = new ArrayList<>();
        private volatile long lastDelay;

        @Override
        public Task schedule(Runnable runnable, long delay, TimeUnit unit) {
            Task[] task = new Task[1];
            task[0] = () -> pending.remove(task[0]);
            pending.add(task[0]);
            lastDelay = unit.toMillis(delay);
            return task[0];
        }
    }

    @Test
    void whatIsWatchedHasOneTaskAtATime() {
        Watched watched = new Watched(counting);
        watched.setIdleTimeout(1000);
        watched.onOpen();
        assertThat(counting.pending).hasSize(1);
        watched.setIdleTimeout(500);
        watched.setIdleTimeout(100);
        watched.onOpen();
        assertThat(counting.pending).hasSize(1);
    }

    @Test
    void timeoutThatIsSetWhileAnotherOneIsScheduledCounts() throws Exception {
        AtomicReference<Thread> setter = new AtomicReference<>();
        Watched watched = new Watched(counting) {
            @Override
            public long getIdleFor() {
                // between the look at the timeout and its task
                Thread other = new Thread(() -> setIdleTimeout(10));
                if (setter.compareAndSet(null, other)) {
                    other.start();
                    await().until(() -> EnumSet.of(Thread.State.TERMINATED, Thread.State.BLOCKED)
                            .contains(other.getState()));
                }
                return super.getIdleFor();
            }
        };
        watched.setIdleTimeout(1000);
        watched.onOpen();
        setter.get().join();
        assertThat(counting.pending).hasSize(1);
        assertThat(counting.lastDelay).isLessThanOrEqualTo(10);
    }

    @Test
    void closingLeavesNoTaskBehind() {
        Watched watched = new Watched(counting);
        watched.setIdleTimeout(1000);
        watched.onOpen();
        watched.onClose();
        watched.open = false;
        watched.setIdleTimeout(10);
        assertThat(counting.pending).isEmpty();
    }

    @Test
    void idleTimeExpires() throws Exception {
        ScheduledExecutorScheduler scheduler = new ScheduledExecutorScheduler();
        scheduler.start();
        Watched watched = new Watched(scheduler);
        watched.setIdleTimeout(20);
        watched.onOpen();
        assertThat(watched.expired.await(30, TimeUnit.SECONDS)).isTrue();
        watched.open = false;
        watched.onClose();
        scheduler.stop();
    }
}
