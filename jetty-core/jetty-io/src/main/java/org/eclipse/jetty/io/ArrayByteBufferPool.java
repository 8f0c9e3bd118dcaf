package org.eclipse.jetty.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.io.internal.BufferBucket;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.jspecify.annotations.Nullable;

/**
 * Pools buffers in size classes, with a bound on the memory that idle buffers hold.
 *
 * <p>A request for n bytes is served from the smallest class whose capacity is at least n; larger ones than the largest
 * class are allocated and left to the garbage collector. Each class keeps its idle buffers as a stack, so that the one
 * used last, and hot in the cache, is lent first. Thread-safe.
 */
@ManagedObject("Pools buffers in size classes")
public class ArrayByteBufferPool implements ByteBufferPool, Dumpable {
    static final int DEFAULT_FACTOR = 4096;
    static final int DEFAULT_MAX_CAPACITY = 65536;
    static final int DEFAULT_MAX_BUCKET_SIZE = 1024;

    private final BufferBucket[] heap;
    private final BufferBucket[] direct;
    private final int minCapacity;
    private final int maxCapacity;
    private final long maxHeapMemory;
    private final long maxDirectMemory;
    private final AtomicLong idleHeapMemory = new AtomicLong();
    private final AtomicLong idleDirectMemory = new AtomicLong();
    private final LongAdder oversized = new LongAdder();
    private volatile boolean statisticsEnabled;

    public ArrayByteBufferPool() {
        this(0, -1, -1);
    }

    public ArrayByteBufferPool(int minCapacity, int factor, int maxCapacity) {
        this(minCapacity, factor, maxCapacity, -1);
    }

    public ArrayByteBufferPool(int minCapacity, int factor, int maxCapacity, int maxBucketSize) {
        this(minCapacity, factor, maxCapacity, maxBucketSize, 0, 0);
    }

    /**
     * @param minCapacity requests for fewer bytes are allocated and not pooled
     * @param factor the step between the capacities of two classes; 4096 if not positive
     * @param maxCapacity the largest class; 65536 if not positive
     * @param maxBucketSize how many idle buffers a class keeps; 1024 if not positive
     * @param maxHeapMemory bytes that idle heap buffers may hold; 0 for an eighth of the JVM's heap, -1 for no bound
     * @param maxDirectMemory the same for direct buffers
     */
    public ArrayByteBufferPool(
            int minCapacity, int factor, int maxCapacity, int maxBucketSize, long maxHeapMemory, long maxDirectMemory) {
        this(minCapacity, linear(factor, maxCapacity), maxBucketSize, maxHeapMemory, maxDirectMemory);
    }

    private ArrayByteBufferPool(
            int minCapacity, int[] capacities, int maxBucketSize, long maxHeapMemory, long maxDirectMemory) {
        this.minCapacity = Math.max(0, minCapacity);
        this.maxCapacity = capacities[capacities.length - 1];
        this.maxHeapMemory = bound(maxHeapMemory);
        this.maxDirectMemory = bound(maxDirectMemory);
        int depth = maxBucketSize > 0 ? maxBucketSize : DEFAULT_MAX_BUCKET_SIZE;
        heap = new BufferBucket[capacities.length];
        direct = new BufferBucket[capacities.length];
        for (int i = 0; i < capacities.length; i++) {
            heap[i] = new BufferBucket(capacities[i], false, depth, idleHeapMemory, this.maxHeapMemory);
            direct[i] = new BufferBucket(capacities[i], true, depth, idleDirectMemory, this.maxDirectMemory);
        }
    }

    private static long bound(long memory) {
        if (memory < 0) {
            return Long.MAX_VALUE;
        }
        return memory == 0 ? Runtime.getRuntime().maxMemory() / 8 : memory;
    }

    private static int[] linear(int factor, int maxCapacity) {
        int step = factor > 0 ? factor : DEFAULT_FACTOR;
        int max = maxCapacity > 0 ? maxCapacity : DEFAULT_MAX_CAPACITY;
        if (max % step != 0 || step > max) {
            throw new IllegalArgumentException(
                    "maxCapacity " + max + " is not a multiple of factor " + step + " of at least one");
        }
        int[] capacities = new int[max / step];
        for (int i = 0; i < capacities.length; i++) {
            capacities[i] = step * (i + 1);
        }
        return capacities;
    }

