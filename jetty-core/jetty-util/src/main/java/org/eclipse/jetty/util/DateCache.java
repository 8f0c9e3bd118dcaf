package org.eclipse.jetty.util;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/**
 * Formats times, at most once per second: what a pattern has of milliseconds ("SSS") is filled in. Thread-safe.
 */
public class DateCache {
    public static final String DEFAULT_FORMAT = "EEE MMM dd HH:mm:ss zzz yyyy";

    private final String format;
    private final DateTimeFormatter prefix;
    private final @Nullable DateTimeFormatter suffix;
    private final ZoneId zone;
    private volatile @Nullable Tick current;
    private volatile @Nullable Tick previous;

    /** A second, and its text before and after the milliseconds. Immutable. */
    public static class Tick {
        private final long seconds;
        private final String before;
        private final @Nullable String after;

        public Tick(long seconds, String before, @Nullable String after) {
            this.seconds = seconds;
            this.before = before;
            this.after = after;
        }

        public long getSeconds() {
            return seconds;
        }

        public String format(long inDate) {
            if (after == null) {
                return before;
            }
            long millis = inDate % 1000;
            StringBuilder text = new StringBuilder(before.length() + 3 + after.length()).append(before);
            if (millis < 100) {
                text.append('0');
            }
            if (millis < 10) {
                text.append('0');
            }
            return text.append(millis).append(after).toString();
        }
    }

    public DateCache() {
        this(DEFAULT_FORMAT);
    }

    public DateCache(String format) {
        this(format, null, TimeZone.getDefault());
    }

    public DateCache(String format, @Nullable Locale l) {
        this(format, l, TimeZone.getDefault());
    }

    public DateCache(String format, @Nullable Locale l, String tz) {
        this(format, l, TimeZone.getTimeZone(tz));
    }

    public DateCache(String format, @Nullable Locale l, TimeZone tz) {
        this(format, l, tz, true);
    }

    /**
     * Creates a cache.
     *
     * @param subSecondPrecision whether the pattern may hold "SSS"; else the milliseconds are those of the whole second: 0
     */
    public DateCache(String format, @Nullable Locale l, TimeZone tz, boolean subSecondPrecision) {
        this.format = format;
        this.zone = tz.toZoneId();
        int millis = subSecondPrecision ? format.indexOf("SSS") : -1;
        String before = millis < 0 ? format : format.substring(0, millis);
        prefix = formatter(before, l);
        suffix = millis < 0 ? null : formatter(format.substring(millis + 3), l);
    }

    private DateTimeFormatter formatter(String pattern, @Nullable Locale l) {
        return (l == null ? DateTimeFormatter.ofPattern(pattern) : DateTimeFormatter.ofPattern(pattern, l))
                .withZone(zone);
    }

    public TimeZone getTimeZone() {
        return TimeZone.getTimeZone(zone);
    }

    public String format(Date inDate) {
        return format(inDate.getTime());
    }

    public String format(long inDate) {
        return formatTick(inDate).format(inDate);
    }

    @NullContract("_, !null -> !null")
    protected @Nullable String doFormat(long inDate, @Nullable DateTimeFormatter formatter) {
        return formatter == null ? null : formatter.format(Instant.ofEpochMilli(inDate));
    }

    protected Tick formatTick(long inDate) {
        long seconds = inDate / 1000;
        Tick tick = current;
        if (tick != null && tick.getSeconds() == seconds) {
            return tick;
        }
        Tick older = previous;
        if (older != null && older.getSeconds() == seconds) {
            return older;
        }
        long wholeSecond = seconds * 1000;
        Tick created = new Tick(seconds, doFormat(wholeSecond, prefix), doFormat(wholeSecond, suffix));
        previous = tick;
        current = created;
        return created;
    }

    public String getFormatString() {
        return format;
    }
}
