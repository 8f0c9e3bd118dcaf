package org.eclipse.jetty.session;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/** The session ids of a server. Thread-safe. */
public interface SessionIdManager extends LifeCycle {
    /** Whether any context has a session with an id. */
    boolean isIdInUse(String id);

    /** Invalidates the sessions with an id, in all contexts, whose time is over: each context has its own interval. */
    void expireAll(String id);

    /** Invalidates the sessions with an id in all contexts. */
    void invalidateAll(String id);

    /**
     * A new id; that which the request asks for if another context uses it for the same client.
     *
     * @param request null if no request asks for it
     * @param requestedId the id that the request named, if there is one
     * @param created when the session was created
     */
    String newSessionId(@Nullable Request request, @Nullable String requestedId, long created);

    /** The name of this server among others; null only before the start. */
    @Nullable
    String getWorkerName();

    /** The id without the name of a server. */
    String getId(String extendedId);

    /** The id with the name of this server. */
    String getExtendedId(String id, @Nullable Request request);

    /** Gives the sessions with an id in all contexts a new one, which is returned. */
    String renewSessionId(String oldId, String oldExtendedId, Request request);

    /** Looks for expired sessions in all contexts. */
    void scavenge();

    void setSessionHouseKeeper(@Nullable HouseKeeper houseKeeper);

    @Nullable
    HouseKeeper getSessionHouseKeeper();
}
