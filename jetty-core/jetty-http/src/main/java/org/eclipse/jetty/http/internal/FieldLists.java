package org.eclipse.jetty.http.internal;

import java.util.Map;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** Reads lists, parameters, quoted strings and quality values in field values (RFC 9110, sections 5.6, 12.4.2) without allocating. */
public final class FieldLists {
    private FieldLists() {}

    /** Whether a list has an item without regard to case; an item with {@code q=0} does not count. */
    public static boolean contains(@Nullable String list, @Nullable String item) {
        if (list == null || item == null) {
            return list == null && item == null;
        }
        if (list.length() == item.length() && list.equalsIgnoreCase(item)) {
            return true;
        }
        if (list.length() < item.length() || item.isEmpty()) {
            return false;
        }
        for (int from = 0; from <= list.length(); ) {
            int to = end(list, from, ',');
            if (isItem(list, from, to, item) && !isZeroQuality(list, from, to)) {
                return true;
            }
            from = to + 1;
        }
        return false;
    }

    /** Whether the last item of a list is the given one. */
    public static boolean containsLast(@Nullable String list, @Nullable String item) {
        if (list == null || item == null) {
            return list == null && item == null;
        }
        int last = 0;
        int lastTo = 0;
        for (int from = 0; from <= list.length(); ) {
            int to = end(list, from, ',');
            if (!isBlank(list, from, to)) {
                last = from;
                lastTo = to;
            }
            from = to + 1;
        }
        return isItem(list, last, lastTo, item);
    }

    /** Where a list item that begins at {@code from} ends: at a delimiter outside quotes, or at the end. */
    public static int end(String s, int from, char delimiter) {
        boolean quoted = false;
        for (int i = from; i < s.length(); i++) {
            char c = s.charAt(i);
            if (quoted) {
                if (c == '\\') {
                    i++;
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == delimiter) {
                return i;
            }
        }
        return s.length();
    }

    /** Takes a value apart: gives what is before the first ";", puts unquoted parameters into the map. */
    @NullContract("!null, _ -> !null")
    public static @Nullable String valueAndParameters(@Nullable String s, @Nullable Map<String, String> parameters) {
        if (s == null) {
            return null;
        }
        int semicolon = end(s, 0, ';');
        String value = s.substring(0, semicolon).trim();
        for (int from = semicolon + 1; parameters != null && from < s.length(); ) {
            int to = end(s, from, ';');
            int equals = s.indexOf('=', from);
            if (equals < 0 || equals >= to) {
                String name = s.substring(from, to).trim();
                if (!name.isEmpty()) {
                    parameters.put(name, null);
                }
            } else {
                String name = s.substring(from, equals).trim();
                if (!name.isEmpty()) {
                    parameters.put(name, unquote(s.substring(equals + 1, to).trim()));
                }
            }
            from = to + 1;
        }
        return unquote(value);
    }

    /** A quoted-string's content, or the text itself. */
    @NullContract("!null -> !null")
    public static @Nullable String unquote(@Nullable String s) {
        if (s == null || s.length() < 2 || s.charAt(0) != '"' || s.charAt(s.length() - 1) != '"') {
            return s;
        }
        if (s.indexOf('\\') < 0 && s.indexOf('"', 1) == s.length() - 1) {
            return s.substring(1, s.length() - 1);
        }
        StringBuilder b = new StringBuilder(s.length());
        for (int i = 1; i < s.length() - 1; i++) {
            char c = s.charAt(i);
            if (c == '\\' && i + 1 < s.length() - 1) {
                c = s.charAt(++i);
            }
            b.append(c);
        }
        return b.toString();
    }

    /** ASCII lower case. */
    public static String lowerCase(String s) {
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                char[] chars = s.toCharArray();
                for (int j = i; j < chars.length; j++) {
                    if (chars[j] >= 'A' && chars[j] <= 'Z') {
                        chars[j] += 32;
                    }
                }
                return new String(chars);
            }
        }
        return s;
    }

    /** A decimal number, with a sign at most; NumberFormatException when it is none. */
    public static long parseLong(@Nullable String s) {
        if (s == null) {
            throw new NumberFormatException("null (expected: a number)");
        }
        return Long.parseLong(s.trim());
    }

    private static boolean isBlank(String s, int from, int to) {
        return OptionalWhiteSpace.skip(s, from, to) >= to;
    }

    private static boolean isItem(String s, int from, int to, String item) {
        int end = end(s, from, ';');
        if (end > to) {
            end = to;
        }
        from = OptionalWhiteSpace.skip(s, from, end);
        end = OptionalWhiteSpace.trim(s, from, end);
        if (end - from >= 2 && s.charAt(from) == '"' && s.charAt(end - 1) == '"') {
            int length = item.length();
            int i = from + 1;
            int j = 0;
            for (; i < end - 1 && j < length; i++, j++) {
                char c = s.charAt(i);
                if (c == '\\' && i + 1 < end - 1) {
                    c = s.charAt(++i);
                }
                if (!sameLetter(c, item.charAt(j))) {
                    return false;
                }
            }
            return i == end - 1 && j == length;
        }
        return end - from == item.length() && s.regionMatches(true, from, item, 0, item.length())
                || to - from >= item.length() && item.indexOf(';') >= 0 && isWhole(s, from, to, item);
    }

    private static boolean isWhole(String s, int from, int to, String item) {
        to = OptionalWhiteSpace.trim(s, from, to);
        return to - from == item.length() && s.regionMatches(true, from, item, 0, item.length());
    }

    private static boolean isZeroQuality(String s, int from, int to) {
        for (int semicolon = end(s, from, ';'); semicolon < to; semicolon = end(s, semicolon + 1, ';')) {
            int i = OptionalWhiteSpace.skip(s, semicolon + 1, to);
            if (i + 2 >= to + 1 || i + 1 >= to || (s.charAt(i) | 0x20) != 'q' || s.charAt(i + 1) != '=') {
                continue;
            }
            i += 2;
            boolean digits = false;
            boolean zero = true;
            for (; i < to && s.charAt(i) != ';' && !OptionalWhiteSpace.is(s.charAt(i)); i++) {
                char c = s.charAt(i);
                digits |= c >= '0' && c <= '9';
                zero &= c == '0' || c == '.';
            }
            return digits && zero;
        }
        return false;
    }

    private static boolean sameLetter(char a, char b) {
        return a == b || (a | 0x20) == (b | 0x20) && (a | 0x20) >= 'a' && (a | 0x20) <= 'z';
    }
}
