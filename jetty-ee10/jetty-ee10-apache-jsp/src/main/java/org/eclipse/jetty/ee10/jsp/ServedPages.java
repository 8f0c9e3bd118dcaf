package org.eclipse.jetty.ee10.jsp;

import jakarta.servlet.ServletConfig;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Remembers which pages have the name that is asked for, or another one that the context allows, as a symbolic link may be: to ask the
 * file system costs as much as a short page does.
 *
 * <p>A page is asked about again when the engine itself looks whether it changed: after {@code modificationTestInterval} seconds in
 * development, and never again otherwise. Only files that may be served are remembered, so that there are as many as the application has.
 * Thread-safe.
 */
final class ServedPages implements Predicate<String> {
    /** What the engine takes when nothing is set. */
    private static final int DEFAULT_INTERVAL = 4;

    private final Map<String, Long> askedAt = new ConcurrentHashMap<>();
    private final Function<String, Boolean> rule;
    private final long interval;

    /** @param rule whether the file of a path may be served; null where there is none, which is left to the engine */
    ServedPages(ServletConfig config, Function<String, Boolean> rule) {
        this.rule = rule;
        interval = "false".equals(config.getInitParameter("development")) ? Long.MAX_VALUE : nanoseconds(config);
    }

    private static long nanoseconds(ServletConfig config) {
        String seconds = config.getInitParameter("modificationTestInterval");
        try {
            return TimeUnit.SECONDS.toNanos(seconds == null ? DEFAULT_INTERVAL : Long.parseLong(seconds.trim()));
        } catch (NumberFormatException x) {
            // the engine complains, and takes its default
            return TimeUnit.SECONDS.toNanos(DEFAULT_INTERVAL);
        }
    }

    @Override
    public boolean test(String path) {
        if (path == null) return true;
        long now = System.nanoTime();
        Long asked = askedAt.get(path);
        if (asked != null && now - asked < interval) return true;
        Boolean answer = rule.apply(path);
        if (Boolean.TRUE.equals(answer)) askedAt.put(path, now);
        else askedAt.remove(path);
        return !Boolean.FALSE.equals(answer);
    }
}
