package org.eclipse.jetty.security.jwt.internal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a provider, which are read once, when they are needed first.
 *
 * <p>Guarded by its own lock, which is held while they are read. Other threads do not wait for it long, and after a failure the provider
 * is left alone for a few seconds.
 */
public final class Discovery {
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long QUEUE_MILLIS = 1000;
    /** Threads that wait while the metadata are read: each holds a thread of the server. */
    private static final int MAX_QUEUE = 16;

    /** Reads metadata. */
    public interface Source {
        /** @throws IllegalArgumentException if they are not acceptable */
        ProviderMetadata read() throws IOException;
    }

    private final String issuer;
    private final Source source;
    private final Semaphore queue = new Semaphore(MAX_QUEUE);
    private final ReentrantLock lock = new ReentrantLock();
    private boolean failed;
    private long failedAt;
    private volatile @Nullable ProviderMetadata metadata;

    public Discovery(String issuer, Source source) {
        this.issuer = issuer;
        this.source = source;
    }

    /** The metadata; null as long as they are not read. */
    public @Nullable ProviderMetadata known() {
        return metadata;
    }

    /**
     * The metadata, which are read if they are not known.
     *
     * @throws IOException if the provider does not answer
     * @throws IllegalArgumentException if they are not acceptable
     */
    public ProviderMetadata get() throws IOException {
        ProviderMetadata known = metadata;
        if (known != null) {
            return known;
        }
        await();
        try {
            if (metadata == null) {
                if (failed && System.nanoTime() - failedAt < RETRY_NANOS) {
                    throw new IOException("the metadata of " + issuer + " could not be read a moment ago");
                }
                failed = true;
                try {
                    metadata = source.read();
                    failed = false;
                } finally {
                    failedAt = System.nanoTime();
                }
            }
            return metadata;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the lock, which few threads wait for. */
    private void await() throws IOException {
        if (lock.tryLock()) {
            return;
        }
        if (!queue.tryAcquire()) {
            throw new IOException("the metadata of " + issuer + " are being read, and " + MAX_QUEUE
                    + " requests wait for them already");
        }
        try {
            if (!lock.tryLock(QUEUE_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException("the metadata of " + issuer + " are being read");
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(x);
        } finally {
            queue.release();
        }
    }
}
