package org.eclipse.jetty.session;

/** Creates stores with a cache in front. */
public class CachingSessionDataStoreFactory extends AbstractSessionDataStoreFactory {
    private SessionDataStoreFactory storeFactory;
    private SessionDataMapFactory mapFactory;

    public SessionDataMapFactory getMapFactory() {
        return mapFactory;
    }

    public void setSessionDataMapFactory(SessionDataMapFactory factory) {
        mapFactory = factory;
    }

    public void setSessionStoreFactory(SessionDataStoreFactory factory) {
        storeFactory = factory;
    }

    @Override
    public SessionDataStore getSessionDataStore(SessionManager manager) throws Exception {
        return new CachingSessionDataStore(mapFactory.getSessionDataMap(), storeFactory.getSessionDataStore(manager));
    }
}
