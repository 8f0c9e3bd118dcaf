package org.eclipse.jetty.util;

import java.util.concurrent.atomic.AtomicInteger;

/** Succeeds the nested callback with the last of a number of successes, or fails it with the first failure. Thread-safe. */
public class CountingCallback extends Callback.Nested {
    private final AtomicInteger count;

    public CountingCallback(Callback callback, int count) {
        super(callback);
        if (count < 1) {
            throw new IllegalArgumentException("count " + count + " (expected: >0)");
        }
        this.count = new AtomicInteger(count);
    }

    @Override
    public void succeeded() {
        while (true) {
            int current = count.get();
            if (current == 0) {
                return;
            }
            if (count.compareAndSet(current, current - 1)) {
                if (current == 1) {
                    super.succeeded();
                }
                return;
            }
        }
    }

    @Override
    public void failed(Throwable failure) {
        if (count.getAndSet(0) > 0) {
            super.failed(failure);
        }
    }

    @Override
    public String toString() {
        return String.format("%s@%x(%d)", getClass().getSimpleName(), hashCode(), count.get());
    }
}
