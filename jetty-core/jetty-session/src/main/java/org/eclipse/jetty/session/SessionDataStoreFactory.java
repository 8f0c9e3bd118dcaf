package org.eclipse.jetty.session;

import org.jspecify.annotations.Nullable;

/** Creates the stores of contexts; a bean of the server. */
public interface SessionDataStoreFactory {
    /** @param manager null for a store that is not of a context */
    SessionDataStore getSessionDataStore(@Nullable SessionManager manager) throws Exception;
}
