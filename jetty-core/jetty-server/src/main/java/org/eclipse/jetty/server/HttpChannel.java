package org.eclipse.jetty.server;

import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.server.internal.HttpChannelState;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the handlers, as protocols see it: they announce its head, content and failures. Handlers see
 * its Request and Response. A channel carries one request and is never used for another one.
 *
 * <p>Methods that return a task leave it to the protocol on which thread to run it; null means nothing is to be done.
 */
public interface HttpChannel extends Invocable {
    /** A channel for one request of a connection. */
    static HttpChannel from(ConnectionMetaData connectionMetaData) {
        return new HttpChannelState(connectionMetaData);
    }

    /** The connection on which the request came. */
    ConnectionMetaData getConnectionMetaData();

    /** Sets the stream of the request, before {@link #onRequest}. */
    void setHttpStream(HttpStream stream);

    /** Begins with a request; the task handles it. */
    Runnable onRequest(MetaData.Request request);

    /** Begins with a request that was refused; the task answers with the error page. */
    Runnable onBadRequest(MetaData.Request request, Throwable failure);

    /** The request, as it came from the network; null before it begins. */
    @Nullable
    Request getRequest();

    /** Tells that content is there after a demand; the task calls back who demanded it. */
    @Nullable
    Runnable onContentAvailable();

    /**
     * Tells that nothing happened for the idle timeout.
     *
     * @return whether pending reads and writes shall fail by it
     */
    boolean onIdleTimeout(TimeoutException timeout);

    /** Tells that the request failed other than by its handler; the task tells those who wait. */
    @Nullable
    Runnable onFailure(Throwable failure);
}
