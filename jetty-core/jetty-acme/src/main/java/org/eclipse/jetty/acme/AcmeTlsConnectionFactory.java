package org.eclipse.jetty.acme;

import org.eclipse.jetty.acme.internal.TlsAlpnResponder;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.Connector;

/** The protocol {@code acme-tls/1} of a connector: the check is over with the handshake (RFC 8737, section 4). Thread-safe. */
public class AcmeTlsConnectionFactory extends AbstractConnectionFactory {
    public AcmeTlsConnectionFactory() {
        super(TlsAlpnResponder.PROTOCOL);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        return configure(new CheckConnection(connector, endPoint), connector, endPoint);
    }

    /** Reads until the end, so that the handshake is completed, and takes no content. */
    private static final class CheckConnection extends AbstractConnection {
        private CheckConnection(Connector connector, EndPoint endPoint) {
            super(endPoint, connector.getExecutor());
        }

        @Override
        public void onOpen() {
            super.onOpen();
            fillInterested();
        }

        @Override
        public void onFillable() {
            close();
        }
    }
}
