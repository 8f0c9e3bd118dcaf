package org.eclipse.jetty.http;

import java.time.Instant;

/** Writes dates as IMF-fixdate (RFC 9110, section 5.6.7). Thread-safe. */
public final class DateGenerator {
    /** The epoch. */
    public static final String EPOCH = "Thu, 01 Jan 1970 00:00:00 GMT";

    private static final String DAYS = "ThuFriSatSunMonTueWed";
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

    /** The last second and its text, in one immutable object. */
    private record Second(long second, String text, PreEncodedHttpField field) {}

    private static volatile Second cached = new Second(0, EPOCH, new PreEncodedHttpField(HttpHeader.DATE, EPOCH));

    private DateGenerator() {}

    /** A date in milliseconds since the epoch. */
    public static String formatDate(long date) {
        return format(Math.floorDiv(date, 1000L));
    }

    public static String formatDate(Instant date) {
        return format(date.getEpochSecond());
    }

    /** A Date field of that time, made once a second (RFC 9110, section 6.6.1). */
    public static PreEncodedHttpField dateField(long millis) {
        long second = Math.floorDiv(millis, 1000L);
        Second last = cached;
        if (last.second != second) {
            String text = format(second);
            last = new Second(second, text, new PreEncodedHttpField(HttpHeader.DATE, text));
            cached = last;
        }
        return last.field;
    }

    private static String format(long epochSecond) {
        long day = Math.floorDiv(epochSecond, 86400L);
        int time = (int) Math.floorMod(epochSecond, 86400L);
        // days to civil date, counting years from March so that the leap day ends a year
        long shifted = day + 719468;
        long era = Math.floorDiv(shifted, 146097L);
        int dayOfEra = (int) (shifted - era * 146097);
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int marchMonth = (5 * dayOfYear + 2) / 153;
        int dayOfMonth = dayOfYear - (153 * marchMonth + 2) / 5 + 1;
        int month = marchMonth < 10 ? marchMonth + 2 : marchMonth - 10;
        long year = yearOfEra + era * 400 + (month <= 1 ? 1 : 0);
        int weekDay = (int) Math.floorMod(day, 7L);
        StringBuilder b = new StringBuilder(29);
        b.append(DAYS, weekDay * 3, weekDay * 3 + 3).append(", ");
        two(b, dayOfMonth).append(' ').append(MONTHS, month * 3, month * 3 + 3).append(' ');
        if (year < 0 || year > 9999) {
            b.append(year);
        } else {
            two(two(b, (int) year / 100), (int) year % 100);
        }
        b.append(' ');
        two(b, time / 3600).append(':');
        two(b, time / 60 % 60).append(':');
        return two(b, time % 60).append(" GMT").toString();
    }

    private static StringBuilder two(StringBuilder b, int n) {
        return b.append((char) ('0' + n / 10)).append((char) ('0' + n % 10));
    }
}
