package org.eclipse.jetty.security.internal;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * The response of a request whose user is asked for without a challenge. The mechanism must not write it, but may need it for a cookie
 * or a field, as for the new identifier of a session.
 */
public final class DeferredResponse {
    private static final String ATTRIBUTE = DeferredResponse.class.getName();

    private final Response response;

    private DeferredResponse(Response response) {
        this.response = response;
    }

    /** Keeps the response for {@link #of}. */
    public static void keep(Request request, Response response) {
        request.setAttribute(ATTRIBUTE, new DeferredResponse(response));
    }

    /**
     * Returns a response that fields can be added to; null if there is none, or it is committed.
     *
     * @param response the response that the mechanism was called with; null if it must not challenge
     */
    public static @Nullable Response of(Request request, @Nullable Response response) {
        Response found = response == null && request.getAttribute(ATTRIBUTE) instanceof DeferredResponse kept
                ? kept.response
                : response;
        return found == null || found.isCommitted() ? null : found;
    }
}
