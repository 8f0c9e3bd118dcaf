package org.eclipse.jetty.session;

/** Creates caches that keep sessions in memory. */
public class DefaultSessionCacheFactory extends AbstractSessionCacheFactory {
    @Override
    protected SessionCache newSessionCache(SessionManager manager) {
        return new DefaultSessionCache(manager);
    }
}
