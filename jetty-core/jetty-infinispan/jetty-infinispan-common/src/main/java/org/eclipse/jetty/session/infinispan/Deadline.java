package org.eclipse.jetty.session.infinispan;

import java.io.InterruptedIOException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.infinispan.client.hotrod.configuration.Configuration;

/**
 * Waits for calls of a HotRod client, which loses some when a connection is closed while it is made: the client alone would keep their
 * threads for minutes. Thread-safe.
 */
final class Deadline {
    /** More than the timeouts of the client take by themselves. */
    private static final int SLACK_MS = 1000;

    private final long milliseconds;

    Deadline(Configuration configuration) {
        int attempts = configuration.maxRetries() + 1;
        milliseconds = attempts * (long) (configuration.connectionTimeout() + configuration.socketTimeout()) + SLACK_MS;
    }

    /**
     * Returns what a call comes to.
     *
     * @throws StalledClientException if it does not end
     */
    <T> T await(CompletionStage<T> call) throws Exception {
        try {
            return call.toCompletableFuture().get(milliseconds, TimeUnit.MILLISECONDS);
        } catch (ExecutionException x) {
            throw x.getCause() instanceof Exception cause ? cause : x;
        } catch (TimeoutException x) {
            StalledClientException stalled = new StalledClientException(milliseconds);
            stalled.addSuppressed(x);
            throw stalled;
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for Infinispan");
        }
    }
}
