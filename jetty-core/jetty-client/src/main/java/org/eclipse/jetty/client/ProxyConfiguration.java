package org.eclipse.jetty.client;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * The proxies of a client; the first one that matches an origin is used. Thread-safe.
 *
 * <pre>
 * client.getProxyConfiguration().addProxy(new HttpProxy("proxy.example", 3128));
 * </pre>
 *
 * <p>Changes have an effect on origins that have not been used.
 */
public class ProxyConfiguration {
    private final List<Proxy> proxies = new CopyOnWriteArrayList<>();

    public void addProxy(Proxy proxy) {
        proxies.add(Objects.requireNonNull(proxy));
    }

    public boolean removeProxy(Proxy proxy) {
        return proxies.remove(proxy);
    }

    public void clear() {
        proxies.clear();
    }

    public List<Proxy> getProxies() {
        return List.copyOf(proxies);
    }

    /** Returns the proxy for an origin; null to connect to it directly. */
    public @Nullable Proxy match(Origin origin) {
        for (Proxy proxy : proxies) {
            if (proxy.matches(origin)) {
                return proxy;
            }
        }
        return null;
    }

    /** A proxy: its address, and for which origins it is used. Thread-safe. */
    public abstract static class Proxy {
        private final Set<String> included = ConcurrentHashMap.newKeySet();
        private final Set<String> excluded = ConcurrentHashMap.newKeySet();
        private final Origin.Address address;
        private final boolean secure;
        private final SslContextFactory.@Nullable Client sslContextFactory;

        /**
         * @param secure whether TLS is spoken to the proxy
         * @param sslContextFactory for TLS to the proxy; null for that of the client
         */
        protected Proxy(Origin.Address address, boolean secure, SslContextFactory.@Nullable Client sslContextFactory) {
            this.address = Objects.requireNonNull(address);
            this.secure = secure;
            this.sslContextFactory = sslContextFactory;
        }

        public Origin.Address getAddress() {
            return address;
        }

        /** Returns whether TLS is spoken to the proxy. */
        public boolean isSecure() {
            return secure;
        }

        /** Returns what makes TLS engines to the proxy; null for that of the client. */
        public SslContextFactory.@Nullable Client getSslContextFactory() {
            return sslContextFactory;
        }

        /** Returns the hosts for which it is used, as {@code host} or {@code host:port}; changeable, empty for all. */
        public Set<String> getIncludedAddresses() {
            return included;
        }

        /** Returns the hosts for which it is not used, as {@code host} or {@code host:port}; changeable. */
        public Set<String> getExcludedAddresses() {
            return excluded;
        }

        /** Returns the URI for which credentials for the proxy are stored; null if it has none. */
        public @Nullable URI getURI() {
            return null;
        }

        /** Returns whether it is sent the requests to an origin themselves, rather than asked for a tunnel; false by default. */
        public boolean isForwarding(Origin origin) {
            return false;
        }

        /** Returns whether it is used for an origin; it never is for itself. */
        public boolean matches(Origin origin) {
            if (address.equals(origin.getAddress())) {
                return false;
            }
            return (included.isEmpty() || matches(included, origin.getAddress()))
                    && !matches(excluded, origin.getAddress());
        }

        private static boolean matches(Set<String> patterns, Origin.Address address) {
            for (String pattern : patterns) {
                String lower = pattern.toLowerCase(Locale.ENGLISH);
                if (lower.equals(address.getHost()) || lower.equals(address.asString())) {
                    return true;
                }
            }
            return false;
        }

        /** Returns what opens a connection through the proxy, for a connection that another factory creates. */
        public abstract ClientConnectionFactory newClientConnectionFactory(ClientConnectionFactory connectionFactory);

        @Override
        public String toString() {
            return getClass().getSimpleName() + "[" + address.asString() + ",secure=" + secure + "]";
        }
    }
}
