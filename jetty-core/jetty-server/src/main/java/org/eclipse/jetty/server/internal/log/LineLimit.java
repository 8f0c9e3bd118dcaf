package org.eclipse.jetty.server.internal.log;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is logged by a line each, and allows ten lines a minute, so that clients cannot fill the log; the next line says how
 * many were left out. Guarded by this.
 */
public final class LineLimit {
    private static final int MAX_LINES = 10;
    private static final long PERIOD = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_TEXT = 300;

    private final LongSupplier clock;
    private long count;
    private long omitted;
    private long periodBegin;
    private int lines;

    public LineLimit() {
        this(System::nanoTime);
    }

    /** @param clock the time in nanoseconds */
    public LineLimit(LongSupplier clock) {
        this.clock = clock;
    }

    /** How many there were. */
    public synchronized long getCount() {
        return count;
    }

    /** Sets all counters to 0. */
    public synchronized void reset() {
        count = 0;
        omitted = 0;
        lines = 0;
    }

    /** Counts one more; returns the end of its line, or null if it is to have none. */
    public synchronized @Nullable String count() {
        count++;
        long now = clock.getAsLong();
        if (lines == 0 || now - periodBegin >= PERIOD) {
            periodBegin = now;
            lines = 0;
        }
        if (lines == MAX_LINES) {
            omitted++;
            return null;
        }
        lines++;
        if (omitted == 0) {
            return "";
        }
        String others = " (" + omitted + " more since the last line, " + count + " since the start)";
        omitted = 0;
        return others;
    }

    /** Text that a client may have chosen as one line of at most 300 characters. */
    public static String oneLine(String text) {
        StringBuilder line = new StringBuilder();
        text.codePoints()
                .limit(MAX_TEXT)
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .forEach(line::appendCodePoint);
        return line.toString();
    }
}
