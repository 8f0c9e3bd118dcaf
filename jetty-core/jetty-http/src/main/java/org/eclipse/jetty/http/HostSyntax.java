package org.eclipse.jetty.http;

/** Checks {@code host[:port]} by RFC 3986, sections 3.2.2 and 3.2.3, in text and in octets. Thread-safe. */
final class HostSyntax {
    private HostSyntax() {}

    /** The index after the host, which is that of ":" or the end; -1 when it is not valid. */
    static int check(CharSequence s, int from, int to) {
        int i = from;
        if (i < to && s.charAt(i) == '[') {
            i = ipLiteral(s, i + 1, to);
            if (i < 0) {
                return -1;
            }
        } else {
            for (; i < to && s.charAt(i) != ':'; i++) {
                char c = s.charAt(i);
                if (c == '%') {
                    if (i + 2 >= to
                            || HttpTokens.hexDigit(s.charAt(i + 1)) < 0
                            || HttpTokens.hexDigit(s.charAt(i + 2)) < 0) {
                        return -1;
                    }
                    i += 2;
                } else if (c > 0x7f || !HttpTokens.is(c, HttpTokens.HOST)) {
                    return -1;
                }
            }
        }
        return i == to || s.charAt(i) == ':' && i > from && port(s, i, to) >= -1 ? i : -1;
    }

    /** The port after the colon, -1 when there is none, -2 when it is not valid. */
    static int port(CharSequence s, int colon, int to) {
        if (colon >= to || colon + 1 == to) {
            return -1;
        }
        int port = 0;
        for (int i = colon + 1; i < to; i++) {
            char c = s.charAt(i);
            if (c < '0' || c > '9') {
                return -2;
            }
            port = port * 10 + c - '0';
            if (port > 65535) {
                return -2;
            }
        }
        return port;
    }

    /** The index after "]", or -1. Groups are checked for number and size, an IPv4 tail for its octets. */
    private static int ipLiteral(CharSequence s, int from, int to) {
        int groups = 0;
        boolean compressed = false;
        int i = from;
        if (i < to && (s.charAt(i) | 0x20) == 'v') {
            return ipFuture(s, i + 1, to);
        }
        while (i < to && s.charAt(i) != ']') {
            if (s.charAt(i) == ':') {
                if (i + 1 >= to || s.charAt(i + 1) != ':') {
                    return -1;
                }
                if (compressed) {
                    return -1;
                }
                compressed = true;
                i += 2;
                continue;
            }
            int start = i;
            while (i < to && HttpTokens.hexDigit(s.charAt(i)) >= 0) {
                i++;
            }
            if (i < to && s.charAt(i) == '.') {
                i = ipv4(s, start, to);
                if (i < 0) {
                    return -1;
                }
                groups += 2;
                break;
            }
            if (i == start || i - start > 4) {
                return -1;
            }
            groups++;
            if (i < to && s.charAt(i) == ':') {
                if (i + 1 < to && s.charAt(i + 1) == ':') {
                    continue;
                }
                i++;
                if (i >= to || s.charAt(i) == ']') {
                    return -1;
                }
            }
        }
        if (i < to && s.charAt(i) == '%') {
            while (i < to && s.charAt(i) != ']' && HttpTokens.isTokenChar(s.charAt(i))) {
                i++;
            }
        }
        if (i >= to || s.charAt(i) != ']') {
            return -1;
        }
        return compressed ? (groups <= 7 ? i + 1 : -1) : groups == 8 ? i + 1 : -1;
    }

    private static int ipFuture(CharSequence s, int from, int to) {
        int i = from;
        while (i < to && HttpTokens.hexDigit(s.charAt(i)) >= 0) {
            i++;
        }
        if (i == from || i >= to || s.charAt(i) != '.') {
            return -1;
        }
        int start = ++i;
        while (i < to && (s.charAt(i) == ':' || s.charAt(i) < 0x80 && HttpTokens.is(s.charAt(i), HttpTokens.HOST))) {
            i++;
        }
        return i > start && i < to && s.charAt(i) == ']' ? i + 1 : -1;
    }

    private static int ipv4(CharSequence s, int from, int to) {
        int i = from;
        for (int octet = 0; octet < 4; octet++) {
            int value = 0;
            int start = i;
            while (i < to && s.charAt(i) >= '0' && s.charAt(i) <= '9' && i - start < 3) {
                value = value * 10 + s.charAt(i++) - '0';
            }
            if (i == start || value > 255) {
                return -1;
            }
            if (octet < 3 && (i >= to || s.charAt(i++) != '.')) {
                return -1;
            }
        }
        return i;
    }
}
