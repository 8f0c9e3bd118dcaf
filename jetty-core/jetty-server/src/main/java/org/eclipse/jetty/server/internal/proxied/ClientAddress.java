package org.eclipse.jetty.server.internal.proxied;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/** Addresses of clients as text, never looked up by name. */
public final class ClientAddress {
    private ClientAddress() {}

    /** The address that a text such as {@code 10.0.0.1:80} or {@code [::1]} holds; null if it is none. */
    public static @Nullable InetAddress parse(String text) {
        String host = text.trim();
        int port = host.lastIndexOf(':');
        if (host.startsWith("[")) {
            int end = host.indexOf(']');
            host = end < 0 ? "" : host.substring(1, end);
        } else if (port >= 0 && host.indexOf(':') == port) {
            host = host.substring(0, port);
        }
        boolean v6 = host.indexOf(':') >= 0;
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            boolean allowed = c == '.' || c == ':' || (v6 ? Character.digit(c, 16) >= 0 : c >= '0' && c <= '9');
            if (!allowed) {
                return null;
            }
        }
        try {
            return host.isEmpty() ? null : InetAddress.getByName(host);
        } catch (UnknownHostException x) {
            return null;
        }
    }

    /** What stands for a client: its IPv4 address, or so many first bits of its IPv6 address; any other text as it is. */
    public static String toKey(String text, int prefixLength) {
        if (text.indexOf(':') < 0) {
            return text;
        }
        InetAddress address = parse(text);
        if (!(address instanceof Inet6Address)) {
            return address == null ? text : address.getHostAddress();
        }
        byte[] bytes = address.getAddress();
        for (int i = 0; i < bytes.length; i++) {
            int bits = Math.max(0, Math.min(8, prefixLength - i * 8));
            bytes[i] &= (byte) (0xFF00 >> bits);
        }
        return StringUtil.toHexString(bytes) + "/" + prefixLength;
    }

    /** The last {@code for} of a Forwarded field (RFC 7239, section 5.2), which the nearest proxy gave; null if it has none. */
    public static @Nullable String lastForwardedFor(String field) {
        String last = null;
        int begin = 0;
        boolean quoted = false;
        for (int i = 0; i <= field.length(); i++) {
            char c = i == field.length() ? ',' : field.charAt(i);
            if (c == '"' && i < field.length()) {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == ',' && (!quoted || i == field.length())) {
                ForwardedParser element = new ForwardedParser(field.substring(begin, i));
                element.parse();
                last = element.forClient;
                begin = i + 1;
            }
        }
        return last;
    }

    /** The last element of a list, as of X-Forwarded-For, which the nearest proxy gave. */
    public static String lastOf(String list) {
        return list.substring(list.lastIndexOf(',') + 1).trim();
    }
}
