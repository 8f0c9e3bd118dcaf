package org.eclipse.jetty.session;

/** Creates caches that keep nothing between requests. */
public class NullSessionCacheFactory extends AbstractSessionCacheFactory {
    public NullSessionCacheFactory() {
        super.setEvictionPolicy(SessionCache.EVICT_ON_SESSION_EXIT);
    }

    @Override
    protected SessionCache newSessionCache(SessionManager manager) {
        return new NullSessionCache(manager);
    }
}
