package org.eclipse.jetty.session.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.util.component.LifeCycle;

/** The stores of a test, which end with it. Confined to the thread of the test. */
final class Stores {
    static final int GRACE_PERIOD_SEC = 60;

    private final List<SessionDataStore> started = new ArrayList<>();
    private final Callable<AbstractSessionDataStoreFactory> factories;

    Stores(Callable<AbstractSessionDataStoreFactory> factories) {
        this.factories = factories;
    }

    /** Changes what a factory makes. */
    @FunctionalInterface
    interface Setting {
        void apply(AbstractSessionDataStoreFactory factory) throws Exception;
    }

    /** The started store of a server, for a context. */
    SessionDataStore start(String server, String contextPath, Setting... settings) throws Exception {
        return start(new SessionContext(server, contextPath, null), settings);
    }

    SessionDataStore start(SessionContext context, Setting... settings) throws Exception {
        AbstractSessionDataStoreFactory factory = factories.call();
        factory.setGracePeriodSec(GRACE_PERIOD_SEC);
        for (Setting setting : settings) {
            setting.apply(factory);
        }
        SessionDataStore store = factory.getSessionDataStore(null);
        started.add(store);
        store.initialize(context);
        store.start();
        return store;
    }

    /** Returns a session that has to be in a store. */
    static SessionData stored(SessionDataStore store, String id) throws Exception {
        SessionData data = store.load(id);
        if (data == null) {
            throw new AssertionError(id + " is not stored in " + store);
        }
        return data;
    }

    /** An id that no test has used. */
    String newId() {
        return "node" + UUID.randomUUID().toString().replace("-", "");
    }

    void stop() {
        started.forEach(store -> LifeCycle.stop(store));
    }
}
