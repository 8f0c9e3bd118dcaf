package org.eclipse.jetty.io;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A pool that finds leaks, and uses of buffers after their release, in tests.
 *
 * <p>A buffer whose last user has released it is filled with {@link #POISON}. A late reader finds that instead of data of
 * another request; a late writer is found when the buffer is lent again, or by {@link #getLateWrites()}. It costs too much for
 * production. Thread-safe.
 */
public class PoisoningByteBufferPool extends ArrayByteBufferPool.Tracking {
    /** What released buffers are filled with. */
    public static final byte POISON = (byte) 0xDB;

    private static final byte[] PIECE = new byte[4096];

    static {
        Arrays.fill(PIECE, POISON);
    }

    private final Object lock = new Object();
    /** The stack of the release by the memory of each idle buffer; guarded by lock. */
    private final Map<ByteBuffer, Throwable> idle = new IdentityHashMap<>();
    /** What was found; guarded by lock. */
    private final List<String> lateWrites = new ArrayList<>();

    /** Creates it with the size classes of {@link ArrayByteBufferPool}. */
    public PoisoningByteBufferPool() {}

    /** Creates it with size classes as {@link ArrayByteBufferPool#ArrayByteBufferPool(int, int, int, int)}. */
    public PoisoningByteBufferPool(int minCapacity, int factor, int maxCapacity, int maxBucketSize) {
        super(minCapacity, factor, maxCapacity, maxBucketSize);
    }

    @Override
    void onReleased(ByteBuffer memory) {
        if (memory.isReadOnly()) {
            return;
        }
        ByteBuffer all = memory.duplicate().clear();
        while (all.hasRemaining()) {
            all.put(PIECE, 0, Math.min(PIECE.length, all.remaining()));
        }
        synchronized (lock) {
            idle.put(memory, new Throwable("released"));
        }
    }

    @Override
    void onAcquired(ByteBuffer memory) {
        synchronized (lock) {
            Throwable released = idle.remove(memory);
            if (released != null) {
                check(memory, released);
            }
        }
    }

    private void check(ByteBuffer memory, Throwable released) {
        int written = firstWritten(memory.duplicate().clear());
        if (written < 0) {
            return;
        }
        StringBuilder text = new StringBuilder(
                "byte " + written + " of " + memory.capacity() + " was written after the buffer was released\n");
        for (StackTraceElement element : released.getStackTrace()) {
            text.append("    at ").append(element).append('\n');
        }
        lateWrites.add(text.toString());
    }

    /** Returns the index of the first byte that is not poison, or -1. */
    private static int firstWritten(ByteBuffer all) {
        for (int from = 0; from < all.capacity(); from += PIECE.length) {
            int length = Math.min(PIECE.length, all.capacity() - from);
            // eight bytes at a time
            int different = all.slice(from, length).mismatch(ByteBuffer.wrap(PIECE, 0, length));
            if (different >= 0) {
                return from + different;
            }
        }
        return -1;
    }

    /** Each write to a buffer after its release that was found until now, with the stack of the release. */
    public List<String> getLateWrites() {
        synchronized (lock) {
            idle.entrySet().removeIf(entry -> {
                int before = lateWrites.size();
                check(entry.getKey(), entry.getValue());
                return lateWrites.size() > before;
            });
            return List.copyOf(lateWrites);
        }
    }

    @Override
    public void clear() {
        super.clear();
        synchronized (lock) {
            idle.clear();
        }
    }
}
