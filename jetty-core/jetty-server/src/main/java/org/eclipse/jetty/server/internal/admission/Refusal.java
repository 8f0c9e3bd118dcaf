package org.eclipse.jetty.server.internal.admission;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** A response that refuses: it keeps its Retry-After (RFC 9110, section 10.2.3) when the error page resets it. */
public final class Refusal extends Response.Wrapper {
    private final long retryAfter;

    private Refusal(Request request, Response wrapped, long retryAfter) {
        super(request, wrapped);
        this.retryAfter = retryAfter;
    }

    /**
     * Answers with a status and the time after which to try again.
     *
     * @param retryAfter seconds
     */
    public static void write(Request request, Response response, Callback callback, int status, long retryAfter) {
        Response.writeError(request, new Refusal(request, response, retryAfter), callback, status);
    }

    @Override
    public void reset() {
        super.reset();
        getHeaders().put(HttpHeader.RETRY_AFTER, retryAfter);
    }
}
