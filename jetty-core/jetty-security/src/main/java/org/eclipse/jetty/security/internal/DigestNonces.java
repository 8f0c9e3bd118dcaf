package org.eclipse.jetty.security.internal;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/**
 * The nonces that were given out (RFC 7616, section 3.3), each with the counts that were used with it.
 *
 * <p>Their number is bounded: when there are too many the oldest go, whose clients are told that they are stale and get
 * another one. Thread-safe.
 */
public final class DigestNonces {
    /** What is known of a nonce and a count. */
    public enum Use {
        VALID,
        /** Given out once, or not by this server: the client may repeat the request with a new one. */
        STALE,
        /** The count was used before: somebody repeats an old request. */
        REPLAYED
    }

    private static final int MAX_NONCES = 10_000;
    private static final int NONCE_BYTES = 24;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, Nonce> nonces = new ConcurrentHashMap<>();
    private final AtomicLong lastSweep = new AtomicLong(System.nanoTime());

    /** Gives out a nonce. */
    public String create(long maxAgeMillis) {
        sweep(maxAgeMillis);
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        String value = Base64.getEncoder().encodeToString(bytes);
        nonces.put(value, new Nonce(System.nanoTime()));
        return value;
    }

    /** Uses a nonce with a count. */
    public Use use(String value, long count, long maxAgeMillis, int maxCount) {
        Nonce nonce = nonces.get(value);
        if (isStale(nonce, count, maxAgeMillis, maxCount)) {
            nonces.remove(value);
            return Use.STALE;
        }
        return nonce.mark((int) count) ? Use.VALID : Use.REPLAYED;
    }

    /**
     * Begins the check of an answer, which {@link #end} ends if this returns VALID. The count is not used yet. The same answer is a replay as
     * long as it is checked.
     *
     * @param answer what a client can make only if it knows the password
     */
    public Use begin(String value, long count, String answer, long maxAgeMillis, int maxCount) {
        Nonce nonce = nonces.get(value);
        if (isStale(nonce, count, maxAgeMillis, maxCount)) {
            return Use.STALE;
        }
        return nonce.begin((int) count, answer) ? Use.VALID : Use.REPLAYED;
    }

    /** Ends the check of an answer, after its count was used if it was right. */
    public void end(String value, String answer) {
        Nonce nonce = nonces.get(value);
        if (nonce != null) {
            nonce.end(answer);
        }
    }

    @NullContract("null, _, _, _ -> true")
    private static boolean isStale(@Nullable Nonce nonce, long count, long maxAgeMillis, int maxCount) {
        return nonce == null || nonce.isOld(System.nanoTime(), maxAgeMillis) || count > maxCount;
    }

    private void sweep(long maxAgeMillis) {
        long now = System.nanoTime();
        long last = lastSweep.get();
        if (nonces.size() < MAX_NONCES
                && now - last < TimeUnit.MILLISECONDS.toNanos(Math.max(1000, maxAgeMillis / 2))) {
            return;
        }
        if (!lastSweep.compareAndSet(last, now)) {
            return;
        }
        nonces.values().removeIf(nonce -> nonce.isOld(now, maxAgeMillis));
        // none is old, but there are too many: any goes, as its client recovers with one more round trip
        Iterator<String> keys = nonces.keySet().iterator();
        while (nonces.size() >= MAX_NONCES && keys.hasNext()) {
            keys.next();
            keys.remove();
        }
    }

    private static final class Nonce {
        private final long created;
        private final BitSet used = new BitSet();
        /** The answers that are checked now, as many as there are requests. */
        private final Set<String> checked = new HashSet<>(2);

        private Nonce(long created) {
            this.created = created;
        }

        private boolean isOld(long now, long maxAgeMillis) {
            return maxAgeMillis > 0 && now - created > TimeUnit.MILLISECONDS.toNanos(maxAgeMillis);
        }

        /** Notes that an answer is checked; false if it is already, or its count was used. */
        private synchronized boolean begin(int count, String answer) {
            return !used.get(count) && checked.add(answer);
        }

        private synchronized void end(String answer) {
            checked.remove(answer);
        }

        /** Marks a count as used; false if it was before. */
        private synchronized boolean mark(int count) {
            if (used.get(count)) {
                return false;
            }
            used.set(count);
            return true;
        }
    }
}
