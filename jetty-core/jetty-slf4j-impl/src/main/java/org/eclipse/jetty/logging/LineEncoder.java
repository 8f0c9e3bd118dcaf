package org.eclipse.jetty.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Writes a log event as one line, followed by its stack trace: {@code 2026-11-20 12:00:00.123:INFO :oejs.Server:main: text}.
 *
 * <p>Line ends in a message become {@code |} and {@code <}, other control characters {@code ?}, so that logged input cannot
 * forge lines. Thread-safe.
 */
final class LineEncoder extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};

    private final ZoneId zone;
    private final boolean condense;
    private final boolean escape;
    private final ConcurrentMap<String, String> names = new ConcurrentHashMap<>();
    private volatile Second second = new Second(Long.MIN_VALUE, "");

    private record Second(long epochSecond, String text) {}

    LineEncoder(ZoneId zone, boolean condense, boolean escape) {
        this.zone = zone;
        this.condense = condense;
        this.escape = escape;
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return format(event).getBytes(StandardCharsets.UTF_8);
    }

    String format(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(128);
        appendTime(line, event.getTimeStamp());
        line.append(':').append(level(event.getLevel())).append(':');
        line.append(condense ? condensed(event.getLoggerName()) : event.getLoggerName());
        line.append(':').append(event.getThreadName()).append(": ");
        appendMessage(line, event.getFormattedMessage());
        line.append(System.lineSeparator());
        IThrowableProxy throwable = event.getThrowableProxy();
        if (throwable != null) {
            line.append(ThrowableProxyUtil.asString(escape ? new EscapedThrowable(throwable) : throwable));
        }
        return line.toString();
    }

    private static String level(Level level) {
        return switch (level.levelInt) {
            case Level.INFO_INT -> "INFO ";
            case Level.WARN_INT -> "WARN ";
            default -> level.levelStr;
        };
    }

    private void appendTime(StringBuilder line, long millis) {
        long epochSecond = Math.floorDiv(millis, 1000L);
        Second now = second;
        if (now.epochSecond != epochSecond) {
            now = new Second(epochSecond, text(epochSecond));
            second = now;
        }
        line.append(now.text).append('.');
        int rest = (int) Math.floorMod(millis, 1000L);
        if (rest < 100) {
            line.append('0');
        }
        if (rest < 10) {
            line.append('0');
        }
        line.append(rest);
    }

    /** Not by a DateTimeFormatter, whose first use costs the start more than all log lines together. */
    private String text(long epochSecond) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                epochSecond, 0, zone.getRules().getOffset(Instant.ofEpochSecond(epochSecond)));
        StringBuilder text = new StringBuilder(19);
        text.append(time.getYear());
        two(text.append('-'), time.getMonthValue());
        two(text.append('-'), time.getDayOfMonth());
        two(text.append(' '), time.getHour());
        two(text.append(':'), time.getMinute());
        two(text.append(':'), time.getSecond());
        return text.toString();
    }

    private static void two(StringBuilder text, int value) {
        if (value < 10) {
            text.append('0');
        }
        text.append(value);
    }

    private void appendMessage(StringBuilder line, String message) {
        if (message == null) {
            line.append("null");
            return;
        }
        if (!escape) {
            line.append(message);
            return;
        }
        for (int i = 0; i < message.length(); i++) {
            char c = message.charAt(i);
            if (c == '\n') {
                line.append('|');
            } else if (c == '\r') {
                line.append('<');
            } else {
                line.append(c != '\t' && Character.isISOControl(c) ? '?' : c);
            }
        }
    }

    private String condensed(String name) {
        String known = names.get(name);
        if (known != null) {
            return known;
        }
        String condensed = condense(name);
        names.put(name, condensed);
        return condensed;
    }

    /** The initials of the packages, and the class: {@code org.eclipse.jetty.server.Server} is {@code oejs.Server}. */
    static String condense(String name) {
        StringBuilder condensed = new StringBuilder();
        int start = 0;
        int dot = name.indexOf('.');
        while (dot >= 0) {
            if (dot > start) {
                condensed.append(name.charAt(start));
            }
            start = dot + 1;
            dot = name.indexOf('.', start);
        }
        if (condensed.length() > 0) {
            condensed.append('.');
        }
        return condensed.append(name, start, name.length()).toString();
    }
}
