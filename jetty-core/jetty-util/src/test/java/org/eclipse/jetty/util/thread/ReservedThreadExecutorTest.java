package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReservedThreadExecutorTest {
    @Test
    void dumpHasNoLineForThreadsThatAreNotThere() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(20, 1);
        pool.setReservedThreads(8);
        pool.start();
        try {
            ReservedThreads.await(pool, 1);
            assertThat(pool.dump()).contains("ReservedThreadExecutor").doesNotContain("+> null", "+- null");
        } finally {
            pool.stop();
        }
    }
}
