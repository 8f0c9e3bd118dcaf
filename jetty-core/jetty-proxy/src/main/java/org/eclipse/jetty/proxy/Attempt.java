package org.eclipse.jetty.proxy;

import java.util.concurrent.atomic.AtomicBoolean;

/** A request on its way to one back end, which counts it until it is released. Thread-safe. */
final class Attempt {
    private final Backend backend;
    private final AtomicBoolean released = new AtomicBoolean();
    private volatile boolean begun;
    private volatile boolean sent;

    /** @param backend that has counted the request */
    Attempt(Backend backend) {
        this.backend = backend;
    }

    Backend getBackend() {
        return backend;
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
