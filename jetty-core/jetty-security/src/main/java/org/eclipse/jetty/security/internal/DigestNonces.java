package org.eclipse.jetty.security.internal;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.BitSet;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The nonces that were given out (RFC 7616 section 3.3), each with the counts that were used with it.
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

    /** Returns what {@link #use} would, and changes nothing. */
    public Use look(String value, long count, long maxAgeMillis, int maxCount) {
        Nonce nonce = nonces.get(value);
        if (isStale(nonce, count, maxAgeMillis, maxCount)) {
            return Use.STALE;
        }
        return nonce.isUsed((int) count) ? Use.REPLAYED : Use.VALID;
    }

    private static boolean isStale(Nonce nonce, long count, long maxAgeMillis, int maxCount) {
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

        private Nonce(long created) {
            this.created = created;
        }

        private boolean isOld(long now, long maxAgeMillis) {
            return maxAgeMillis > 0 && now - created > TimeUnit.MILLISECONDS.toNanos(maxAgeMillis);
        }

        private synchronized boolean isUsed(int count) {
            return used.get(count);
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
