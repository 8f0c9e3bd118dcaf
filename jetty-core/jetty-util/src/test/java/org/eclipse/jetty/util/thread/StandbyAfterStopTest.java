package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.junit.jupiter.api.Test;

/** A thread that was set aside is there for its holder, also when its pool stops meanwhile. */
class StandbyAfterStopTest {
    private final QueuedThreadPool pool = new QueuedThreadPool(8, 2);

    @Test
    void taskIsRun() throws Exception {
        pool.start();
        ReservedThreads.await(pool, 1);
        TryExecutor.Standby standby = pool.standby();
        pool.stop();
        CountDownLatch done = new CountDownLatch(1);
        standby.start(done::countDown);
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void productionGoesOn() throws Exception {
        pool.start();
        LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        AdaptiveExecutionStrategy strategy = new AdaptiveExecutionStrategy(tasks::poll, pool);
        ReservedThreads.await(pool, 1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch produced = new CountDownLatch(1);
        tasks.add(new Invocable.ReadyTask(Invocable.InvocationType.BLOCKING, () -> {
            begun.countDown();
            // not a wait that the watcher sees, before there is no pool any more
            while (stopped.getCount() > 0) {
                Thread.onSpinWait();
            }
            try {
                produced.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
        }));
        tasks.add(new Invocable.ReadyTask(Invocable.InvocationType.NON_BLOCKING, produced::countDown));
        Thread consumer = new Thread(strategy::produce);
        consumer.start();
        begun.await();
        pool.stop();
        stopped.countDown();
        consumer.join();
        assertThat(produced.getCount()).isZero();
    }
}
