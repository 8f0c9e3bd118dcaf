package org.eclipse.jetty.http;

/** Reads dates (RFC 9110, section 5.6.7). Thread-safe. */
public final class DateParser {
    private DateParser() {}

    /** Milliseconds since the epoch, or -1 when the text is no date. */
    public static long parseDate(String date) {
        return HttpDateTime.parseToEpoch(date);
    }
}
