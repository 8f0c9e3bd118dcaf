package org.eclipse.jetty.session;

/** Creates the caches of contexts; a bean of the server. */
public interface SessionCacheFactory {
    SessionCache getSessionCache(SessionManager manager);
}
