package org.eclipse.jetty.operations;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A change of the level of a logger, as in {@code org.eclipse.jetty=DEBUG:10m}.
 *
 * <pre>
 * change   = name "=" ( level [ ":" 1*digit ( "s" / "m" / "h" ) ] / "DEFAULT" )
 * level    = "TRACE" / "DEBUG" / "INFO" / "WARN" / "ERROR" / "OFF"
 * </pre>
 *
 * @param logger its name; ROOT is that of all loggers
 * @param level null for the one that it had before all changes
 * @param duration after which it has its level from before again; null for never
 */
record LevelChange(
        String logger, @Nullable String level, @Nullable Duration duration) {
    private static final String EXPECTED =
            " (expected: NAME=LEVEL, NAME=LEVEL:TIME or NAME=DEFAULT, as in org.eclipse.jetty=DEBUG:10m; levels: "
                    + String.join(", ", LogLevels.LEVELS) + "; times: 1s to 24h)";
    private static final Pattern SYNTAX = Pattern.compile("([\\w.$-]+)=([A-Za-z]+)(?::(\\d{1,6})([smh]))?");
    private static final Duration LONGEST = Duration.ofHours(24);

    /** @throws IllegalArgumentException if it is malformed, with a message for the operator */
    static LevelChange parse(String text) {
        Matcher matcher = SYNTAX.matcher(text.strip());
        if (!matcher.matches()) {
            throw bad(text);
        }
        String level = matcher.group(2).toUpperCase(Locale.ROOT);
        boolean reset = level.equals("DEFAULT");
        if (!reset && !LogLevels.LEVELS.contains(level) || reset && matcher.group(3) != null) {
            throw bad(text);
        }
        Duration duration = null;
        if (matcher.group(3) != null) {
            long count = Long.parseLong(matcher.group(3));
            duration = switch (matcher.group(4)) {
                case "s" -> Duration.ofSeconds(count);
                case "m" -> Duration.ofMinutes(count);
                default -> Duration.ofHours(count);
            };
            if (duration.isZero() || duration.compareTo(LONGEST) > 0) {
                throw bad(text);
            }
        }
        return new LevelChange(matcher.group(1), reset ? null : level, duration);
    }

    private static IllegalArgumentException bad(String text) {
        return new IllegalArgumentException("log level: " + text + EXPECTED);
    }
}
