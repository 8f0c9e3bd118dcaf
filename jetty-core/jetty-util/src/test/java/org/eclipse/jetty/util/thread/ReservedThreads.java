package org.eclipse.jetty.util.thread;

import java.time.Duration;
import org.awaitility.Awaitility;

/** Has a pool reserve threads, for tests of what happens when there are some. */
public final class ReservedThreads {
    private ReservedThreads() {}

    /** Waits until so many are there. A task that finds none has the pool reserve one; one that finds one uses it for a while. */
    public static void await(QueuedThreadPool pool, int threads) {
        Awaitility.await().pollInterval(Duration.ofMillis(2)).until(() -> {
            if (pool.getAvailableReservedThreads() >= threads) {
                return true;
            }
            for (int i = 0; i < threads; i++) {
                pool.tryExecute(() -> {});
            }
            return false;
        });
    }
}
