package org.eclipse.jetty.server.internal;

import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.HttpChannel;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * Takes what happens to one request on its connection, as an {@link HttpChannel} does, from those who serve the connection and know
 * nothing of handlers. Tasks are run by the caller; null means nothing is to be done.
 */
public interface RequestEvents {
    /** Sets the stream of the request, before {@link #onRequest}. */
    void setHttpStream(HttpStream stream);

    /**
     * Begins with a request whose head was complete at this {@link System#nanoTime()}; the task handles it, and is run at once by the same
     * thread.
     */
    Runnable onRequest(MetaData.Request request, long headTime);

    /** Begins with a request that was refused; the task answers with the error page. */
    Runnable onBadRequest(MetaData.Request request, Throwable failure);

    /** Content is there after a demand; the task calls back what demanded it. */
    @Nullable
    Runnable onContentAvailable();

    /** The type of what is run when content is there. */
    Invocable.InvocationType getDemandInvocationType();

    /** Nothing happened for the idle timeout; returns whether pending reads and writes shall fail by it. */
    boolean onIdleTimeout(TimeoutException timeout);

    /** The request failed other than by its handler; the task notifies those who wait. */
    @Nullable
    Runnable onFailure(Throwable failure);

    /** The connection that takes over after the response, by {@link HttpStream#UPGRADE_CONNECTION_ATTRIBUTE}; null for none. */
    @Nullable
    Connection getUpgradeConnection();
}
