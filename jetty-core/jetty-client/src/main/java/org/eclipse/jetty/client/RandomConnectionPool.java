package org.eclipse.jetty.client;

import java.util.concurrent.ThreadLocalRandom;

/** Uses any of the idle connections. */
public class RandomConnectionPool extends AbstractConnectionPool {
    public RandomConnectionPool(Destination destination, int maxConnections) {
        super(destination, maxConnections);
    }

    /** @param initialMaxMultiplex how many requests a connection that is being opened is expected to carry at the same time */
    public RandomConnectionPool(Destination destination, int maxConnections, int initialMaxMultiplex) {
        this(destination, maxConnections);
        setInitialMaxMultiplex(initialMaxMultiplex);
    }

    @Override
    protected int choose(int[] idle, int count, int size) {
        return idle[ThreadLocalRandom.current().nextInt(count)];
    }
}
