package org.eclipse.jetty.client;

import java.util.List;

/** Uses the idle connections in turn. */
public class RoundRobinConnectionPool extends AbstractConnectionPool {
    private int next;

    public RoundRobinConnectionPool(Destination destination, int maxConnections) {
        super(destination, maxConnections);
    }

    @Override
    protected int choose(List<Integer> idle, int size) {
        int chosen = idle.get(0);
        for (int index : idle) {
            if (index >= next) {
                chosen = index;
                break;
            }
        }
        next = chosen + 1 >= size ? 0 : chosen + 1;
        return chosen;
    }
}
