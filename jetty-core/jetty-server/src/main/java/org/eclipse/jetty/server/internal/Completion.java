package org.eclipse.jetty.server.internal;

/** Takes what came of handling a request; each method is called once. Thread-safe. */
interface Completion {
    /** The application has completed its callback, with a failure or null. */
    void onHandled(Throwable failure);

    /** The error page is complete; {@code failure} is why there is one, or null if that is dealt with. */
    void onErrorPage(Throwable failure);
}
