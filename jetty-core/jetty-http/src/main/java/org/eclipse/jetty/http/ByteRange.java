package org.eclipse.jetty.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A range of octets, both ends included (RFC 9110, section 14.1.2). */
public record ByteRange(long first, long last) {
    private static final String PREFIX = "bytes=";

    public long getLength() {
        return last - first + 1;
    }

    /** As Content-Range of a representation of that length. */
    public String toHeaderValue(long length) {
        return "bytes " + first + "-" + last + "/" + (length >= 0 ? Long.toString(length) : "*");
    }

    /** The Content-Range of 416 (RFC 9110, section 14.4). */
    public static String toNonSatisfiableHeaderValue(long length) {
        return "bytes */" + length;
    }

    /**
     * The satisfiable ranges of Range values for a representation of that length, in the order given, those that
     * overlap merged; an empty list when none is satisfiable or the values are malformed, which 416 answers. A range of zero
     * length suffix is not satisfiable.
     */
    public static List<ByteRange> parse(List<String> headers, long length) {
        List<ByteRange> ranges = new ArrayList<>();
        for (String header : headers) {
            if (!header.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
                continue;
            }
            for (int from = PREFIX.length(); from <= header.length(); ) {
                int comma = header.indexOf(',', from);
                int to = comma < 0 ? header.length() : comma;
                String spec = header.substring(from, to).trim();
                from = to + 1;
                if (spec.isEmpty()) {
                    continue;
                }
                ByteRange range = parse(spec, length);
                if (range == MALFORMED) {
                    continue;
                }
                if (range != null) {
                    add(ranges, range);
                }
            }
        }
        return ranges;
    }

    private static final ByteRange MALFORMED = new ByteRange(-1, -1);

    /** A range, null when it is not satisfiable. */
    private static @Nullable ByteRange parse(String spec, long length) {
        int dash = spec.indexOf('-');
        if (dash < 0) {
            return MALFORMED;
        }
        String firstText = spec.substring(0, dash).trim();
        String lastText = spec.substring(dash + 1).trim();
        long first = number(firstText);
        long last = number(lastText);
        if (first == -2 || last == -2) {
            return MALFORMED;
        }
        if (first == -1) {
            if (last == -1) {
                return MALFORMED;
            }
            if (last == 0 || length == 0) {
                return null;
            }
            return new ByteRange(Math.max(0, length - last), length - 1);
        }
        if (last == -1) {
            last = length - 1;
        } else if (first > last) {
            return MALFORMED;
        }
        if (first >= length) {
            return null;
        }
        return new ByteRange(first, Math.min(last, length - 1));
    }

    /** A number, Long.MAX_VALUE when it is too big, -1 for no text, -2 when it is none. */
    private static long number(String s) {
        if (s.isEmpty()) {
            return -1;
        }
        long n = 0;
        for (int i = 0; i < s.length(); i++) {
            int d = s.charAt(i) - '0';
            if (d < 0 || d > 9) {
                return -2;
            }
            n = n > (Long.MAX_VALUE - d) / 10 ? Long.MAX_VALUE : n * 10 + d;
        }
        return n;
    }

    /** Merges with ranges that it overlaps, so that no octet is sent twice (RFC 9110, sections 14.2, 15.3.7.2). */
    private static void add(List<ByteRange> ranges, ByteRange range) {
        for (int i = 0; i < ranges.size(); i++) {
            ByteRange other = ranges.get(i);
            if (range.first <= other.last && other.first <= range.last) {
                ranges.remove(i);
                add(ranges, new ByteRange(Math.min(range.first, other.first), Math.max(range.last, other.last)));
                return;
            }
        }
        ranges.add(range);
    }
}
