package org.eclipse.jetty.client;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.client.internal.Socks5Connection;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * A SOCKS proxy of version 5 (RFC 1928).
 *
 * <p>No authentication is offered to it, and what {@link #putAuthenticationFactory} adds, such as a user name and a password (RFC
 * 1929). A change has an effect on connections that are opened afterwards. Thread-safe.
 */
public class Socks5Proxy extends ProxyConfiguration.Proxy {
    private final AutoLock lock = new AutoLock();
    private final List<Socks5.Authentication.Factory> methods = new ArrayList<>();

    /** Creates a proxy in clear text. */
    public Socks5Proxy(String host, int port) {
        this(new Origin.Address(host, port), false);
    }

    public Socks5Proxy(Origin.Address address, boolean secure) {
        super(address, secure, null);
        putAuthenticationFactory(new Socks5.NoAuthenticationFactory());
    }

    /** Creates a proxy within TLS. */
    public Socks5Proxy(Origin.Address address, SslContextFactory.Client sslContextFactory) {
        super(address, true, sslContextFactory);
        putAuthenticationFactory(new Socks5.NoAuthenticationFactory());
    }

    /** Offers a method of authentication; returns the one of the same number that it replaces. */
    public Socks5.Authentication.@Nullable Factory putAuthenticationFactory(Socks5.Authentication.Factory factory) {
        try (AutoLock l = lock.lock()) {
            Socks5.Authentication.Factory before = remove(factory.getMethod());
            methods.add(factory);
            return before;
        }
    }

    /** Offers a method no longer; returns what it was. */
    public Socks5.Authentication.@Nullable Factory removeAuthenticationFactory(byte method) {
        try (AutoLock l = lock.lock()) {
            return remove(method);
        }
    }

    private Socks5.Authentication.@Nullable Factory remove(byte method) {
        for (int i = 0; i < methods.size(); i++) {
            if (methods.get(i).getMethod() == method) {
                return methods.remove(i);
            }
        }
        return null;
    }

    /**
     * Sets the credentials that are offered to the proxy.
     *
     * @throws IllegalArgumentException if either has no octets, or more than 255 in UTF-8
     */
    public void setCredentials(String user, String password) {
        putAuthenticationFactory(new Socks5.UsernamePasswordAuthenticationFactory(user, password));
    }

    @Override
    public ClientConnectionFactory newClientConnectionFactory(ClientConnectionFactory connectionFactory) {
        return (endPoint, context) -> {
            List<Socks5.Authentication.Factory> offered;
            try (AutoLock l = lock.lock()) {
                offered = List.copyOf(methods);
            }
            return new Socks5Connection(endPoint, this, offered, connectionFactory, context);
        };
    }
}
