package org.eclipse.jetty.server.internal.log;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.TimeZone;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.DateCache;
import org.jspecify.annotations.Nullable;

/** When requests began, by a pattern; the text of a second is made once, unless the pattern has milliseconds. Thread-safe. */
final class LogDate implements LogFormat.Part {
    private final WallClock clock = new WallClock();
    private final DateCache cache;
    private final boolean hasMillis;
    private final String before;
    private final String after;
    private volatile @Nullable Second last;

    /** A second since 1970, and its text in UTF-8. */
    private record Second(long seconds, byte[] text) {}

    /**
     * @param argument {@code format|zone|locale}, each of which may be left out
     * @throws IllegalArgumentException if it is malformed
     */
    LogDate(@Nullable String argument, String before, String after) {
        String[] settings = argument == null ? new String[0] : argument.split("\\|", -1);
        if (settings.length > 3) {
            throw LogParts.unexpected("t", argument, "format, format|zone or format|zone|locale");
        }
        String pattern = setting(settings, 0, CustomRequestLog.DEFAULT_DATE_FORMAT);
        String zone = setting(settings, 1, "GMT");
        String language = setting(settings, 2, "en");
        Locale locale = Locale.forLanguageTag(language.replace('_', '-'));
        try {
            cache = new DateCache(pattern, locale, TimeZone.getTimeZone(zone));
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("the date format " + pattern + ": " + x.getMessage(), x);
        }
        // S, n, N and A are of parts of a second
        hasMillis = pattern.matches(".*[SnNA].*");
        this.before = before;
        this.after = after;
    }

    private static String setting(String[] settings, int index, String normal) {
        return index < settings.length && !settings[index].isEmpty() ? settings[index] : normal;
    }

    @Override
    public void append(LogLine line, Request request, Response response) {
        long millis = clock.at(request.getBeginNanoTime());
        if (hasMillis) {
            line.append(before + cache.format(millis) + after);
            return;
        }
        long seconds = Math.floorDiv(millis, 1000L);
        Second second = last;
        if (second == null || second.seconds != seconds) {
            String text = before + cache.format(millis) + after;
            second = new Second(seconds, text.getBytes(StandardCharsets.UTF_8));
            last = second;
        }
        line.append(second.text, second.text.length);
    }
}
