package org.eclipse.jetty.session;

/** Creates the stores of contexts; a bean of the server. */
public interface SessionDataStoreFactory {
    SessionDataStore getSessionDataStore(SessionManager manager) throws Exception;
}
