package org.eclipse.jetty.websocket.core;

import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;

/**
 * How many deflaters sessions may keep from one message to the next, for better compression by what was sent before.
 *
 * <p>A deflater takes about 256 KiB outside the heap. A sender may begin each message without the ones before (RFC 7692
 * section 7.1.1 leaves that to it), so a session that gets no share of the budget compresses each message alone.
 * Thread-safe.
 */
@ManagedObject("Deflaters that sessions keep between messages")
public class CompressionBudget {
    /** About 64 MiB. */
    public static final int DEFAULT_MAX_KEPT = 256;

    private final AtomicInteger kept = new AtomicInteger();
    private volatile int maxKept = DEFAULT_MAX_KEPT;

    @ManagedAttribute("The most deflaters that are kept between messages")
    public int getMaxKept() {
        return maxKept;
    }

    public void setMaxKept(int maxKept) {
        this.maxKept = maxKept;
    }

    @ManagedAttribute("The deflaters that are kept between messages")
    public int getKept() {
        return kept.get();
    }

    /** Takes a share; returns false if none is left. */
    public boolean take() {
        int current;
        do {
            current = kept.get();
            if (current >= maxKept) {
                return false;
            }
        } while (!kept.compareAndSet(current, current + 1));
        return true;
    }

    /** Gives a share back. */
    public void giveBack() {
        kept.decrementAndGet();
    }

    @Override
    public String toString() {
        return "CompressionBudget[" + kept + "/" + maxKept + "]";
    }
}
