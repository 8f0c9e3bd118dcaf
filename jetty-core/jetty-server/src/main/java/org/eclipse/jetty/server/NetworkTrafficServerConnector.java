package org.eclipse.jetty.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.NetworkTrafficListener;
import org.eclipse.jetty.io.NetworkTrafficSocketChannelEndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** A connector that shows the bytes on the network to a listener, for tests and to find mistakes of protocols. */
public class NetworkTrafficServerConnector extends ServerConnector {
    private volatile @Nullable NetworkTrafficListener listener;

    public NetworkTrafficServerConnector(Server server) {
        this(server, new HttpConnectionFactory());
    }

    public NetworkTrafficServerConnector(Server server, ConnectionFactory connectionFactory) {
        super(server, connectionFactory);
    }

    public NetworkTrafficServerConnector(
            Server server,
            Executor executor,
            Scheduler scheduler,
            ByteBufferPool pool,
            int acceptors,
            int selectors,
            ConnectionFactory... factories) {
        super(server, executor, scheduler, pool, acceptors, selectors, factories);
    }

    /** Sets the listener of connections that are accepted from now on. */
    public void setNetworkTrafficListener(@Nullable NetworkTrafficListener newListener) {
        listener = newListener;
    }

    public @Nullable NetworkTrafficListener getNetworkTrafficListener() {
        return listener;
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key)
            throws IOException {
        NetworkTrafficListener current = listener;
        return current == null
                ? super.newEndPoint(channel, selector, key)
                : new NetworkTrafficSocketChannelEndPoint(
                        channel, selector, key, getScheduler(), getIdleTimeout(), current);
    }
}
