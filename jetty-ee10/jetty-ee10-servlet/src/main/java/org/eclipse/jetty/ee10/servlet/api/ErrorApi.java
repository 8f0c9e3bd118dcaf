package org.eclipse.jetty.ee10.servlet.api;

import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.server.Request;

/** What an error dispatch has in this version of the Servlet API. Thread-safe. */
public final class ErrorApi {
    private ErrorApi() {}

    /** Adds the attributes of an error that only newer versions of the API have: none. */
    public static void describe(Request request) {}

    /** Returns the method of a request that is dispatched to an error page: that of the request itself. */
    public static String methodOf(String method) {
        return method;
    }

    /** Returns what is thrown where the parameters of a request cannot be read: the failure itself. */
    public static RuntimeException badParameters(BadMessageException failure) {
        return failure;
    }
}
