package org.eclipse.jetty.security.internal.hash;

import java.security.MessageDigest;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.security.DerivedCredential;

/**
 * A password of which the text of a hash is known.
 *
 * <p>As many hashes as there are processors are derived in parallel, since each may need much memory. Further logins wait for some
 * seconds, and are answered 503 then. Thread-safe.
 */
abstract class HashCredential extends DerivedCredential {
    private static final long serialVersionUID = 1;
    private static final int MAX_WAITING = 64;
    private static final int WAIT_SECONDS = 5;
    /** Rounds of PBKDF2: some seconds. */
    private static final long MAX_COST = 20_000_000;

    private static final Semaphore DERIVATIONS =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors()));

    private final String text;

    HashCredential(String text) {
        this.text = text;
    }

    /** Derives a hash and compares it. */
    abstract boolean derivesHash(String secret);

    @Override
    protected final boolean matches(String secret) {
        await();
        try {
            return derivesHash(secret);
        } finally {
            DERIVATIONS.release();
        }
    }

    /** Waits for a place; a flood of logins is refused rather than holding all threads. */
    private static void await() {
        try {
            if (DERIVATIONS.getQueueLength() < MAX_WAITING && DERIVATIONS.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
        throw new HttpException.RuntimeException(HttpStatus.SERVICE_UNAVAILABLE_503, "Too many logins at once");
    }

    /** Refuses a hash that takes longer than any that is made on purpose: it would hold up all logins. */
    final void checkCost() {
        if (getCost() > MAX_COST) {
            throw new IllegalArgumentException(
                    "cost of a hash: " + getCost() + " rounds of PBKDF2 (expected: at most " + MAX_COST + ")");
        }
    }

    @Override
    public final boolean equals(Object o) {
        return o instanceof HashCredential other && MessageDigest.isEqual(text.getBytes(), other.text.getBytes());
    }

    @Override
    public final int hashCode() {
        return text.hashCode();
    }

    /** Fails with the remedy if Bouncy Castle is not on the class path. */
    static void requireLibrary(String name) {
        try {
            Class.forName("org.bouncycastle.crypto.generators.SCrypt", false, HashCredential.class.getClassLoader());
        } catch (ClassNotFoundException x) {
            throw new IllegalArgumentException(
                    name
                            + " needs org.bouncycastle:bcprov-jdk18on on the class path (expected: module password-hashes)",
                    x);
        }
    }

    /** Whether hashes that need Bouncy Castle can be made. */
    static boolean hasLibrary() {
        try {
            requireLibrary("hash");
            return true;
        } catch (IllegalArgumentException x) {
            return false;
        }
    }
}
