package org.eclipse.jetty.session;

import org.eclipse.jetty.util.component.LifeCycle;

/** A cache of the data of sessions, that may forget: in another process, for instance. Thread-safe. */
public interface SessionDataMap extends LifeCycle {
    void initialize(SessionContext context) throws Exception;

    /** The data of a session; null when it is not there. */
    SessionData load(String id) throws Exception;

    void store(String id, SessionData data) throws Exception;

    boolean delete(String id) throws Exception;
}
