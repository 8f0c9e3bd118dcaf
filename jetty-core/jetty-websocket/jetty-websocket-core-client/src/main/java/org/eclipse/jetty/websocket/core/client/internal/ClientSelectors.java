package org.eclipse.jetty.websocket.core.client.internal;

import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.core.WebSocketComponents;

/** Serves the connections of a client, each of which begins with its handshake. Thread-safe. */
public final class ClientSelectors extends SelectorManager {
    private final WebSocketComponents components;

    public ClientSelectors(WebSocketComponents components, Scheduler scheduler) {
        super(components.getExecutor(), scheduler, 1);
        this.components = components;
    }

    @Override
    protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
        return new SocketChannelEndPoint((SocketChannel) channel, selector, key, getScheduler());
    }

    @Override
    public Connection newConnection(SelectableChannel channel, EndPoint endPoint, Object attachment) {
        return ((Handshake) attachment).newConnection(endPoint, components, getScheduler());
    }
}
