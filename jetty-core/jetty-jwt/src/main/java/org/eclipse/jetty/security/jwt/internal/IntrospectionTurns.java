package org.eclipse.jetty.security.jwt.internal;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The requests that wait for an introspection endpoint, each of which holds a thread of the server.
 *
 * <p>Anybody can send tokens that have to be asked about. Networks of which no active token came for a while share half of the places, and none of
 * them has more than a quarter, so that their invented tokens leave places to the clients that are known. A network of which an active token came
 * may have three quarters of all places, as one with many clients at one address. Guarded by its own lock.
 */
final class IntrospectionTurns {
    private static final int STRANGER_PARTS = 4;

    private final int max;
    private final KnownNetworks known;
    private final Map<String, Integer> waiting = new HashMap<>();
    private int all;
    private int strangers;

    /** @param max the most requests that wait */
    IntrospectionTurns(int max, KnownNetworks known) {
        this.max = max;
        this.known = known;
    }

    /** A place of a request, until it is closed. */
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    /** @throws IOException if too many wait already */
    synchronized Turn enter(String network) throws IOException {
        boolean stranger = !known.contains(network);
        int own = waiting.getOrDefault(network, 0);
        int mostOwn = stranger ? Math.max(1, max / STRANGER_PARTS) : max - max / 4;
        if (all >= max || own >= mostOwn || stranger && strangers >= max / 2) {
            throw new IOException("too many requests wait for the introspection endpoint: " + all + " of " + max + ", "
                    + own + " of the network of the client (expected: less than " + mostOwn + ")");
        }
        waiting.put(network, own + 1);
        all++;
        strangers += stranger ? 1 : 0;
        return () -> leave(network, stranger);
    }

    private synchronized void leave(String network, boolean stranger) {
        waiting.computeIfPresent(network, (key, number) -> number == 1 ? null : number - 1);
        all--;
        strangers -= stranger ? 1 : 0;
    }
}
