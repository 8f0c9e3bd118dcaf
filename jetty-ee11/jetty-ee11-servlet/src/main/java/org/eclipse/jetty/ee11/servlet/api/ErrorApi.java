package org.eclipse.jetty.ee11.servlet.api;

import jakarta.servlet.RequestDispatcher;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Request;

/** What an error dispatch has in this version of the Servlet API. Thread-safe. */
public final class ErrorApi {
    private ErrorApi() {}

    /** Adds the attributes of an error that only this version of the API has: the method and query of the request. */
    public static void describe(Request request) {
        request.setAttribute(RequestDispatcher.ERROR_METHOD, request.getMethod());
        request.setAttribute(
                RequestDispatcher.ERROR_QUERY_STRING, request.getHttpURI().getQuery());
    }

    /** Returns the method of a request that is dispatched to an error page: always GET (since Servlet 6.1). */
    public static String methodOf(String method) {
        return HttpMethod.GET.asString();
    }

    /**
     * Returns what is thrown where the parameters of a request cannot be read: an illegal state (Servlet 6.1,
     * {@code ServletRequest.getParameter}), which is answered with the status of the failure unless the application handles it.
     */
    public static RuntimeException badParameters(BadMessageException failure) {
        return new BadParametersException(failure);
    }

    private static final class BadParametersException extends IllegalStateException implements HttpException {
        private final BadMessageException failure;

        BadParametersException(BadMessageException failure) {
            super(failure.getMessage(), failure);
            this.failure = failure;
        }

        @Override
        public int getCode() {
            return failure.getCode();
        }

        @Override
        public String getReason() {
            return failure.getReason();
        }
    }
}
