package org.eclipse.jetty.client;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/** What connections are kept for: scheme, address, tag, protocol and transport. Immutable. */
public class Origin {
    private final String scheme;
    private final Address address;
    private final @Nullable Object tag;
    private final @Nullable Protocol protocol;
    private final Transport transport;

    public Origin(String scheme, String host, int port) {
        this(scheme, host, port, null);
    }

    public Origin(String scheme, String host, int port, @Nullable Object tag) {
        this(scheme, new Address(host, port), tag);
    }

    public Origin(String scheme, String host, int port, @Nullable Object tag, @Nullable Protocol protocol) {
        this(scheme, new Address(host, port), tag, protocol);
    }

    public Origin(String scheme, Address address) {
        this(scheme, address, null);
    }

    public Origin(String scheme, Address address, @Nullable Object tag) {
        this(scheme, address, tag, null);
    }

    public Origin(String scheme, Address address, @Nullable Object tag, @Nullable Protocol protocol) {
        this(scheme, address, tag, protocol, Transport.TCP_IP);
    }

    /** @param protocol null for any */
    public Origin(
            String scheme, Address address, @Nullable Object tag, @Nullable Protocol protocol, Transport transport) {
        this.scheme = Objects.requireNonNull(scheme).toLowerCase(Locale.ENGLISH);
        this.address = Objects.requireNonNull(address);
        this.tag = tag;
        this.protocol = protocol;
        this.transport = Objects.requireNonNull(transport);
    }

    public String getScheme() {
        return scheme;
    }

    public Address getAddress() {
        return address;
    }

    public @Nullable Object getTag() {
        return tag;
    }

    /** Returns the protocols that may be spoken; null for any. */
    public @Nullable Protocol getProtocol() {
        return protocol;
    }

    public Transport getTransport() {
        return transport;
    }

    public boolean isSecure() {
        return HttpScheme.isSecure(scheme);
    }

    @Override
    public boolean equals(@Nullable Object obj) {
        return this == obj
                || obj instanceof Origin other
                        && scheme.equals(other.scheme)
                        && address.equals(other.address)
                        && Objects.equals(tag, other.tag)
                        && Objects.equals(protocol, other.protocol)
                        && transport.equals(other.transport);
    }

    @Override
    public int hashCode() {
        return Objects.hash(scheme, address, tag, protocol, transport);
    }

    /** Returns scheme, host and port as in a URI. */
    public String asString() {
        return URIUtil.newURI(scheme, address.getHost(), address.getPort());
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x[%s,tag=%s,protocol=%s,transport=%s]",
                getClass().getSimpleName(), hashCode(), asString(), tag, protocol, transport);
    }

    /** A host and a port. Immutable. */
    public static class Address {
        private final String host;
        private final int port;

        public Address(String host, int port) {
            this.host = HostPort.normalizeHost(Objects.requireNonNull(host)).toLowerCase(Locale.ENGLISH);
            this.port = port;
        }

        public String getHost() {
            return host;
        }

        public int getPort() {
            return port;
        }

        @Override
        public boolean equals(@Nullable Object obj) {
            return obj instanceof Address other && port == other.port && host.equals(other.host);
        }

        @Override
        public int hashCode() {
            return host.hashCode() * 31 + port;
        }

        /** Returns {@code host:port}. */
        public String asString() {
            return host + ":" + port;
        }

        /** Returns the address, which is not resolved. */
        public SocketAddress getSocketAddress() {
            boolean brackets = host.startsWith("[") && host.endsWith("]");
            return InetSocketAddress.createUnresolved(brackets ? host.substring(1, host.length() - 1) : host, port);
        }

        @Override
        public String toString() {
            return asString();
        }
    }

    /** The protocols that may be spoken, the preferred one first. Immutable. */
    public static class Protocol {
        private final List<String> protocols;
        private final boolean negotiate;

        /** @param negotiate whether one is chosen in the handshake of TLS (RFC 7301) */
        public Protocol(List<String> protocols, boolean negotiate) {
            this.protocols = List.copyOf(protocols);
            this.negotiate = negotiate;
        }

        public List<String> getProtocols() {
            return protocols;
        }

        public boolean isNegotiate() {
            return negotiate;
        }

        @Override
        public boolean equals(@Nullable Object obj) {
            return obj instanceof Protocol other && negotiate == other.negotiate && protocols.equals(other.protocols);
        }

        @Override
        public int hashCode() {
            return protocols.hashCode() * 2 + (negotiate ? 1 : 0);
        }

        public String asString() {
            return String.format("proto=%s,nego=%b", protocols, negotiate);
        }

        @Override
        public String toString() {
            return asString();
        }
    }
}
