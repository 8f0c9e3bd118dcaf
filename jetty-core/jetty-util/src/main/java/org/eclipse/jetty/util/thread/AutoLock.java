package org.eclipse.jetty.util.thread;

import java.io.Serial;
import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A reentrant lock for try-with-resources: {@code try (AutoLock l = lock.lock()) {...}}. Unlike {@code synchronized} it
 * does not pin a virtual thread. Thread-safe.
 */
public class AutoLock implements AutoCloseable, Serializable {
    @Serial
    private static final long serialVersionUID = 1L;

    private final ReentrantLock lock = new ReentrantLock();

    public AutoLock() {}

    public AutoLock lock() {
        lock.lock();
        return this;
    }

    public AutoLock lockInterruptibly() throws InterruptedException {
        lock.lockInterruptibly();
        return this;
    }

    /** Tries to lock: ask {@link #isHeldByCurrentThread()} whether it did. Closing is safe in both cases. */
    public AutoLock tryLock() {
        lock.tryLock();
        return this;
    }

    public boolean isHeldByCurrentThread() {
        return lock.isHeldByCurrentThread();
    }

    public Condition newCondition() {
        return lock.newCondition();
    }

    @Override
    public void close() {
        if (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
    }

    /** A lock with one condition. */
    public static class WithCondition extends AutoLock {
        @Serial
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // a condition of a ReentrantLock is serializable
        private final Condition condition = newCondition();

        public WithCondition() {}

        @Override
        public WithCondition lock() {
            return (WithCondition) super.lock();
        }

        @Override
        public WithCondition lockInterruptibly() throws InterruptedException {
            return (WithCondition) super.lockInterruptibly();
        }

        @Override
        public WithCondition tryLock() {
            return (WithCondition) super.tryLock();
        }

        public void signal() {
            condition.signal();
        }

        public void signalAll() {
            condition.signalAll();
        }

        public void await() throws InterruptedException {
            Blocking.aboutToBlock();
            condition.await();
        }

        public boolean await(long time, TimeUnit unit) throws InterruptedException {
            Blocking.aboutToBlock();
            return condition.await(time, unit);
        }

        public long awaitNanos(long nanos) throws InterruptedException {
            Blocking.aboutToBlock();
            return condition.awaitNanos(nanos);
        }
    }
}
