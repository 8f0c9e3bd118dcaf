package org.eclipse.jetty.util;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A queue in an array that grows up to a limit, and can be read and changed by index like a list.
 *
 * <p>Offers are refused, and {@link #put} waits, at the greatest capacity. Null is no element. Iterators are of a
 * snapshot, and cannot remove. Guarded by lock.
 *
 * @param <E> the type of elements
 */
public class BlockingArrayQueue<E> extends AbstractList<E> implements BlockingQueue<E> {
    /** The capacity of a new queue without another one. */
    public static final int DEFAULT_CAPACITY = 128;

    /** By how many elements a full array grows, unless stated otherwise. */
    public static final int DEFAULT_GROWTH = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private final int growth;
    private final int maxCapacity;
    private Object[] elements;
    private int head;
    private int size;

    /** A queue that grows without a limit. */
    public BlockingArrayQueue() {
        this(DEFAULT_CAPACITY, DEFAULT_GROWTH, Integer.MAX_VALUE);
    }

    /** A queue of a capacity that does not grow. */
    public BlockingArrayQueue(int maxCapacity) {
        this(maxCapacity, 0, maxCapacity);
    }

    /** A queue that grows without a limit. */
    public BlockingArrayQueue(int capacity, int growBy) {
        this(capacity, growBy, Integer.MAX_VALUE);
    }

    /**
     * @param capacity how many elements it holds before it grows
     * @param growBy how many elements it grows by; 0 to not grow
     * @param maxCapacity the most elements that it holds
     * @throws IllegalArgumentException if the capacity is above the greatest one, or any number is negative
     */
    public BlockingArrayQueue(int capacity, int growBy, int maxCapacity) {
        if (capacity < 0 || growBy < 0 || capacity > maxCapacity) {
            throw new IllegalArgumentException("capacity: " + capacity + ", growBy: " + growBy
                    + " (expected: not negative, capacity at most " + maxCapacity + ")");
        }
        elements = new Object[capacity];
        growth = growBy;
        this.maxCapacity = growBy == 0 ? capacity : maxCapacity;
    }

    /** A queue of a first capacity that grows by as many elements up to a limit. */
    public static <E> BlockingArrayQueue<E> newInstance(int capacity, int maxCapacity) {
        return new BlockingArrayQueue<>(Math.min(capacity, maxCapacity), Math.max(1, capacity), maxCapacity);
    }

    /** How many elements the array holds now. */
    public int getCapacity() {
        return locked(() -> elements.length);
    }

    /** The most elements that it holds. */
    public int getMaxCapacity() {
        return maxCapacity;
    }

    @Override
    public int remainingCapacity() {
        return locked(() -> maxCapacity - size);
    }

    @Override
    public int size() {
        return locked(() -> size);
    }

    @Override
    public void clear() {
        locked(() -> {
            elements = new Object[elements.length];
            head = 0;
            size = 0;
            modCount++;
            notFull.signalAll();
            return null;
        });
    }

    // ---- in

    @Override
    public boolean offer(E element) {
        Objects.requireNonNull(element);
        return locked(() -> insert(size, element));
    }

    @Override
    public boolean add(E element) {
        if (!offer(element)) {
            throw new IllegalStateException("the queue is full: " + maxCapacity + " elements");
        }
        return true;
    }

    @Override
    public void put(E element) throws InterruptedException {
        Objects.requireNonNull(element);
        lock.lockInterruptibly();
        try {
            while (!insert(size, element)) {
                notFull.await();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(element);
        long nanos = unit.toNanos(timeout);
        lock.lockInterruptibly();
        try {
            while (!insert(size, element)) {
                if (nanos <= 0) {
                    return false;
                }
                nanos = notFull.awaitNanos(nanos);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** @throws IllegalStateException if the queue is full */
    @Override
    public void add(int index, E element) {
        Objects.requireNonNull(element);
        locked(() -> {
            Objects.checkIndex(index, size + 1);
            if (!insert(index, element)) {
                throw new IllegalStateException("the queue is full: " + maxCapacity + " elements");
            }
            return null;
        });
    }

    /** Returns false if the queue is full. */
    private boolean insert(int index, E element) {
        if (size == elements.length && !grow()) {
            return false;
        }
        for (int i = size; i > index; i--) {
            elements[slot(i)] = elements[slot(i - 1)];
        }
        elements[slot(index)] = element;
        size++;
        modCount++;
        notEmpty.signal();
        return true;
    }

    private boolean grow() {
        if (size >= maxCapacity) {
            return false;
        }
        Object[] larger = new Object[(int) Math.min((long) size + growth, maxCapacity)];
        for (int i = 0; i < size; i++) {
            larger[i] = elements[slot(i)];
        }
        elements = larger;
        head = 0;
        return true;
    }

    // ---- out

    @Override
    public E poll() {
        return locked(() -> size == 0 ? null : extract(0));
    }

    @Override
    public E take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (size == 0) {
                notEmpty.await();
            }
            return extract(0);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable E poll(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        lock.lockInterruptibly();
        try {
            while (size == 0) {
                if (nanos <= 0) {
                    return null;
                }
                nanos = notEmpty.awaitNanos(nanos);
            }
            return extract(0);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public E remove() {
        return present(poll());
    }

    @Override
    public E element() {
        return present(peek());
    }

    private static <E> E present(E element) {
        if (element == null) {
            throw new NoSuchElementException("the queue is empty");
        }
        return element;
    }

    @Override
    public E peek() {
        return locked(() -> size == 0 ? null : at(0));
    }

    @Override
    public E remove(int index) {
        return locked(() -> {
            Objects.checkIndex(index, size);
            return extract(index);
        });
    }

    @Override
    public boolean remove(Object element) {
        return locked(() -> {
            for (int i = 0; i < size; i++) {
                if (at(i).equals(element)) {
                    extract(i);
                    return true;
                }
            }
            return false;
        });
    }

    private E extract(int index) {
        E element = at(index);
        if (index == 0) {
            elements[head] = null;
            head = slot(1);
        } else {
            for (int i = index; i < size - 1; i++) {
                elements[slot(i)] = elements[slot(i + 1)];
            }
            elements[slot(size - 1)] = null;
        }
        size--;
        modCount++;
        notFull.signal();
        return element;
    }

    @Override
    public int drainTo(Collection<? super E> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super E> target, int max) {
        if (target == this) {
            throw new IllegalArgumentException("a queue cannot be drained to itself");
        }
        return locked(() -> {
            int count = 0;
            while (count < max && size > 0) {
                target.add(at(0));
                extract(0);
                count++;
            }
            return count;
        });
    }

    // ---- by index

    @Override
    public E get(int index) {
        return locked(() -> {
            Objects.checkIndex(index, size);
            return at(index);
        });
    }

    @Override
    public E set(int index, E element) {
        Objects.requireNonNull(element);
        return locked(() -> {
            Objects.checkIndex(index, size);
            E before = at(index);
            elements[slot(index)] = element;
            return before;
        });
    }

    /** Over a snapshot. */
    @Override
    public Iterator<E> iterator() {
        return listIterator(0);
    }

    /** Over a snapshot. */
    @Override
    public ListIterator<E> listIterator(int index) {
        return snapshot().listIterator(index);
    }

    private List<E> snapshot() {
        return locked(() -> {
            List<E> copy = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                copy.add(at(i));
            }
            return List.copyOf(copy);
        });
    }

    private int slot(int index) {
        long slot = (long) head + index;
        return elements.length == 0 ? 0 : (int) (slot % elements.length);
    }

    @SuppressWarnings("unchecked")
    private E at(int index) {
        return (E) elements[slot(index)];
    }

    private <T> T locked(Supplier<T> task) {
        lock.lock();
        try {
            return task.get();
        } finally {
            lock.unlock();
        }
    }
}
