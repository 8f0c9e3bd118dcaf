package org.eclipse.jetty.client;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Uses any of the idle connections. */
public class RandomConnectionPool extends AbstractConnectionPool {
    public RandomConnectionPool(Destination destination, int maxConnections) {
        super(destination, maxConnections);
    }

    @Override
    protected int choose(List<Integer> idle, int size) {
        return idle.get(ThreadLocalRandom.current().nextInt(idle.size()));
    }
}
