package org.eclipse.jetty.proxy;

import java.util.concurrent.atomic.AtomicBoolean;

/** A request on its way to one back end, which counts it until it is released. Thread-safe. */
final class Attempt {
    private final Backend backend;
    private final boolean lastResort;
    private final AtomicBoolean released = new AtomicBoolean();
    private volatile boolean begun;
    private volatile boolean sent;

    /**
     * @param backend that has counted the request
     * @param lastResort whether the back end is ejected, and was chosen as no other was left
     */
    Attempt(Backend backend, boolean lastResort) {
        this.backend = backend;
        this.lastResort = lastResort;
    }

    Backend getBackend() {
        return backend;
    }

    boolean isLastResort() {
        return lastResort;
    }

    /** The request was given to the client, which reports its end. */
    void setSent() {
        sent = true;
    }

    boolean isSent() {
        return sent;
    }

    /** There is a connection, so that the back end may see the request. */
    void setBegun() {
        begun = true;
    }

    boolean isBegun() {
        return begun;
    }

    void release() {
        if (released.compareAndSet(false, true)) {
            backend.release();
        }
    }
}
