package org.eclipse.jetty.session;

/** What factories of caches have in common: the settings of the caches. */
public abstract class AbstractSessionCacheFactory implements SessionCacheFactory {
    private int evictionPolicy = SessionCache.NEVER_EVICT;
    private boolean saveOnInactiveEviction;
    private boolean saveOnCreate;
    private boolean removeUnloadableSessions;
    private boolean flushOnResponseCommit;
    private boolean invalidateOnShutdown;

    /** Creates a cache, which then gets the settings. */
    protected abstract SessionCache newSessionCache(SessionManager manager);

    @Override
    public SessionCache getSessionCache(SessionManager manager) {
        SessionCache cache = newSessionCache(manager);
        cache.setEvictionPolicy(evictionPolicy);
        cache.setSaveOnInactiveEviction(saveOnInactiveEviction);
        cache.setSaveOnCreate(saveOnCreate);
        cache.setRemoveUnloadableSessions(removeUnloadableSessions);
        cache.setFlushOnResponseCommit(flushOnResponseCommit);
        cache.setInvalidateOnShutdown(invalidateOnShutdown);
        return cache;
    }

    public int getEvictionPolicy() {
        return evictionPolicy;
    }

    public void setEvictionPolicy(int policy) {
        evictionPolicy = AbstractSessionCache.policy(policy);
    }

    public boolean isSaveOnInactiveEviction() {
        return saveOnInactiveEviction;
    }

    public void setSaveOnInactiveEviction(boolean value) {
        saveOnInactiveEviction = value;
    }

    public boolean isSaveOnCreate() {
        return saveOnCreate;
    }

    public void setSaveOnCreate(boolean value) {
        saveOnCreate = value;
    }

    public boolean isRemoveUnloadableSessions() {
        return removeUnloadableSessions;
    }

    public void setRemoveUnloadableSessions(boolean value) {
        removeUnloadableSessions = value;
    }

    public boolean isFlushOnResponseCommit() {
        return flushOnResponseCommit;
    }

    public void setFlushOnResponseCommit(boolean value) {
        flushOnResponseCommit = value;
    }

    public boolean isInvalidateOnShutdown() {
        return invalidateOnShutdown;
    }

    public void setInvalidateOnShutdown(boolean value) {
        invalidateOnShutdown = value;
    }
}
