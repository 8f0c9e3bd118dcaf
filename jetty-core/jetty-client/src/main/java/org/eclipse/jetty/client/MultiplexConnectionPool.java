package org.eclipse.jetty.client;

import org.eclipse.jetty.util.annotation.ManagedAttribute;

/**
 * Uses the connection that was opened first among those that can carry another request at the same time, so that there are few
 * of them. For HTTP/2.
 */
public class MultiplexConnectionPool extends AbstractConnectionPool {
    /**
     * @param initialMaxMultiplex how many requests a connection that is being opened is expected to carry at the same time; once
     *     it is open, it says so itself
     */
    public MultiplexConnectionPool(Destination destination, int maxConnections, int initialMaxMultiplex) {
        super(destination, maxConnections);
        setInitialMaxMultiplex(initialMaxMultiplex);
    }

    @Override
    @ManagedAttribute("How many requests a connection that is being opened is expected to carry")
    public int getInitialMaxMultiplex() {
        return super.getInitialMaxMultiplex();
    }

    @Override
    public void setInitialMaxMultiplex(int requests) {
        super.setInitialMaxMultiplex(requests);
    }

    @Override
    protected int choose(int[] idle, int count, int size) {
        return idle[0];
    }
}
