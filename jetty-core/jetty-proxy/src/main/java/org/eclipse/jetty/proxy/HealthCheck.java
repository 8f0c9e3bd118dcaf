package org.eclipse.jetty.proxy;

import java.util.Objects;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;

/**
 * How the health of back ends is checked: each is sent a GET at an interval. Back ends are healthy at first.
 *
 * <p>Settings are made before the start.
 */
@ManagedObject("How the health of back ends is checked")
public final class HealthCheck {
    private String path = "";
    private long interval = 5_000;
    private long timeout = 2_000;
    private StatusRanges expectedStatus = StatusRanges.parse("200-399");
    private int rise = 2;
    private int fall = 3;

    /** Returns the path, and perhaps the query, that is asked for; empty by default, for no checks. */
    @ManagedAttribute("The path that is asked for; empty for no checks")
    public String getPath() {
        return path;
    }

    public void setPath(String newPath) {
        Objects.requireNonNull(newPath);
        if (!newPath.isEmpty() && !newPath.matches("/[!-~&&[^#]]*")) {
            throw new IllegalArgumentException(
                    "path: " + newPath + " (expected: a path such as /health/ready, or nothing)");
        }
        path = newPath;
    }

    boolean isEnabled() {
        return !path.isEmpty();
    }

    /** Returns the milliseconds from the end of a check to the next one; 5,000 by default. */
    @ManagedAttribute("The milliseconds from the end of a check to the next one")
    public long getInterval() {
        return interval;
    }

    public void setInterval(long milliseconds) {
        interval = Settings.atLeast("interval", milliseconds, 1);
    }

    /** Returns the milliseconds in which the whole response must have come; 2,000 by default. */
    @ManagedAttribute("The milliseconds in which the whole response must have come")
    public long getTimeout() {
        return timeout;
    }

    public void setTimeout(long milliseconds) {
        timeout = Settings.atLeast("timeout", milliseconds, 1);
    }

    /** Returns the status codes of a healthy back end; {@code 200-399} by default. */
    @ManagedAttribute("The status codes of a healthy back end")
    public String getExpectedStatus() {
        return expectedStatus.toString();
    }

    public void setExpectedStatus(String ranges) {
        expectedStatus = StatusRanges.parse(ranges);
    }

    boolean isExpected(int status) {
        return expectedStatus.contains(status);
    }

    /** Returns how many checks in a row must succeed until a back end is up again; 2 by default. */
    @ManagedAttribute("How many checks in a row must succeed until a back end is up again")
    public int getRise() {
        return rise;
    }

    public void setRise(int checks) {
        rise = Settings.atLeast("rise", checks, 1);
    }

    /** Returns how many checks in a row must fail until a back end is down; 3 by default. */
    @ManagedAttribute("How many checks in a row must fail until a back end is down")
    public int getFall() {
        return fall;
    }

    public void setFall(int checks) {
        fall = Settings.atLeast("fall", checks, 1);
    }
}
