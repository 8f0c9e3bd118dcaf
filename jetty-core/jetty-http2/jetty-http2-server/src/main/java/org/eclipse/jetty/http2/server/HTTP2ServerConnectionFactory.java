package org.eclipse.jetty.http2.server;

import org.eclipse.jetty.http2.HTTP2Cipher;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NegotiatingServerConnection;
import org.eclipse.jetty.util.annotation.Name;
import org.jspecify.annotations.Nullable;

/** Creates HTTP/2 connections within TLS, where ALPN chose {@code h2} (RFC 9113, section 3.2). Thread-safe once started. */
public class HTTP2ServerConnectionFactory extends AbstractHTTP2ServerConnectionFactory
        implements NegotiatingServerConnection.CipherDiscriminator {
    public HTTP2ServerConnectionFactory() {
        this(new HttpConfiguration());
    }

    public HTTP2ServerConnectionFactory(@Name("config") HttpConfiguration config) {
        this(config, "h2");
    }

    public HTTP2ServerConnectionFactory(@Name("config") HttpConfiguration config, String... protocols) {
        super(config, protocols);
    }

    /** Whether RFC 9113, section 9.2 allows the protocol and cipher suite of TLS. */
    @Override
    public boolean isAcceptable(String protocol, String tlsProtocol, @Nullable String tlsCipher) {
        return !HTTP2Cipher.isBlackListProtocol(tlsProtocol) && !HTTP2Cipher.isBlackListCipher(tlsCipher);
    }
}
