package org.eclipse.jetty.server.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;

/**
 * The exchanges of a connector's HTTP/1.1 connections.
 *
 * <p>A connection without one gets that of a connection that ended, else one that has been parked for a while, else a new one:
 * there are about as many as there are connections that are busy at a time. Thread-safe.
 */
public final class Http1Exchanges {
    /** Parked for less than this, it is likely to be wanted again by its connection. */
    private static final long PARKED_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    /** How many are looked at before a new one is made. */
    private static final int LOOKS = 16;
    /** The most that wait without a connection. */
    private static final int MAX_FREE = 256;

    private final Connector connector;
    private final Object lock = new Object();
    // guarded by lock
    private final ArrayDeque<Http1Exchange> free = new ArrayDeque<>();
    private final List<Http1Exchange> known = new ArrayList<>();
    private int hand;

    public Http1Exchanges(Connector connector) {
        this.connector = connector;
    }

    public Connector getConnector() {
        return connector;
    }

    /** An exchange for a connection, bound to it. */
    Http1Exchange take(HttpConfiguration configuration, HttpConnection connection) {
        Http1Exchange exchange;
        synchronized (lock) {
            exchange = free.pollLast();
            if (exchange == null) {
                exchange = takeParked();
            }
        }
        if (exchange == null || !exchange.suits(configuration)) {
            return new Http1Exchange(configuration, connector, connection);
        }
        exchange.bind(connection);
        return exchange;
    }

    private Http1Exchange takeParked() {
        long now = System.nanoTime();
        for (int i = 0; i < LOOKS && !known.isEmpty(); i++) {
            if (hand >= known.size()) {
                hand = 0;
            }
            Http1Exchange candidate = known.get(hand);
            boolean parked = candidate.isParked();
            if (!parked && !candidate.getConnection().getEndPoint().isOpen()) {
                forget(hand);
                continue;
            }
            hand++;
            if (parked && now - candidate.getLastUsed() > PARKED_NANOS && candidate.unpark()) {
                return candidate;
            }
        }
        return null;
    }

    /** Its connection ended without bringing it back, or will bring it back as free. */
    private void forget(int index) {
        Http1Exchange last = known.remove(known.size() - 1);
        Http1Exchange forgotten = last;
        if (index < known.size()) {
            forgotten = known.set(index, last);
        }
        forgotten.pooled = false;
    }

    /** Parks the exchange of a connection that waits for its next request. */
    void park(Http1Exchange exchange) {
        if (!exchange.pooled) {
            synchronized (lock) {
                exchange.pooled = true;
                known.add(exchange);
            }
        }
        exchange.park();
    }

    /** Lets an exchange go that is used for something else from now on. */
    void abandon(Http1Exchange exchange) {
        synchronized (lock) {
            if (exchange.pooled) {
                int index = known.indexOf(exchange);
                if (index >= 0) {
                    forget(index);
                }
            }
        }
    }

    /** Takes back the exchange of a connection that ended in order. */
    void free(Http1Exchange exchange) {
        exchange.output.close();
        synchronized (lock) {
            if (free.size() < MAX_FREE) {
                free.addLast(exchange);
            }
        }
    }
}
