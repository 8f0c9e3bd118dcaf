package org.eclipse.jetty.security.ldap;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many threads ask a directory in parallel, and how many others wait for it, so that a slow directory does not take all
 * threads of the server. Thread-safe.
 */
final class LdapTurns {
    private final Semaphore turns;
    private final int maxWaiting;
    private final int timeout;

    /**
     * @param parallel how many threads ask in parallel
     * @param maxWaiting how many more wait, about
     * @param timeout the milliseconds that each of them waits
     */
    LdapTurns(int parallel, int maxWaiting, int timeout) {
        turns = new Semaphore(parallel, true);
        this.maxWaiting = maxWaiting;
        this.timeout = timeout;
    }

    /**
     * Waits for a turn, which the caller gives back by {@link #release}.
     *
     * @throws LdapException too many threads wait already, or none of the others was done in time
     */
    void acquire() {
        try {
            if (turns.tryAcquire()
                    || turns.getQueueLength() < maxWaiting && turns.tryAcquire(timeout, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
        throw new LdapException("Too many logins wait for the directory", null);
    }

    void release() {
        turns.release();
    }
}
