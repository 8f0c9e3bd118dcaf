package org.eclipse.jetty.ee9.servlet.api;

import jakarta.servlet.SingleThreadModel;

/** What this version of the Servlet API asks of the container for a servlet, besides calling it. Thread-safe. */
public final class ServletApi {
    private ServletApi() {}

    /** Whether instances of a class serve one request at a time: those that implement SingleThreadModel. */
    @SuppressWarnings("deprecation")
    public static boolean isSingleThreaded(Class<?> type) {
        return SingleThreadModel.class.isAssignableFrom(type);
    }
}
