package org.eclipse.jetty.http.internal;

/** Optional white space around what fields and their lists hold: spaces and tabs (RFC 9110, section 5.6.3). Thread-safe. */
public final class OptionalWhiteSpace {
    private OptionalWhiteSpace() {}

    /** Whether a character or an octet is white space. */
    public static boolean is(int c) {
        return c == ' ' || c == '\t';
    }

    /** Returns the index after the white space that begins at {@code from}, {@code to} at most. */
    public static int skip(String s, int from, int to) {
        int start = from;
        while (start < to && is(s.charAt(start))) {
            start++;
        }
        return start;
    }

    /** Returns the index at which the white space begins that ends at {@code to}, {@code from} at least. */
    public static int trim(String s, int from, int to) {
        int end = to;
        while (end > from && is(s.charAt(end - 1))) {
            end--;
        }
        return end;
    }
}
