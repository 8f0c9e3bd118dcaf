package org.eclipse.jetty.ee10.servlet.api;

/** What this version of the Servlet API asks of the container for a servlet, besides calling it. Thread-safe. */
public final class ServletApi {
    private ServletApi() {}

    /** Whether instances of a class serve one request at a time: no, Servlet 6.0 has no means to ask for that. */
    public static boolean isSingleThreaded(Class<?> type) {
        return false;
    }
}
