package org.eclipse.jetty.session;

/** Creates caches of the data of sessions. */
public interface SessionDataMapFactory {
    SessionDataMap getSessionDataMap();
}
