package org.eclipse.jetty.util;

import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** A host and a port, parsed from an authority without user information (RFC 3986, section 3.2). Immutable. */
public class HostPort {
    private static final int NONE = -1;

    private final String host;
    private final int port;

    /** Parses without checking the host; what cannot be parsed is a host without a port. */
    public static HostPort unsafe(String authority) {
        try {
            return new HostPort(authority, true);
        } catch (IllegalArgumentException x) {
            return new HostPort(x, authority);
        }
    }

    /** @param port 0 or less for none */
    public HostPort(String host, int port) {
        this.host = normalizeHost(host);
        this.port = port > 0 ? port : NONE;
        if (port > 65535) {
            throw new IllegalArgumentException("Bad port " + port);
        }
    }

    /** Takes what cannot be parsed as it is. */
    private HostPort(IllegalArgumentException cause, @Nullable String authority) {
        if (authority == null) {
            throw cause;
        }
        host = authority;
        port = NONE;
    }

    public HostPort(String authority) throws IllegalArgumentException {
        this(authority, false);
    }

    private HostPort(String authority, boolean unsafe) {
        if (authority == null) {
            throw new IllegalArgumentException("No authority");
        }
        String h;
        int p = NONE;
        if (authority.isEmpty()) {
            h = authority;
        } else if (authority.charAt(0) == '[') {
            int close = authority.lastIndexOf(']');
            if (close < 0) {
                throw new IllegalArgumentException("Bad IPv6 host: " + authority);
            }
            h = authority.substring(0, close + 1);
            if (!unsafe && !isValidIpAddress(h)) {
                throw new IllegalArgumentException("Bad IPv6 host: " + authority);
            }
            if (authority.length() > close + 1) {
                if (authority.charAt(close + 1) != ':') {
                    throw new IllegalArgumentException("Bad IPv6 port: " + authority);
                }
                p = port(authority.substring(close + 2), unsafe);
            }
        } else {
            int colon = authority.lastIndexOf(':');
            if (colon >= 0 && colon != authority.indexOf(':')) {
                // an IPv6 address without brackets has no port
                h = "[" + authority + "]";
                if (!unsafe && !isValidIpAddress(h)) {
                    throw new IllegalArgumentException("Bad IPv6 host: " + authority);
                }
            } else if (colon >= 0) {
                h = authority.substring(0, colon);
                if (!unsafe && (h.isBlank() || !isValidHostName(h))) {
                    throw new IllegalArgumentException("Bad authority: " + authority);
                }
                p = port(authority.substring(colon + 1), unsafe);
            } else {
                h = authority;
                if (!unsafe && (h.isBlank() || !isValidHostName(h))) {
                    throw new IllegalArgumentException("Bad authority: " + authority);
                }
            }
        }
        host = h;
        port = p;
    }

    private static int port(String text, boolean unsafe) {
        return unsafe && text.isEmpty() ? NONE : parsePort(text);
    }

    /** Whether it is an IPv6 address in brackets. */
    protected boolean isValidIpAddress(String ip) {
        String inside = ip.startsWith("[") && ip.endsWith("]") ? ip.substring(1, ip.length() - 1) : ip;
        if (inside.indexOf(':') < 0) {
            return false;
        }
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            if (c == '%') {
                break;
            }
            if (Character.digit(c, 16) < 0 && c != ':' && c != '.') {
                return false;
            }
        }
        try {
            URIUtil.validateInetAddress(inside);
            return true;
        } catch (IllegalArgumentException x) {
            return false;
        }
    }

    protected boolean isValidHostName(String name) {
        return URIUtil.isValidHostRegisteredName(name);
    }

    public String getHost() {
        return host;
    }

    /** The port, -1 for none. */
    public int getPort() {
        return port;
    }

    public int getPort(int defaultPort) {
        return port > 0 ? port : defaultPort;
    }

    public boolean hasHost() {
        return StringUtil.isNotBlank(host);
    }

    public boolean hasPort() {
        return port > 0;
    }

    @Override
    public String toString() {
        return port > 0 ? host + ":" + port : host;
    }

    /** The host, with brackets around an IPv6 address. */
    @NullContract("!null -> !null")
    public static @Nullable String normalizeHost(@Nullable String host) {
        if (host == null || host.isEmpty() || host.charAt(0) == '[' || host.indexOf(':') < 0) {
            return host;
        }
        return "[" + host + "]";
    }

    public static int parsePort(String rawPort) throws IllegalArgumentException {
        if (StringUtil.isEmpty(rawPort)) {
            throw new IllegalArgumentException("Bad port [" + rawPort + "]");
        }
        if (!Character.isDigit(rawPort.charAt(0))) {
            throw new IllegalArgumentException("Bad port [" + rawPort + "]");
        }
        int port;
        try {
            port = Integer.parseInt(rawPort);
        } catch (NumberFormatException x) {
            throw new IllegalArgumentException("Bad port [" + rawPort + "]", x);
        }
        if (port <= 0 || port > 65535) {
            throw new IllegalArgumentException("Bad port [" + rawPort + "]");
        }
        return port;
    }
}
