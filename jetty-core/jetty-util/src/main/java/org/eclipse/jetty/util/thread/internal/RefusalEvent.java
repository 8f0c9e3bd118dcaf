package org.eclipse.jetty.util.thread.internal;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A limit was reached, and a task, request or connection is refused. */
@Name("org.eclipse.jetty.Refusal")
@Label("Refusal")
@Category({"Jetty", "Scheduling"})
@Description("A limit was reached, and a task, request or connection is refused")
@StackTrace(false)
public final class RefusalEvent extends Event {
    @Label("Refused By")
    public @Nullable String refusedBy;

    @Label("Reason")
    public @Nullable String reason;
}
