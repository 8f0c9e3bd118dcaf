package org.eclipse.jetty.server;

import java.net.Socket;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;

/** Lets a subclass set options of the sockets of new connections; add it as a bean to a connector. Thread-safe. */
public class SocketCustomizationListener implements Connection.Listener {
    private final boolean ssl;

    /** Looks at TLS connections, too. */
    public SocketCustomizationListener() {
        this(true);
    }

    /** @param ssl whether the sockets of TLS connections are customized, too */
    public SocketCustomizationListener(boolean ssl) {
        this.ssl = ssl;
    }

    @Override
    public void onOpened(Connection connection) {
        EndPoint endPoint = connection.getEndPoint();
        boolean wrapped = false;
        while (endPoint instanceof EndPoint.Wrapper wrapper) {
            if (!ssl) {
                return;
            }
            wrapped = true;
            endPoint = wrapper.unwrap();
        }
        if (endPoint instanceof SocketChannelEndPoint socketEndPoint) {
            customize(socketEndPoint.getChannel().socket(), connection.getClass(), wrapped);
        }
    }

    /**
     * Sets options.
     *
     * @param connection the class of the connection
     * @param ssl whether it is inside of TLS
     */
    protected void customize(Socket socket, Class<? extends Connection> connection, boolean ssl) {}

    @Override
    public void onClosed(Connection connection) {}
}
