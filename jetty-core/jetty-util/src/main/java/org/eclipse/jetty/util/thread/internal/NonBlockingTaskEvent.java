package org.eclipse.jetty.util.thread.internal;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** A task that says of itself that it does not block kept its producer for longer than the threshold. */
@Name("org.eclipse.jetty.NonBlockingTaskBlocked")
@Label("Non-blocking Task Blocked")
@Category({"Jetty", "Scheduling"})
@Description("A task that says of itself that it does not block kept its producer for longer than the threshold")
@Threshold("10 ms")
@StackTrace(false)
public final class NonBlockingTaskEvent extends Event {
    @Label("Strategy")
    public @Nullable String strategy;

    @Label("Task")
    public @Nullable String task;
}
