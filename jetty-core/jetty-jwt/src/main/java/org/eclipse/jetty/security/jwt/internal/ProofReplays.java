package org.eclipse.jetty.security.jwt.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.util.Digests;

/**
 * The DPoP proofs that were used (RFC 9449, section 11.1), as long as they would be accepted again. Their number is bounded; one user has half
 * of them at most, by however many keys, so that none keeps others out. None is forgotten early. Guarded by its own lock.
 */
final class ProofReplays {
    private final int max;
    private final long seconds;
    /** The eldest first; each stays for the same time. */
    private final Map<Key, Use> uses = new LinkedHashMap<>();

    private final Map<String, Integer> byOwner = new HashMap<>();

    /** Half of a digest of key and id. */
    private record Key(long high, long low) {}

    /** @param until seconds since 1970 */
    private record Use(String owner, long until) {}

    /**
     * @param max the most proofs
     * @param seconds how long they are kept
     */
    ProofReplays(int max, long seconds) {
        this.max = max;
        this.seconds = seconds;
    }

    /**
     * Uses a proof; returns false if it was used before.
     *
     * @param owner the user whose token came with it
     * @param now seconds since 1970
     * @throws IOException if there are too many
     */
    synchronized boolean use(DpopProof proof, String owner, long now) throws IOException {
        removeOld(now);
        ByteBuffer digest = ByteBuffer.wrap(Digests.sha256(proof.thumbprint() + "\n" + proof.id()));
        Key key = new Key(digest.getLong(), digest.getLong());
        if (uses.containsKey(key)) {
            return false;
        }
        int own = byOwner.getOrDefault(owner, 0);
        if (uses.size() >= max || own >= Math.max(1, max / 2)) {
            throw new IOException("DPoP proofs within " + seconds + " s: " + uses.size() + " (expected: less than "
                    + max + "), " + own + " of one user (expected: less than " + Math.max(1, max / 2) + ")");
        }
        uses.put(key, new Use(owner, now + seconds));
        byOwner.put(owner, own + 1);
        return true;
    }

    private void removeOld(long now) {
        Iterator<Use> eldest = uses.values().iterator();
        while (eldest.hasNext()) {
            Use use = eldest.next();
            if (use.until() > now) {
                return;
            }
            byOwner.computeIfPresent(use.owner(), (key, number) -> number == 1 ? null : number - 1);
            eldest.remove();
        }
    }

    synchronized int size() {
        return uses.size();
    }
}
