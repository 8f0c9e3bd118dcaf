package org.eclipse.jetty.util.compression;

import java.io.Closeable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;

/** Keeps what is expensive to make, to be used again. What was used last is used next. Thread-safe. */
@ManagedObject
public abstract class CompressionPool<T> extends ContainerLifeCycle {
    public static final int DEFAULT_CAPACITY = 1024;

    private final ConcurrentLinkedDeque<Entry> free = new ConcurrentLinkedDeque<>();
    private final AtomicInteger size = new AtomicInteger();
    private volatile int capacity;

    /** Creates a pool that keeps so many at most; a negative number means no limit. */
    public CompressionPool(int capacity) {
        this.capacity = capacity;
    }

    @ManagedAttribute("The most that are kept")
    public int getCapacity() {
        return capacity;
    }

    public void setCapacity(int capacity) {
        if (isStarted()) {
            throw new IllegalStateException("Already Started");
        }
        this.capacity = capacity;
    }

    protected abstract T newPooled();

    /** It is not used any more. */
    protected abstract void end(T object);

    /** It is used again next. */
    protected abstract void reset(T object);

    public Entry acquire() {
        Entry entry = free.pollFirst();
        if (entry == null) {
            return new Entry(newPooled());
        }
        size.decrementAndGet();
        entry.acquired = true;
        return entry;
    }

    public void release(Entry entry) {
        entry.release();
    }

    @Override
    public void doStop() throws Exception {
        Entry entry;
        while ((entry = free.pollFirst()) != null) {
            size.decrementAndGet();
            end(entry.value);
        }
        super.doStop();
    }

    /** One of the pool, until it is released. */
    public class Entry implements Closeable {
        private final T value;
        private volatile boolean acquired = true;

        Entry(T value) {
            this.value = value;
        }

        public T get() {
            return value;
        }

        /** Gives it back; only the first call counts. */
        public void release() {
            if (!acquired) {
                return;
            }
            acquired = false;
            if (isRunning() && (capacity < 0 || size.get() < capacity)) {
                reset(value);
                size.incrementAndGet();
                free.addFirst(this);
            } else {
                end(value);
            }
        }

        @Override
        public void close() {
            release();
        }
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x{%s,size=%d,capacity=%d}",
                getClass().getSimpleName(), hashCode(), getState(), size.get(), capacity);
    }
}