    private @Nullable BufferBucket bucketFor(int size, boolean isDirect) {
        if (size < minCapacity || size > maxCapacity) {
            return null;
        }
        BufferBucket[] buckets = isDirect ? direct : heap;
        return buckets[indexFor(size)];
    }

    /** The index of the smallest class for a size: 0 to the number of classes less one. */
    int indexFor(int size) {
        int step = heap[0].getCapacity();
        return size <= step ? 0 : (size - 1) / step;
    }

    @Override
    public RetainableByteBuffer.Mutable acquire(int size, boolean isDirect) {
        BufferBucket bucket = bucketFor(size, isDirect);
        if (bucket != null) {
            return bucket.acquire();
        }
        if (statisticsEnabled) {
            oversized.increment();
        }
        ByteBuffer buffer = isDirect ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
        BufferUtil.clear(buffer);
        return RetainableByteBuffer.wrap(buffer);
    }

    @Override
    @ManagedOperation(value = "Forgets all idle buffers", impact = "ACTION")
    public void clear() {
        for (BufferBucket bucket : heap) {
            bucket.clear();
        }
        for (BufferBucket bucket : direct) {
            bucket.clear();
        }
    }

    @ManagedAttribute("Requests for fewer bytes are not pooled")
    public int getMinCapacity() {
        return minCapacity;
    }

    @ManagedAttribute("Requests for more bytes are not pooled")
    public int getMaxCapacity() {
        return maxCapacity;
    }

    @ManagedAttribute("The bytes that idle heap buffers may hold")
    public long getMaxHeapMemory() {
        return maxHeapMemory;
    }

    @ManagedAttribute("The bytes that idle direct buffers may hold")
    public long getMaxDirectMemory() {
        return maxDirectMemory;
    }

    @ManagedAttribute("Whether requests beyond the largest class are counted")
    public boolean isStatisticsEnabled() {
        return statisticsEnabled;
    }

    public void setStatisticsEnabled(boolean enabled) {
        statisticsEnabled = enabled;
    }

    @ManagedAttribute("How often a buffer beyond the size classes was asked for, when statistics are enabled")
    public long getOversizedAcquires() {
        return oversized.sum();
    }

    @ManagedAttribute("Idle heap buffers")
    public long getAvailableHeapByteBufferCount() {
        return idle(heap);
    }

    @ManagedAttribute("Idle direct buffers")
    public long getAvailableDirectByteBufferCount() {
        return idle(direct);
    }

    @ManagedAttribute("Bytes held by idle heap buffers")
    public long getAvailableHeapMemory() {
        return idleHeapMemory.get();
    }

    @ManagedAttribute("Bytes held by idle direct buffers")
    public long getAvailableDirectMemory() {
        return idleDirectMemory.get();
    }

