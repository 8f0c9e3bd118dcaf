package org.eclipse.jetty.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.InetAddressSet;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * The clients that may see what others may not, by address: those of this machine, unless others are named.
 *
 * <p>Both ends of the way must be trusted: the peer of the connection and, if a proxy named one, the client. Unless addresses are
 * named, a request that was forwarded is not trusted, as the proxy may be on this machine. Thread-safe.
 */
public final class TrustedClients {
    private static final HttpHeader[] FORWARDING = {HttpHeader.FORWARDED, HttpHeader.X_FORWARDED_FOR, HttpHeader.VIA};

    private final @Nullable InetAddressSet named;

    private TrustedClients(@Nullable InetAddressSet named) {
        this.named = named;
    }

    /** The clients of this machine. */
    public static TrustedClients local() {
        return new TrustedClients(null);
    }

    /**
     * The clients at addresses: single ones, ranges and networks, separated by commas, as in {@code 127.0.0.1,10.0.0.0/8}. None:
     * those of this machine.
     *
     * @param property the property that sets them, for the message
     * @throws IllegalArgumentException if an address is malformed
     */
    public static TrustedClients of(String addresses, String property) {
        if (StringUtil.isBlank(addresses)) {
            return local();
        }
        InetAddressSet set = new InetAddressSet();
        for (String address : addresses.split(",")) {
            try {
                if (!address.isBlank()) {
                    set.add(address.trim());
                }
            } catch (IllegalArgumentException x) {
                throw new IllegalArgumentException(
                        "address '" + address.trim() + "' (expected: as in 127.0.0.1 or 10.0.0.0/8), set by "
                                + property,
                        x);
            }
        }
        return new TrustedClients(set);
    }

    /** The addresses, separated by commas; empty for those of this machine. */
    public String addresses() {
        return named == null ? "" : String.join(",", named);
    }

    /** Whether the client of a request is trusted. */
    public boolean contains(Request request) {
        SocketAddress peer =
                request.getConnectionMetaData().getConnection().getEndPoint().getRemoteSocketAddress();
        if (!contains(peer) || !contains(request.getConnectionMetaData().getRemoteSocketAddress())) {
            return false;
        }
        if (named != null) {
            return true;
        }
        for (HttpHeader header : FORWARDING) {
            if (request.getHeaders().contains(header)) {
                return false;
            }
        }
        return true;
    }

    private boolean contains(@Nullable SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet)) {
            // a Unix-Domain socket, whose peers are on this machine
            return address != null;
        }
        InetAddress ip = inet.getAddress();
        if (ip == null) {
            return false;
        }
        return named == null ? ip.isLoopbackAddress() : named.test(ip);
    }
}
