package org.eclipse.jetty.client;

import org.jspecify.annotations.Nullable;

/** The end of a request and its response, and what failed, if anything. Immutable. */
public class Result {
    private final Request request;
    private final @Nullable Throwable requestFailure;
    private final Response response;
    private final @Nullable Throwable responseFailure;

    public Result(Request request, Response response) {
        this(request, null, response, null);
    }

    public Result(Request request, Response response, @Nullable Throwable responseFailure) {
        this(request, null, response, responseFailure);
    }

    public Result(Request request, @Nullable Throwable requestFailure, Response response) {
        this(request, requestFailure, response, null);
    }

    public Result(
            Request request,
            @Nullable Throwable requestFailure,
            Response response,
            @Nullable Throwable responseFailure) {
        this.request = request;
        this.requestFailure = requestFailure;
        this.response = response;
        this.responseFailure = responseFailure;
    }

    public Result(Result result, @Nullable Throwable responseFailure) {
        this(result.request, result.requestFailure, result.response, responseFailure);
    }

    /** Returns the request that was answered: the last one, where redirections were followed. */
    public Request getRequest() {
        return request;
    }

    /** Returns why the request could not be sent; null if it was. */
    public @Nullable Throwable getRequestFailure() {
        return requestFailure;
    }

    /** Returns the response; its status is 0 if none has come. */
    public Response getResponse() {
        return response;
    }

    /** Returns why the response has not come as a whole; null if it has. */
    public @Nullable Throwable getResponseFailure() {
        return responseFailure;
    }

    public boolean isSucceeded() {
        return getFailure() == null;
    }

    public boolean isFailed() {
        return !isSucceeded();
    }

    /** Returns the failure of the response, or else of the request; null for success. */
    public @Nullable Throwable getFailure() {
        return responseFailure != null ? responseFailure : requestFailure;
    }

    @Override
    public String toString() {
        return String.format("Result[%s > %s] %s", request, response, getFailure());
    }
}
