package org.eclipse.jetty.util;

/** How long the JVM has been up, without loading the management classes. */
public class Uptime {
    public static final int NOIMPL = -1;

    private static final long START = ProcessHandle.current()
            .info()
            .startInstant()
            .map(java.time.Instant::toEpochMilli)
            .orElseGet(System::currentTimeMillis);

    private Uptime() {}

    /** In milliseconds. */
    public static long getUptime() {
        return Math.max(0, System.currentTimeMillis() - START);
    }
}
