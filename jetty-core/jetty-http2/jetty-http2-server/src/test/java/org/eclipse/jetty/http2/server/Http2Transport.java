package org.eclipse.jetty.http2.server;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.Transport;

/** HTTP/2, found as a service by the tests of modules that have this one on their class path. */
public abstract class Http2Transport extends Transport {
    private Http2Transport(String name, boolean secure) {
        super(name, false, secure);
    }

    /** In clear text, with prior knowledge. */
    public static final class Clear extends Http2Transport {
        public Clear() {
            super("HTTP/2 in clear text", false);
        }

        @Override
        protected Connector newConnector(Server server, HttpConfiguration configuration) {
            return new ServerConnector(
                    server,
                    1,
                    1,
                    new HttpConnectionFactory(configuration),
                    new HTTP2CServerConnectionFactory(configuration));
        }

        @Override
        protected Client connect(Connector connector) throws Exception {
            return new TextOverHttp2(new Http2Client(((ServerConnector) connector).getLocalPort()), this);
        }
    }

    /** Within TLS, chosen by ALPN. */
    public static final class Tls extends Http2Transport {
        public Tls() {
            super("HTTP/2 over TLS", true);
        }

        @Override
        protected Connector newConnector(Server server, HttpConfiguration configuration) throws Exception {
            configuration.addCustomizer(new SecureRequestCustomizer(false));
            ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
            alpn.setDefaultProtocol("http/1.1");
            return new ServerConnector(
                    server,
                    1,
                    1,
                    new SslConnectionFactory(keyStores().newServerFactory(), "alpn"),
                    alpn,
                    new HTTP2ServerConnectionFactory(configuration),
                    new HttpConnectionFactory(configuration));
        }

        @Override
        protected Client connect(Connector connector) throws Exception {
            int port = ((ServerConnector) connector).getLocalPort();
            SSLSocket socket = (SSLSocket) clientContext()
                    .getSocketFactory()
                    .createSocket(new Socket("localhost", port), "localhost", port, true);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            Http2Client client = new Http2Client(socket);
            client.out().put(FrameType.PREFACE.getBytes(StandardCharsets.US_ASCII));
            FrameWriter.settings(client.out());
            return new TextOverHttp2(client, this);
        }
    }
}
