package org.eclipse.jetty.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAccessor;
import java.util.function.IntUnaryOperator;

/**
 * Reads and writes dates in the three forms of RFC 9110, section 5.6.7: IMF-fixdate, RFC 850 and asctime.
 *
 * <p>Reading follows the lenient algorithm of RFC 6265, section 5.1.1 for the order of the parts, which covers all three and the
 * dates of cookies. Thread-safe.
 */
public final class HttpDateTime {
    private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";

    private HttpDateTime() {}

    /** Milliseconds since the epoch, or -1 when the text is no date. */
    public static long parseToEpoch(String text) {
        try {
            return parse(text).toInstant().toEpochMilli();
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }

    /** The date; IllegalArgumentException when the text is none. */
    public static ZonedDateTime parse(String text) {
        return parse(text, HttpDateTime::century);
    }

    /** The date of a cookie; IllegalArgumentException when the text is none. A year of two digits is one of 1970 to 2069. */
    static ZonedDateTime parseOfCookie(String text) {
        // RFC 6265, section 5.1.1, steps 3 and 4
        return parse(text, year -> year + (year < 70 ? 2000 : 1900));
    }

    private static ZonedDateTime parse(String text, IntUnaryOperator century) {
        if (text == null) {
            throw new IllegalArgumentException("null (expected: a date)");
        }
        int day = -1;
        int month = -1;
        int year = -1;
        int time = -1;
        int length = text.length();
        for (int i = 0; i < length; ) {
            if (isDelimiter(text.charAt(i))) {
                i++;
                continue;
            }
            int end = i + 1;
            while (end < length && !isDelimiter(text.charAt(end))) {
                end++;
            }
            char first = text.charAt(i);
            if (first >= '0' && first <= '9') {
                if (time < 0 && indexOf(text, ':', i, end) >= 0) {
                    time = time(text, i, end);
                } else {
                    int digits = digits(text, i, end);
                    int value = digits > 0 && digits <= 4 ? number(text, i, i + digits) : -1;
                    if (day < 0 && digits <= 2) {
                        day = value;
                    } else if (year < 0 && (digits == 2 || digits == 4)) {
                        year = digits == 2 ? century.applyAsInt(value) : value;
                    }
                }
            } else if (month < 0 && end - i >= 3) {
                month = month(text, i);
            }
            i = end;
        }
        if (day < 1 || month < 0 || year < 1601 || time < 0) {
            throw new IllegalArgumentException("date '" + text + "' (expected: as Sun, 06 Nov 1994 08:49:37 GMT)");
        }
        try {
            return LocalDateTime.of(year, month + 1, day, time / 3600, time / 60 % 60, time % 60)
                    .atZone(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("date '" + text + "': " + e.getMessage(), e);
        }
    }

    /** The date as IMF-fixdate. */
    public static String format(TemporalAccessor date) {
        return DateGenerator.formatDate(Instant.from(date));
    }

    /** RFC 9110, section 5.6.7: a two-digit year that seems more than 50 years ahead is of the past century. */
    private static int century(int year) {
        int now = Year.now(ZoneOffset.UTC).getValue();
        int full = now / 100 * 100 + year;
        return full > now + 50 ? full - 100 : full;
    }

    private static int month(String text, int from) {
        for (int m = 0; m < 12; m++) {
            if (text.regionMatches(true, from, MONTHS, m * 3, 3)) {
                return m;
            }
        }
        return -1;
    }

    private static int time(String text, int from, int end) {
        int h = digits(text, from, end);
        if (h < 1 || h > 2 || from + h >= end || text.charAt(from + h) != ':') {
            return -1;
        }
        int m = from + h + 1;
        int mDigits = digits(text, m, end);
        if (mDigits < 1 || mDigits > 2 || m + mDigits >= end || text.charAt(m + mDigits) != ':') {
            return -1;
        }
        int s = m + mDigits + 1;
        int sDigits = digits(text, s, end);
        if (sDigits < 1 || sDigits > 2) {
            return -1;
        }
        int hours = number(text, from, from + h);
        int minutes = number(text, m, m + mDigits);
        int seconds = number(text, s, s + sDigits);
        if (hours > 23 || minutes > 59 || seconds > 60) {
            return -1;
        }
        return hours * 3600 + minutes * 60 + Math.min(seconds, 59);
    }

    private static int digits(String text, int from, int end) {
        int i = from;
        while (i < end && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
            i++;
        }
        return i - from;
    }

    private static int number(String text, int from, int end) {
        int n = 0;
        for (int i = from; i < end; i++) {
            n = n * 10 + text.charAt(i) - '0';
        }
        return n;
    }

    private static int indexOf(String text, char c, int from, int end) {
        for (int i = from; i < end; i++) {
            if (text.charAt(i) == c) {
                return i;
            }
        }
        return -1;
    }

    /** RFC 6265, section 5.1.1 delimiter: all but letters, digits, colon and non-ASCII. */
    private static boolean isDelimiter(char c) {
        return c == '\t'
                || c >= 0x20 && c <= 0x2f
                || c >= 0x3b && c <= 0x40
                || c >= 0x5b && c <= 0x60
                || c >= 0x7b && c <= 0x7e;
    }
}
