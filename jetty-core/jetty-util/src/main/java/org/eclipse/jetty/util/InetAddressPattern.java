package org.eclipse.jetty.util;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Predicate;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/**
 * Matches addresses by one of: a name or address ("10.0.0.1", "[::1]"), a range ("10.0.0.1-10.0.0.9"), a CIDR prefix
 * ("10.0.0.0/8"), or an IPv4 address whose parts may be ranges ("10.0.0-3.1-"), of which the last ones are left out after a dot ("10.0."). Immutable.
 */
public abstract class InetAddressPattern implements Predicate<InetAddress> {
    private final String pattern;

    public InetAddressPattern(String pattern) {
        this.pattern = pattern;
    }

    /** Parses a pattern; null for null. */
    @NullContract("!null -> !null")
    public static @Nullable InetAddressPattern from(@Nullable String pattern) {
        if (pattern == null) {
            return null;
        }
        try {
            int slash = pattern.lastIndexOf('/');
            if (slash > 0) {
                InetAddress address =
                        InetAddress.getByName(pattern.substring(0, slash).trim());
                return cidr(
                        pattern,
                        address,
                        Integer.parseInt(pattern.substring(slash + 1).trim()));
            }
            if (isPartial(pattern)) {
                return new Parts(pattern);
            }
            int dash = pattern.indexOf('-');
            if (dash > 0 && !isHostName(pattern)) {
                return new Range(
                        pattern,
                        InetAddress.getByName(pattern.substring(0, dash).trim()).getAddress(),
                        InetAddress.getByName(pattern.substring(dash + 1).trim())
                                .getAddress());
            }
            byte[] address = InetAddress.getByName(pattern).getAddress();
            return new Range(pattern, address, address);
        } catch (UnknownHostException | IllegalArgumentException x) {
            throw new IllegalArgumentException("Bad address pattern: " + pattern, x);
        }
    }

    private static boolean isHostName(String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (Character.digit(c, 16) < 0 && "-.:[]% ".indexOf(c) < 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether it consists of digits, dots and dashes, and is no address and no range of addresses. */
    private static boolean isPartial(String pattern) {
        int dots = 0;
        boolean dash = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '.') {
                dots++;
            } else if (c == '-') {
                dash = true;
            } else if (c < '0' || c > '9') {
                return false;
            }
        }
        return pattern.endsWith(".") || dots < 3 || dots == 3 && dash;
    }

    private static InetAddressPattern cidr(String pattern, InetAddress address, int bits) {
        byte[] min = address.getAddress();
        byte[] max = min.clone();
        if (bits < 0 || bits > min.length * 8) {
            throw new IllegalArgumentException("Illegal mask size " + bits);
        }
        for (int i = 0; i < min.length; i++) {
            int keep = Math.max(0, Math.min(8, bits - i * 8));
            int host = 0xff >> keep;
            if ((min[i] & host) != 0) {
                throw new IllegalArgumentException("Masked bits non zero: " + pattern);
            }
            max[i] |= (byte) host;
        }
        return new Range(pattern, min, max);
    }

    @Override
    public int hashCode() {
        return pattern.hashCode();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof InetAddressPattern other && pattern.equals(other.pattern);
    }

    @Override
    public String toString() {
        return pattern;
    }

    private static final class Range extends InetAddressPattern {
        private final byte[] min;
        private final byte[] max;

        private Range(String pattern, byte[] min, byte[] max) {
            super(pattern);
            if (min.length != max.length || compare(min, max) > 0) {
                throw new IllegalArgumentException("not a range: " + pattern);
            }
            this.min = min;
            this.max = max;
        }

        @Override
        public boolean test(InetAddress address) {
            byte[] bytes = address.getAddress();
            return bytes.length == min.length && compare(min, bytes) <= 0 && compare(bytes, max) <= 0;
        }

        private static int compare(byte[] a, byte[] b) {
            return java.util.Arrays.compareUnsigned(a, b);
        }
    }

    private static final class Parts extends InetAddressPattern {
        private final int[] min = {0, 0, 0, 0};
        private final int[] max = {255, 255, 255, 255};

        private Parts(String pattern) {
            super(pattern);
            // it would match each address
            if (pattern.chars().noneMatch(c -> c >= '0' && c <= '9')) {
                throw new IllegalArgumentException("no number: " + pattern);
            }
            String[] parts = pattern.split("\\.", -1);
            int count = pattern.endsWith(".") ? parts.length - 1 : parts.length;
            if (count > 4) {
                throw new IllegalArgumentException("too many parts: " + pattern);
            }
            // "10.3" is the address 10.0.0.3 for some programs
            if (count == parts.length && count < 4) {
                throw new IllegalArgumentException(
                        "too few parts: " + pattern + " (expected: four, or a dot at the end: " + pattern + ".)");
            }
            for (int i = 0; i < count; i++) {
                String part = parts[i];
                if (part.isEmpty()) {
                    throw new IllegalArgumentException("an empty part: " + pattern);
                }
                if (part.equals("-")) {
                    continue;
                }
                int dash = part.indexOf('-');
                if (dash < 0) {
                    min[i] = max[i] = Integer.parseInt(part);
                } else {
                    if (dash > 0) {
                        min[i] = Integer.parseInt(part.substring(0, dash));
                    }
                    if (dash < part.length() - 1) {
                        max[i] = Integer.parseInt(part.substring(dash + 1));
                    }
                }
                if (min[i] > max[i] || max[i] > 255) {
                    throw new IllegalArgumentException("bad part: " + part);
                }
            }
        }

        @Override
        public boolean test(InetAddress address) {
            byte[] bytes = address.getAddress();
            if (bytes.length != 4) {
                return false;
            }
            for (int i = 0; i < 4; i++) {
                int value = bytes[i] & 0xff;
                if (value < min[i] || value > max[i]) {
                    return false;
                }
            }
            return true;
        }
    }
}
