package org.eclipse.jetty.security.internal;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The part of an address that one client has for itself: all of IPv4, the first 64 bits of IPv6. */
public final class ClientNetwork {
    private static final int IPV6_PREFIX = 8;

    private ClientNetwork() {}

    /**
     * Returns the network of an address as a request has it, with or without brackets.
     *
     * @param address null and names are possible, as of connections in memory and of what proxies tell
     */
    public static String of(@Nullable String address) {
        if (address == null) {
            return "";
        }
        String bare =
                address.startsWith("[") && address.endsWith("]") ? address.substring(1, address.length() - 1) : address;
        if (bare.indexOf(':') < 0) {
            return bare;
        }
        try {
            // a literal with a colon is never looked up
            InetAddress parsed = InetAddress.getByName(bare);
            if (!(parsed instanceof Inet6Address)) {
                return parsed.getHostAddress();
            }
            byte[] bytes = parsed.getAddress();
            Arrays.fill(bytes, IPV6_PREFIX, bytes.length, (byte) 0);
            return InetAddress.getByAddress(bytes).getHostAddress() + "/64";
        } catch (UnknownHostException x) {
            return bare;
        }
    }
}
