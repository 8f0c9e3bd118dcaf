package org.eclipse.jetty.server.internal.http1;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * The codecs of a connector's HTTP/1.1 connections.
 *
 * <p>A connection has one from the first byte of a request until it waits for the next one. The codec that a thread gave back
 * last is the first one that it gets again: a thread that serves thousands of connections in turns does so with one and the
 * same, which is in the cache of its processor. There are as many as requests were served concurrently; those that were not needed
 * for a second are let go. Thread-safe.
 */
public final class Http1CodecPool {
    /** How many stay however long nobody needs them. */
    static final int KEPT = 16;

    private static final long TRIM_MILLIS = 1000;
    /** A trim that has not come by then never will: the scheduler was stopped. */
    private static final long TRIM_LOST_NANOS = TimeUnit.MILLISECONDS.toNanos(10 * TRIM_MILLIS);
    /** The distance of two slots, so that they do not share a line of the cache. */
    private static final int STRIDE = 16;

    private final ByteBufferPool pool;
    private final Scheduler scheduler;
    /** The codec that the threads of a slot gave back last. */
    private final AtomicReferenceArray<Http1Codec> latest;

    private final int slots;
    private final Object lock = new Object();
    // guarded by lock
    private final ArrayDeque<Http1Codec> free = new ArrayDeque<>();
    private int fewest;
    private boolean trimming;
    private long trimScheduled;

    /**
     * @param pool lends the buffers of connections
     * @param scheduler times out what connections wait for
     */
    public Http1CodecPool(ByteBufferPool pool, Scheduler scheduler) {
        this.pool = pool;
        this.scheduler = scheduler;
        // more than processors, for threads are told apart by their number alone
        slots = Integer.highestOneBit(Runtime.getRuntime().availableProcessors()) * 4;
        latest = new AtomicReferenceArray<>(slots * STRIDE);
    }

    /** Whether its codecs are for connections with these buffers and this scheduler. */
    public boolean suits(ByteBufferPool bufferPool, Scheduler timeouts) {
        return pool == bufferPool && scheduler == timeouts;
    }

    private int slot() {
        return ((int) Thread.currentThread().getId() & (slots - 1)) * STRIDE;
    }

    /** A codec for a connection, bound to it. */
    Http1Codec take(Http1Link connection) {
        Http1Codec codec = latest.getAndSet(slot(), null);
        if (codec == null) {
            synchronized (lock) {
                codec = free.pollLast();
                fewest = Math.min(fewest, free.size());
            }
        }
        if (codec == null || !codec.suits(connection)) {
            codec = new Http1Codec(connection, pool, scheduler);
        }
        codec.bind(connection);
        return codec;
    }

    /** Takes back an codec that is as new. */
    void free(Http1Codec codec) {
        codec.unbind();
        if (latest.compareAndSet(slot(), null, codec)) {
            return;
        }
        boolean schedule;
        synchronized (lock) {
            free.addLast(codec);
            long now = System.nanoTime();
            schedule = free.size() > KEPT && (!trimming || now - trimScheduled > TRIM_LOST_NANOS);
            if (schedule) {
                trimming = true;
                trimScheduled = now;
            }
        }
        if (schedule) {
            scheduleTrim();
        }
    }

    private void scheduleTrim() {
        scheduler.schedule(this::trim, TRIM_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Lets go what nobody needed since the last time. */
    void trim() {
        boolean more;
        synchronized (lock) {
            for (int i = Math.min(fewest, free.size() - KEPT); i > 0; i--) {
                free.pollFirst();
            }
            fewest = free.size();
            more = fewest > KEPT;
            trimming = more;
            trimScheduled = System.nanoTime();
        }
        if (more) {
            scheduleTrim();
        }
    }

    /** How many wait for a connection, apart from the latest of each slot. */
    int getFree() {
        synchronized (lock) {
            return free.size();
        }
    }
}
