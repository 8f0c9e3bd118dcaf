package org.eclipse.jetty.security.internal.hash;

import java.security.MessageDigest;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.util.security.DerivedCredential;

/**
 * A password of which the text of a hash is known.
 *
 * <p>As many hashes as there are processors are derived in parallel, since each may need much memory: a flood of logins waits instead
 * of exhausting the heap. Thread-safe.
 */
abstract class HashCredential extends DerivedCredential {
    private static final long serialVersionUID = 1;
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
        DERIVATIONS.acquireUninterruptibly();
        try {
            return derivesHash(secret);
        } finally {
            DERIVATIONS.release();
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
