package org.eclipse.jetty.security.jaas;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.security.PropertyUserStore;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/** The users of the properties files of login modules, which are read for each login. Thread-safe. */
public class PropertyUserStoreManager extends AbstractLifeCycle {
    private final Map<String, PropertyUserStore> stores = new ConcurrentHashMap<>();

    public PropertyUserStoreManager() {}

    public @Nullable PropertyUserStore getPropertyUserStore(String file) {
        return stores.get(file);
    }

    /** Keeps a started store; returns that which counts for the file: one that was there already, which then has this one stopped. */
    public PropertyUserStore addPropertyUserStore(String file, PropertyUserStore store) {
        PropertyUserStore before = stores.putIfAbsent(file, store);
        if (before == null) {
            return store;
        }
        LifeCycle.stop(store);
        return before;
    }

    @Override
    protected void doStop() throws Exception {
        for (PropertyUserStore store : stores.values()) {
            store.stop();
        }
        stores.clear();
    }
}
