package org.eclipse.jetty.session;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Creates stores with a cache in front. Settings of this factory that are not the defaults win over those of the factory of the store;
 * the cache has those of its store for size, classes and keys.
 */
public class CachingSessionDataStoreFactory extends AbstractSessionDataStoreFactory {
    private @Nullable SessionDataStoreFactory storeFactory;
    private @Nullable SessionDataMapFactory mapFactory;

    public @Nullable SessionDataMapFactory getMapFactory() {
        return mapFactory;
    }

    public void setSessionDataMapFactory(SessionDataMapFactory factory) {
        mapFactory = factory;
    }

    /** The factory of the store that is behind the cache. */
    public @Nullable SessionDataStoreFactory getSessionStoreFactory() {
        return storeFactory;
    }

    public void setSessionStoreFactory(SessionDataStoreFactory factory) {
        storeFactory = factory;
    }

    @Override
    public SessionDataStore getSessionDataStore(@Nullable SessionManager manager) throws Exception {
        SessionDataMap map =
                Objects.requireNonNull(mapFactory, "no SessionDataMapFactory").getSessionDataMap();
        SessionDataStore store = Objects.requireNonNull(storeFactory, "no SessionDataStoreFactory")
                .getSessionDataStore(manager);
        if (store instanceof AbstractSessionDataStore known) {
            override(known);
            map.setCodec(known.codec());
        } else {
            map.setCodec(newCodec());
        }
        return new CachingSessionDataStore(map, store);
    }
}
