package org.eclipse.jetty.server.internal;

import org.jspecify.annotations.Nullable;

/** Takes what came of handling a request. The first call of a method counts; what comes later is logged. Thread-safe. */
interface Completion {
    /** The application has completed its callback, or what it demanded content with has failed; null if all is well. */
    void onHandled(@Nullable Throwable failure);

    /** The error page is complete; {@code failure} is why there is one, or null if that is dealt with. */
    void onErrorPage(@Nullable Throwable failure);
}
