package org.eclipse.jetty.proxy;

import java.util.List;
import java.util.function.Function;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the same back end for requests of the same key, by weighted rendezvous hashing: each back end has a score for the key, and the best
 * one is chosen. A back end that comes or goes moves only its own share of the keys.
 *
 * <p>Loads are bounded: a back end that has more requests than its share of all, times a factor, is passed over.
 */
final class ConsistentHash implements BackendChoice {
    private final Function<Request, @Nullable String> key;
    private final double loadFactor;
    private final BackendChoice withoutKey = new LeastRequests();

    /**
     * @param key returns null for a request that has none: such go by {@link LeastRequests}
     * @param loadFactor greater than 1; 0 for loads without bound
     */
    ConsistentHash(Function<Request, @Nullable String> key, double loadFactor) {
        this.key = key;
        this.loadFactor = loadFactor;
    }

    @Override
    public Backend choose(List<Backend> backends, Request request) {
        String value = key.apply(request);
        if (value == null) {
            return withoutKey.choose(backends, request);
        }
        double requests = 1;
        double weights = 0;
        if (loadFactor > 0) {
            for (Backend backend : backends) {
                requests += backend.getActiveRequests();
                weights += backend.getEffectiveWeight();
            }
        }
        long hash = hash(value);
        Backend best = null;
        double bestScore = 0;
        for (Backend backend : backends) {
            boolean bounded = loadFactor > 0
                    && backend.getActiveRequests()
                            >= bound(backend, loadFactor * requests * backend.getEffectiveWeight() / weights);
            double score = bounded ? 0 : score(hash, backend);
            if (!bounded && (best == null || score > bestScore)) {
                best = backend;
                bestScore = score;
            }
        }
        // the bounds are read while requests come and go, and may leave none
        return best == null ? withoutKey.choose(backends, request) : best;
    }

    /** A back end may have one request in any case, unless the last one has failed. */
    private static double bound(Backend backend, double share) {
        return backend.isSuspect() ? Math.floor(share) : Math.ceil(share);
    }

    /** The weight over an exponential variable: each back end is the best of a share of keys that is as large as its weight. */
    private static double score(long keyHash, Backend backend) {
        long hash = mix(keyHash ^ hash(backend.getName()));
        double uniform = ((hash >>> 11) + 0.5) / (1L << 53);
        return -backend.getWeight() / Math.log(uniform);
    }

    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return mix(hash);
    }

    /** Spreads every bit over all of them. */
    private static long mix(long bits) {
        long mixed = (bits ^ bits >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}
