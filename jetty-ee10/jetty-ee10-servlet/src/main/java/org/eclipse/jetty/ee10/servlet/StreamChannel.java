package org.eclipse.jetty.ee10.servlet;

import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * The channel of one request as its streams see it: the core request and response, who uses the streams, and the
 * asynchronous callbacks.
 */
abstract class StreamChannel extends RequestUses {
    /** Returns the outermost core request. */
    public abstract Request getRequest();

    /** Returns the outermost core response. */
    public abstract Response getResponse();

    public abstract HttpConfiguration getHttpConfiguration();

    /** Returns the character encoding of the response, which is fixed by this. */
    abstract String fixCharacterEncoding();

    /** Whether the request is in an asynchronous cycle. */
    abstract boolean isAsyncStarted();

    /** The read listener may be called: by this thread, or by one of the pool. */
    abstract void onReadReady(boolean inThisThread);

    /** The write listener may be called, by a thread of the pool. */
    abstract void onWritePossible();

    /** A listener failed, which ends the asynchronous cycle. */
    abstract void asyncError(Throwable failure);

    /** The response has failed. */
    abstract void failed(Throwable failure);

    /** Logs a use of the request after its end, which has no effect; returns the message. */
    abstract String late(String use);
}
