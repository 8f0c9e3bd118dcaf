package org.eclipse.jetty.operations.selftest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;

/** A connector that is attacked. Thread-safe. */
final class Target {
    static final int TIMEOUT_MILLIS = 15_000;

    private final ServerConnector connector;
    private final boolean tls;

    Target(ServerConnector connector) {
        this.connector = connector;
        tls = connector.getDefaultConnectionFactory() instanceof SslConnectionFactory;
    }

    boolean isTls() {
        return tls;
    }

    boolean speaks(String protocol) {
        return connector.getProtocols().stream().anyMatch(protocol::equalsIgnoreCase);
    }

    /** The properties of this connector begin so. */
    String prefix() {
        return tls ? "jetty.ssl" : "jetty.http";
    }

    /** A connection without TLS, whatever the connector speaks. */
    Socket connectPlain() throws IOException {
        String host = connector.getHost();
        InetAddress address = host == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(address, connector.getLocalPort()), TIMEOUT_MILLIS);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    /** A connection that speaks a protocol, within TLS if the connector does. */
    Socket connect(String protocol) throws IOException {
        Socket plain = connectPlain();
        if (!tls) {
            return plain;
        }
        boolean complete = false;
        try {
            SSLSocket socket = (SSLSocket) trustingContext()
                    .getSocketFactory()
                    .createSocket(plain, "localhost", connector.getLocalPort(), true);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {protocol});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            complete = true;
            return socket;
        } finally {
            if (!complete) {
                plain.close();
            }
        }
    }

    Socket connectHttp1() throws IOException {
        return connect("http/1.1");
    }

    /** The server is attacked by itself: its certificate is not judged. */
    private static SSLContext trustingContext() throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TrustAll()}, null);
            return context;
        } catch (GeneralSecurityException x) {
            throw new IOException("no TLS for the client of the self-test: " + x.getMessage(), x);
        }
    }

    private static final class TrustAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // not called: this is a client
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // any certificate will do
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    @Override
    public String toString() {
        List<String> protocols = connector.getProtocols();
        return (tls ? "TLS " : "clear text ") + protocols;
    }
}
