package org.eclipse.jetty.client;

import org.eclipse.jetty.client.internal.Socks4Connection;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * A SOCKS proxy of version 4, or 4A for hosts that are names, which the proxy resolves. Thread-safe.
 *
 * <p>Its request and reply are described in "SOCKS: A protocol for TCP proxy across firewalls" and "SOCKS 4A".
 */
public class Socks4Proxy extends ProxyConfiguration.Proxy {
    /** Creates a proxy in clear text. */
    public Socks4Proxy(String host, int port) {
        this(new Origin.Address(host, port), false);
    }

    public Socks4Proxy(Origin.Address address, boolean secure) {
        super(address, secure, null);
    }

    /** Creates a proxy within TLS. */
    public Socks4Proxy(Origin.Address address, SslContextFactory.Client sslContextFactory) {
        super(address, true, sslContextFactory);
    }

    @Override
    public ClientConnectionFactory newClientConnectionFactory(ClientConnectionFactory connectionFactory) {
        return (endPoint, context) -> new Socks4Connection(endPoint, this, connectionFactory, context);
    }
}
