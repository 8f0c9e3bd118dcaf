package org.eclipse.jetty.client;

import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.client.internal.Socks5Connection;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** A SOCKS proxy of version 5 (RFC 1928), without authentication or by user name and password (RFC 1929). Thread-safe. */
public class Socks5Proxy extends ProxyConfiguration.Proxy {
    private volatile byte[] user;
    private volatile byte[] password;

    /** Creates a proxy in clear text. */
    public Socks5Proxy(String host, int port) {
        this(new Origin.Address(host, port), false);
    }

    public Socks5Proxy(Origin.Address address, boolean secure) {
        super(address, secure, null);
    }

    /** Creates a proxy within TLS. */
    public Socks5Proxy(Origin.Address address, SslContextFactory.Client sslContextFactory) {
        super(address, true, sslContextFactory);
    }

    /**
     * Sets the credentials that are offered to the proxy.
     *
     * @throws IllegalArgumentException if either has no octets, or more than 255 in UTF-8
     */
    public void setCredentials(String newUser, String newPassword) {
        byte[] userBytes = check("user", newUser);
        password = check("password", newPassword);
        user = userBytes;
    }

    private static byte[] check(String name, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < 1 || bytes.length > 255) {
            throw new IllegalArgumentException(name + ": " + bytes.length + " octets (expected: 1 to 255)");
        }
        return bytes;
    }

    @Override
    public ClientConnectionFactory newClientConnectionFactory(ClientConnectionFactory connectionFactory) {
        return (endPoint, context) -> new Socks5Connection(endPoint, this, user, password, connectionFactory, context);
    }
}
