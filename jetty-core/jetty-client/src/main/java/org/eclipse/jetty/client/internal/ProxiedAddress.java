package org.eclipse.jetty.client.internal;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** An end of a connection as the PROXY protocol names it. Immutable. */
public record ProxiedAddress(InetAddress address, int port) {
    /**
     * Returns the address that is given, or else that of the connection; null where it has none, as over Unix-domain sockets.
     *
     * @param given an IP address
     */
    static @Nullable ProxiedAddress of(@Nullable String given, int port, @Nullable SocketAddress connected) {
        if (given != null) {
            return new ProxiedAddress(parse(given), port);
        }
        return connected instanceof InetSocketAddress inet && inet.getAddress() != null
                ? new ProxiedAddress(inet.getAddress(), port == 0 ? inet.getPort() : port)
                : null;
    }

    /** Returns an IP address without change. @throws IllegalArgumentException if it is none */
    @NullContract("null -> null; !null -> !null")
    public static @Nullable String check(@Nullable String address) {
        if (address != null) {
            parse(address);
        }
        return address;
    }

    /** @throws IllegalArgumentException if it is no port; 0 is that of the connection */
    public static int check(int port) {
        if (port < 0 || port > 0xffff) {
            throw new IllegalArgumentException("port: " + port + " (expected: 0-65535)");
        }
        return port;
    }

    /** Names are not resolved. */
    private static InetAddress parse(String address) {
        boolean numeric = address.indexOf(':') >= 0
                ? address.matches("[0-9a-fA-F:.]+")
                : address.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
        try {
            if (numeric) {
                return InetAddress.getByName(HostPort.normalizeHost(address));
            }
        } catch (UnknownHostException x) {
            throw new IllegalArgumentException("address: " + address + " (expected: an IP address)", x);
        }
        throw new IllegalArgumentException("address: " + address + " (expected: an IP address)");
    }

    boolean isIPv6() {
        return address.getAddress().length > 4;
    }
}
