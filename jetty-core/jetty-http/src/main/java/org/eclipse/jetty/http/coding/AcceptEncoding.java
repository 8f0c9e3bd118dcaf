package org.eclipse.jetty.http.coding;

import java.util.List;
import java.util.function.Predicate;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.internal.OptionalWhiteSpace;
import org.jspecify.annotations.Nullable;

/** What codings a client wants (RFC 9110, section 12.5.3), told without allocating. Thread-safe. */
public final class AcceptEncoding {
    /** What a coding ranks that is not named. */
    private static final int UNNAMED = -1;

    private static final int FULL = 1000;
    private static final int WEIGHT_SHIFT = 20;
    private static final int PREFERENCE_SHIFT = 16;
    private static final int MOST_PREFERENCES = (1 << WEIGHT_SHIFT - PREFERENCE_SHIFT) - 1;
    private static final int LAST = (1 << PREFERENCE_SHIFT) - 1;

    private AcceptEncoding() {}

    /**
     * The coding that the client wants most, or null if it wants none, or identity more. Among those that weigh the same,
     * the first of the preferred ones is taken, else the one that the client names first.
     *
     * @param codings the codings to choose from
     * @param preferred how many of them, at the begin, are in the order of the server's preference; 15 count at most
     */
    public static @Nullable ContentCoding choose(HttpFields headers, ContentCoding[] codings, int preferred) {
        ContentCoding best = null;
        int bestRank = 0;
        for (int i = 0; i < codings.length; i++) {
            int rank = rank(headers, codings[i].getEncodingName());
            if (rank > LAST && i < preferred) {
                rank |= Math.max(0, Math.min(preferred, MOST_PREFERENCES) - i) << PREFERENCE_SHIFT;
            }
            if (rank > LAST && rank > bestRank) {
                best = codings[i];
                bestRank = rank;
            }
        }
        return best;
    }

    /**
     * The format that the client wants most among those that are there, or null if it wants none, or identity more. Among those
     * that weigh the same, the one that the client names first is taken, then the first of the list.
     */
    public static @Nullable CompressedContentFormat choose(
            HttpFields headers, List<CompressedContentFormat> formats, Predicate<CompressedContentFormat> present) {
        CompressedContentFormat best = null;
        int bestRank = LAST;
        for (int i = 0; i < formats.size(); i++) {
            CompressedContentFormat format = formats.get(i);
            int rank = present.test(format) ? rank(headers, format.getEncoding()) : UNNAMED;
            if (rank > bestRank) {
                best = format;
                bestRank = rank;
            }
        }
        return best;
    }

    /** Whether content without coding is refused: {@code identity} weighs 0, or {@code *} does and it is not named. */
    public static boolean refusesIdentity(HttpFields headers) {
        int any = UNNAMED;
        int identity = UNNAMED;
        for (int i = 0; i < headers.size(); i++) {
            HttpField field = headers.getField(i);
            String value = field.getHeader() == HttpHeader.ACCEPT_ENCODING ? field.getValue() : null;
            if (value == null) {
                continue;
            }
            int end = value.length();
            for (int from = 0; from < end; ) {
                int to = indexOf(value, ',', from, end);
                int semicolon = indexOf(value, ';', from, to);
                int start = OptionalWhiteSpace.skip(value, from, semicolon);
                int length = OptionalWhiteSpace.trim(value, start, semicolon) - start;
                if (is(value, start, length, "*")) {
                    any = weight(value, semicolon, to);
                } else if (is(value, start, length, "identity")) {
                    identity = weight(value, semicolon, to);
                }
                from = to + 1;
            }
        }
        return identity == 0 || identity == UNNAMED && any == 0;
    }

    /**
     * The weight in the high bits, and in the low ones how early the client names the coding; less than the least weight if
     * it is refused, or weighs less than identity, if that is named.
     */
    private static int rank(HttpFields headers, String coding) {
        int named = UNNAMED;
        int any = UNNAMED;
        int identity = UNNAMED;
        int index = LAST;
        for (int i = 0; i < headers.size(); i++) {
            HttpField field = headers.getField(i);
            String value = field.getHeader() == HttpHeader.ACCEPT_ENCODING ? field.getValue() : null;
            if (value == null) {
                continue;
            }
            int end = value.length();
            for (int from = 0; from < end; ) {
                int to = indexOf(value, ',', from, end);
                int semicolon = indexOf(value, ';', from, to);
                int start = OptionalWhiteSpace.skip(value, from, semicolon);
                int length = OptionalWhiteSpace.trim(value, start, semicolon) - start;
                if (isCoding(value, start, length, coding)) {
                    int weight = weight(value, semicolon, to);
                    named = Math.max(named, weight << WEIGHT_SHIFT | index);
                } else if (is(value, start, length, "*")) {
                    any = weight(value, semicolon, to) << WEIGHT_SHIFT;
                } else if (is(value, start, length, "identity")) {
                    identity = weight(value, semicolon, to);
                }
                index = Math.max(0, index - 1);
                from = to + 1;
            }
        }
        int rank = named == UNNAMED ? any : named;
        return rank >> WEIGHT_SHIFT >= identity ? rank : UNNAMED;
    }

    private static boolean isCoding(String value, int start, int length, String coding) {
        return is(value, start, length, coding) || "gzip".equals(coding) && is(value, start, length, "x-gzip");
    }

    private static boolean is(String value, int start, int length, String name) {
        return length == name.length() && value.regionMatches(true, start, name, 0, length);
    }

    /** The weight in thousandths, from parameters that begin with a semicolon; 0 for one that is malformed. */
    private static int weight(String value, int semicolon, int end) {
        int from = semicolon;
        while (from < end) {
            int to = indexOf(value, ';', from + 1, end);
            int i = OptionalWhiteSpace.skip(value, from + 1, to);
            if (i + 1 < to && (value.charAt(i) == 'q' || value.charAt(i) == 'Q') && value.charAt(i + 1) == '=') {
                return thousandths(value, i + 2, OptionalWhiteSpace.trim(value, i + 2, to));
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
}
