package org.eclipse.jetty.http2.server.internal;

import java.util.concurrent.TimeUnit;

/** The time for which somebody waits for a client, and the bytes at its beginning. Guarded by the lock of the connection. */
final class DataRate {
    private boolean going;
    private long begin;
    private long passed;
    private long mark;

    /** Goes on with the time, if it does not yet; returns the milliseconds that have passed. */
    long go(long now) {
        if (!going) {
            going = true;
            begin = now;
        }
        return TimeUnit.NANOSECONDS.toMillis(passed + now - begin);
    }

    /** What waited got something. */
    void pause(long now) {
        if (going) {
            going = false;
            passed += Math.max(0, now - begin);
        }
    }

    void mark(long bytes) {
        mark = bytes;
    }

    long getMark() {
        return mark;
    }
}
