package org.eclipse.jetty.client;

/**
 * Uses the connection that was opened first among the idle ones, so that those in excess become idle and are closed. Connections
 * carry one request at a time, even those that could carry more.
 */
public class DuplexConnectionPool extends AbstractConnectionPool {
    public DuplexConnectionPool(Destination destination, int maxConnections) {
        super(destination, maxConnections);
    }

    @Override
    protected int getMaxMultiplex(Connection connection) {
        return 1;
    }

    @Override
    protected int choose(int[] idle, int count, int size) {
        return idle[0];
    }
}