    private static long idle(BufferBucket[] buckets) {
        long sum = 0;
        for (BufferBucket bucket : buckets) {
            sum += bucket.getIdle();
        }
        return sum;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(
                out,
                indent,
                this,
                DumpableCollection.fromArray("direct", direct),
                DumpableCollection.fromArray("heap", heap));
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x{min=%d,max=%d,idle heap=%d/%d,idle direct=%d/%d}",
                getClass().getSimpleName(),
                hashCode(),
                minCapacity,
                maxCapacity,
                idleHeapMemory.get(),
                maxHeapMemory,
                idleDirectMemory.get(),
                maxDirectMemory);
    }

    /** Size classes of powers of two, from 4 KiB or {@code minCapacity} on. */
    public static class Quadratic extends ArrayByteBufferPool {
        public Quadratic() {
            this(0, -1, -1);
        }

        public Quadratic(int minCapacity, int maxCapacity, int maxBucketSize) {
            this(minCapacity, maxCapacity, maxBucketSize, 0, 0);
        }

        public Quadratic(
                int minCapacity, int maxCapacity, int maxBucketSize, long maxHeapMemory, long maxDirectMemory) {
            super(minCapacity, powers(minCapacity, maxCapacity), maxBucketSize, maxHeapMemory, maxDirectMemory);
        }

        private static int[] powers(int minCapacity, int maxCapacity) {
            int max = maxCapacity > 0 ? maxCapacity : DEFAULT_MAX_CAPACITY;
            List<Integer> list = new ArrayList<>();
            int capacity = Math.max(DEFAULT_FACTOR, Integer.highestOneBit(Math.max(1, minCapacity)));
            for (; capacity < max; capacity <<= 1) {
                list.add(capacity);
            }
            list.add(capacity);
            int[] capacities = new int[list.size()];
            for (int i = 0; i < capacities.length; i++) {
                capacities[i] = list.get(i);
            }
            return capacities;
        }

        @Override
        int indexFor(int size) {
            int smallest = smallestCapacity();
            if (size <= smallest) {
                return 0;
            }
            return 32 - Integer.numberOfLeadingZeros((size - 1) / smallest);
        }
    }

    int smallestCapacity() {
        return heap[0].getCapacity();
    }

    /** A pool that remembers each buffer in use and where it was acquired, to find leaks in tests. */
    public static class Tracking extends ArrayByteBufferPool {
        private final ConcurrentHashMap<TrackedBuffer, Boolean> inUse = new ConcurrentHashMap<>();

        public Tracking() {}

        public Tracking(int minCapacity, int factor, int maxCapacity) {
            super(minCapacity, factor, maxCapacity);
        }

        public Tracking(int minCapacity, int factor, int maxCapacity, int maxBucketSize) {
            super(minCapacity, factor, maxCapacity, maxBucketSize);
        }

        /** @param maxHeapMemory in bytes, like that of direct memory; 0 stands for the default, -1 for no limit */
        public Tracking(int minCapacity, int factor, int maxCapacity, long maxHeapMemory, long maxDirectMemory) {
            this(minCapacity, factor, maxCapacity, -1, maxHeapMemory, maxDirectMemory);
        }

        /** @param maxHeapMemory in bytes, like that of direct memory; 0 stands for the default, -1 for no limit */
        public Tracking(
                int minCapacity,
                int factor,
                int maxCapacity,
                int maxBucketSize,
                long maxHeapMemory,
                long maxDirectMemory) {
            super(minCapacity, factor, maxCapacity, maxBucketSize, maxHeapMemory, maxDirectMemory);
        }

        @Override
        public RetainableByteBuffer.Mutable acquire(int size, boolean isDirect) {
            TrackedBuffer tracked = new TrackedBuffer(super.acquire(size, isDirect), size);
            onAcquired(tracked.getByteBuffer());
            inUse.put(tracked, Boolean.TRUE);
            return tracked;
        }

        /** Called with the memory of a buffer before it is lent. */
        void onAcquired(ByteBuffer memory) {}

        /** Called with the memory of a buffer after its last release, before it can be lent again. */
        void onReleased(ByteBuffer memory) {}

        /** The number of buffers that were acquired and not released. */
        public int getLeakCount() {
            return inUse.size();
        }

        /** Returns the buffers that were acquired and not released. */
        public Set<TrackedBuffer> getLeaks() {
            return Set.copyOf(inUse.keySet());
        }

        /** Each buffer in use with the stack of its acquisition. */
        public String dumpLeaks() {
            StringBuilder builder = new StringBuilder();
            for (TrackedBuffer buffer : inUse.keySet()) {
                builder.append(buffer).append('\n');
                for (StackTraceElement element : buffer.acquired.getStackTrace()) {
                    builder.append("    at ").append(element).append('\n');
                }
            }
            return builder.toString();
        }

        /** Counts for itself, so that the memory is not in the pool yet when the last user has released it. */
        public class TrackedBuffer extends Retainable.ReferenceCounter implements RetainableByteBuffer.Mutable {
            private final RetainableByteBuffer.Mutable buffer;
            private final int size;
            private final Instant instant = Instant.now();
            private final Throwable acquired = new Throwable("acquired");

            private TrackedBuffer(RetainableByteBuffer.Mutable buffer, int size) {
                this.buffer = buffer;
                this.size = size;
            }

            /** Returns the size in bytes that was asked for. */
            public int getSize() {
                return size;
            }

            /** Returns when it was acquired. */
            public Instant getAcquireInstant() {
                return instant;
            }

            /** Returns the stack of its acquisition. */
            public Throwable getAcquireStack() {
                return acquired;
            }

            @Override
            public ByteBuffer getByteBuffer() {
                return buffer.getByteBuffer();
            }

            @Override
            public boolean release() {
                boolean last = super.release();
                if (last) {
                    inUse.remove(this);
                    onReleased(buffer.getByteBuffer());
                    buffer.release();
                }
                return last;
            }

            @Override
            public String toString() {
                return super.toString() + " " + buffer;
            }
        }
    }
}
