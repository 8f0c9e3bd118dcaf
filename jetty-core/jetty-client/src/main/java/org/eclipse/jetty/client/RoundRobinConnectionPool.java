package org.eclipse.jetty.client;

/** Uses the idle connections in turn. */
public class RoundRobinConnectionPool extends AbstractConnectionPool {
    private int next;

    public RoundRobinConnectionPool(Destination destination, int maxConnections) {
        super(destination, maxConnections);
    }

    /** @param initialMaxMultiplex how many requests a connection that is being opened is expected to carry at the same time */
    public RoundRobinConnectionPool(Destination destination, int maxConnections, int initialMaxMultiplex) {
        this(destination, maxConnections);
        setInitialMaxMultiplex(initialMaxMultiplex);
    }

    @Override
    protected int choose(int[] idle, int count, int size) {
        int chosen = idle[0];
        for (int i = 0; i < count; i++) {
            if (idle[i] >= next) {
                chosen = idle[i];
                break;
            }
        }
        next = chosen + 1 >= size ? 0 : chosen + 1;
        return chosen;
    }
}
