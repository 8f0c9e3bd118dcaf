package org.eclipse.jetty.util.thread.internal;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** An execution strategy runs blocking tasks in another way than before. */
@Name("org.eclipse.jetty.ModeSwitch")
@Label("Scheduling Mode Switch")
@Category({"Jetty", "Scheduling"})
@Description("An execution strategy runs blocking tasks in another way than before")
@StackTrace(false)
public final class ModeSwitchEvent extends Event {
    @Label("Strategy")
    public @Nullable String strategy;

    @Label("From")
    public @Nullable String from;

    @Label("To")
    public @Nullable String to;

    @Label("Cause")
    public @Nullable String cause;
}
