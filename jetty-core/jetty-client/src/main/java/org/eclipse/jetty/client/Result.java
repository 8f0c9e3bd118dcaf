package org.eclipse.jetty.client;

/** The end of a request and its response, and what failed, if anything. Immutable. */
public class Result {
    private final Request request;
    private final Throwable requestFailure;
    private final Response response;
    private final Throwable responseFailure;

    public Result(Request request, Response response) {
        this(request, null, response, null);
    }

    public Result(Request request, Response response, Throwable responseFailure) {
        this(request, null, response, responseFailure);
    }

    public Result(Request request, Throwable requestFailure, Response response) {
        this(request, requestFailure, response, null);
    }

    public Result(Request request, Throwable requestFailure, Response response, Throwable responseFailure) {
        this.request = request;
        this.requestFailure = requestFailure;
        this.response = response;
        this.responseFailure = responseFailure;
    }

    public Result(Result result, Throwable responseFailure) {
        this(result.request, result.requestFailure, result.response, responseFailure);
    }

    /** Returns the request that was answered: the last one, where redirections were followed. */
    public Request getRequest() {
        return request;
    }

    /** Returns why the request could not be sent; null if it was. */
    public Throwable getRequestFailure() {
        return requestFailure;
    }

    /** Returns the response; its status is 0 if none has come. */
    public Response getResponse() {
        return response;
    }

    /** Returns why the response has not come as a whole; null if it has. */
    public Throwable getResponseFailure() {
        return responseFailure;
    }

    public boolean isSucceeded() {
        return getFailure() == null;
    }

    public boolean isFailed() {
        return !isSucceeded();
    }

    /** Returns the failure of the response, or else of the request; null for success. */
    public Throwable getFailure() {
        return responseFailure != null ? responseFailure : requestFailure;
    }

    @Override
    public String toString() {
        return String.format("Result[%s > %s] %s", request, response, getFailure());
    }
}
