package org.eclipse.jetty.session;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.CyclicTimeout;
import org.eclipse.jetty.util.thread.Scheduler;

/** Tells the manager when the time of a session is over. Thread-safe. */
public class SessionInactivityTimer {
    private final CyclicTimeout timeout;

    public SessionInactivityTimer(SessionManager manager, ManagedSession session, Scheduler scheduler) {
        timeout = new CyclicTimeout(scheduler) {
            @Override
            public void onTimeoutExpired() {
                manager.sessionTimerExpired(session, System.currentTimeMillis());
            }
        };
    }

    /** Sets the time in milliseconds; negative for none. */
    public void schedule(long milliseconds) {
        if (milliseconds >= 0) {
            timeout.schedule(milliseconds, TimeUnit.MILLISECONDS);
        } else {
            timeout.cancel();
        }
    }

    public void cancel() {
        timeout.cancel();
    }

    public void destroy() {
        timeout.destroy();
    }
}
