package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.eclipse.jetty.io.PoisoningByteBufferPool;

/** What a test asks of the pool of a server that it has stopped. */
public final class BufferChecks {
    private BufferChecks() {}

    /** Waits until all buffers were released, and looks whether one was written to after that. */
    public static void assertAllReleased(PoisoningByteBufferPool pool) {
        assertAllReleased(pool, Duration.ofSeconds(30));
    }

    /** As {@link #assertAllReleased(PoisoningByteBufferPool)}, waiting no longer than this. */
    public static void assertAllReleased(PoisoningByteBufferPool pool, Duration limit) {
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .atMost(limit)
                .untilAsserted(() ->
                        assertThat(pool.getLeakCount()).as(pool::dumpLeaks).isZero());
        assertUntouched(pool);
    }

    /** Looks whether a buffer was written to after its release. */
    public static void assertUntouched(PoisoningByteBufferPool pool) {
        assertThat(pool.getLateWrites())
                .as("writes to buffers after their release")
                .isEmpty();
    }
}
