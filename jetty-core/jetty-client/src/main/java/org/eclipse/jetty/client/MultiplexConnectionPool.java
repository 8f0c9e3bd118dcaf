package org.eclipse.jetty.client;

/**
 * Uses the connection that was opened first among those that can carry another request at the same time, so that there are few
 * of them. For HTTP/2.
 */
public class MultiplexConnectionPool extends AbstractConnectionPool {
    private final int initialMaxMultiplex;

    /**
     * @param initialMaxMultiplex how many requests a connection that is being opened is expected to carry at the same time; once
     *     it is open, it says so itself
     */
    public MultiplexConnectionPool(Destination destination, int maxConnections, int initialMaxMultiplex) {
        super(destination, maxConnections);
        if (initialMaxMultiplex < 1) {
            throw new IllegalArgumentException(
                    "initialMaxMultiplex: " + initialMaxMultiplex + " (expected: at least 1)");
        }
        this.initialMaxMultiplex = initialMaxMultiplex;
    }

    @Override
    protected int getInitialMultiplex() {
        return initialMaxMultiplex;
    }

    @Override
    protected int choose(int[] idle, int count, int size) {
        return idle[0];
    }
}
