package com.acme.shop;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits while it is initialized, which pins a virtual thread to its carrier. */
final class Rates {
    static final double DOLLAR;

    static {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        DOLLAR = 1.1;
    }

    private Rates() {}
}
