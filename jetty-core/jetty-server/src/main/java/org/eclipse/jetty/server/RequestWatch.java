package org.eclipse.jetty.server;

import org.jspecify.annotations.Nullable;

/**
 * Watches one request from where {@link Request#watch(Request, RequestWatch)} was called: which context handles it, and its end. It costs
 * less than a wrapper of the request with a completion listener, which each call would go through.
 *
 * <p>Made for one request. Its methods are called by threads that handle the request, one after the other.
 */
public abstract class RequestWatch {
    /**
     * The first context that handles the request is about to; others that it is forwarded to are not told.
     *
     * @param version the version of an application that is deployed in several versions; null for any other one
     */
    public void onContext(@Nullable String contextPath, @Nullable String version) {}

    /**
     * The response has ended, or will never end. Called once, after the request log.
     *
     * @param failure what failed
     */
    public void onEnd(@Nullable Throwable failure) {}
}
