package org.eclipse.jetty.client;

import java.util.concurrent.ThreadLocalRandom;

/** Uses any of the idle connections. */
public class RandomConnectionPool extends AbstractConnectionPool {
    public RandomConnectionPool(Destination destination, int maxConnections) {
        super(destination, maxConnections);
    }

    @Override
    protected int choose(int[] idle, int count, int size) {
        return idle[ThreadLocalRandom.current().nextInt(count)];
    }
}
