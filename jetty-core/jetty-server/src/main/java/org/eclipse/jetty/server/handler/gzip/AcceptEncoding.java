package org.eclipse.jetty.server.handler.gzip;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** Tells whether a client wants gzip (RFC 9110 section 12.5.3), without allocating. Thread-safe. */
final class AcceptEncoding {
    /** What a coding weighs that is not named. */
    private static final int UNNAMED = -1;

    private static final int FULL = 1000;

    private AcceptEncoding() {}

    /** Whether gzip, by its name or {@code *}, weighs more than 0 and not less than identity, if that is named. */
    static boolean acceptsGzip(HttpFields headers) {
        int gzip = UNNAMED;
        int any = UNNAMED;
        int identity = UNNAMED;
        for (int i = 0; i < headers.size(); i++) {
            HttpField field = headers.getField(i);
            String value = field.getHeader() == HttpHeader.ACCEPT_ENCODING ? field.getValue() : null;
            int end = value == null ? 0 : value.length();
            for (int from = 0; from < end; ) {
                int to = indexOf(value, ',', from, end);
                int semicolon = indexOf(value, ';', from, to);
                int start = skipSpace(value, from, semicolon);
                int length = trimSpace(value, start, semicolon) - start;
                if (is(value, start, length, "gzip") || is(value, start, length, "x-gzip")) {
                    gzip = Math.max(gzip, weight(value, semicolon, to));
                } else if (is(value, start, length, "*")) {
                    any = weight(value, semicolon, to);
                } else if (is(value, start, length, "identity")) {
                    identity = weight(value, semicolon, to);
                }
                from = to + 1;
            }
        }
        int effective = gzip == UNNAMED ? any : gzip;
        return effective > 0 && effective >= identity;
    }

    private static boolean is(String value, int start, int length, String name) {
        return length == name.length() && value.regionMatches(true, start, name, 0, length);
    }

    /** The weight in thousandths, from parameters that begin with a semicolon; 0 for one that is malformed. */
    private static int weight(String value, int semicolon, int end) {
        int from = semicolon;
        while (from < end) {
            int to = indexOf(value, ';', from + 1, end);
            int i = skipSpace(value, from + 1, to);
            if (i + 1 < to && (value.charAt(i) == 'q' || value.charAt(i) == 'Q') && value.charAt(i + 1) == '=') {
                return thousandths(value, i + 2, trimSpace(value, i + 2, to));
            }
            from = to;
        }
        return FULL;
    }

    private static int thousandths(String value, int from, int end) {
        if (from >= end || end - from > 5 || end - from > 1 && value.charAt(from + 1) != '.') {
            return 0;
        }
        int weight = 0;
        int unit = FULL;
        for (int i = from; i < end; i++) {
            char c = value.charAt(i);
            if (i == from + 1) {
                continue;
            }
            if (c < '0' || c > '9') {
                return 0;
            }
            weight += (c - '0') * unit;
            unit /= 10;
        }
        return Math.min(weight, FULL);
    }

    private static int indexOf(String value, char c, int from, int end) {
        int i = value.indexOf(c, from);
        return i < 0 || i > end ? end : i;
    }

    private static int skipSpace(String value, int from, int end) {
        int i = from;
        while (i < end && (value.charAt(i) == ' ' || value.charAt(i) == '\t')) {
            i++;
        }
        return i;
    }

    private static int trimSpace(String value, int from, int end) {
        int i = end;
        while (i > from && (value.charAt(i - 1) == ' ' || value.charAt(i - 1) == '\t')) {
            i--;
        }
        return i;
    }
}
