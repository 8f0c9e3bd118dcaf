package org.eclipse.jetty.http.content;

import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A cache that looks, not more often than a period says, whether what it keeps is as it is in the file system.
 *
 * <p>A period of 0 looks each time, one below 0 never. With a scheduler, what has not been used for a time is removed.
 * Thread-safe.
 */
public class ValidatingCachingHttpContentFactory extends CachingHttpContentFactory implements Runnable {
    private final long validationPeriod;
    private final @Nullable Scheduler scheduler;
    private final long sweepDelay;
    private final long idleTimeout;
    private boolean scheduled;

    public ValidatingCachingHttpContentFactory(
            HttpContent.Factory authority, long validationPeriod, ByteBufferPool.Sized bufferPool) {
        this(authority, validationPeriod, bufferPool, null, -1, -1);
    }

    /** Periods in milliseconds; {@code sweepDelay} or {@code idleTimeout} below 1 for no removal of what is not used. */
    public ValidatingCachingHttpContentFactory(
            HttpContent.Factory authority,
            long validationPeriod,
            ByteBufferPool.Sized bufferPool,
            @Nullable Scheduler scheduler,
            long sweepDelay,
            long idleTimeout) {
        super(authority, bufferPool);
        this.validationPeriod = validationPeriod;
        this.scheduler = sweepDelay > 0 && idleTimeout > 0 ? scheduler : null;
        this.sweepDelay = sweepDelay;
        this.idleTimeout = idleTimeout;
    }

    private void schedule() {
        if (scheduler == null) {
            return;
        }
        synchronized (this) {
            if (scheduled) {
                return;
            }
            scheduled = true;
        }
        scheduler.schedule(this, sweepDelay, TimeUnit.MILLISECONDS);
    }

    /** Removes what has not been used for the time; goes on as long as there is something. */
    @Override
    public void run() {
        long now = System.nanoTime();
        for (CachingHttpContent content : getCache().values()) {
            if (now - content.getLastAccessedNanos() > TimeUnit.MILLISECONDS.toNanos(idleTimeout)) {
                removeFromCache(content);
            }
        }
        synchronized (this) {
            scheduled = false;
        }
        if (!getCache().isEmpty()) {
            schedule();
        }
    }

    @Override
    protected CachingHttpContent newCachedContent(String path, HttpContent content) {
        schedule();
        return new ValidatingCachedContent(path, content, validationPeriod);
    }

    @Override
    protected CachingHttpContent newNotFoundContent(String path) {
        schedule();
        return new ValidatingNotFoundContent(path, validationPeriod);
    }

    @Override
    protected boolean isCacheable(@Nullable HttpContent content) {
        // what was not found can only be kept for a time, or for ever
        return (content != null || validationPeriod != 0) && super.isCacheable(content);
    }

    /** Content that is valid as long as its resource has the length and the time of modification that it had. */
    protected class ValidatingCachedContent extends CachedHttpContent {
        private final long period;
        private volatile long validated = System.nanoTime();

        public ValidatingCachedContent(String key, HttpContent content, long validationPeriod) {
            super(key, content);
            this.period = TimeUnit.MILLISECONDS.toNanos(validationPeriod);
        }

        @Override
        public boolean isValid() {
            if (period < 0) {
                return true;
            }
            long now = System.nanoTime();
            if (period > 0 && now - validated < period) {
                return true;
            }
            Resource resource = getWrapped().getResource();
            if (resource == null) {
                return false;
            }
            Instant modified = resource.exists() ? resource.lastModified() : null;
            if (!Objects.equals(modified, getLastModifiedInstant()) || resource.length() != getContentLengthValue()) {
                return false;
            }
            validated = now;
            return true;
        }
    }

    /** That there is nothing at a path, for a time. */
    protected static class ValidatingNotFoundContent extends NotFoundHttpContent {
        private final long period;
        private final long made = System.nanoTime();

        public ValidatingNotFoundContent(String key, long validationPeriod) {
            super(key);
            this.period = TimeUnit.MILLISECONDS.toNanos(validationPeriod);
        }

        @Override
        public boolean isValid() {
            return period < 0 || System.nanoTime() - made < period;
        }
    }
}
