package org.eclipse.jetty.session.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a {@link SessionDataStore} does while its server is away, is silent, and is back: a test of a store with a server extends
 * it. The factory has a deadline of a few seconds for each call.
 */
public abstract class StoreOutageContract {
    private static final int THREADS = 30;
    private static final int DEADLINE_SEC = 60;

    private final Stores stores = new Stores(() -> newFactory(relay().port()));
    private Relay relay;

    /** Returns a factory of stores whose server listens on a port of the loopback interface. */
    protected abstract AbstractSessionDataStoreFactory newFactory(int port) throws Exception;

    /** The port of the real server. */
    protected abstract int serverPort() throws Exception;

    private Relay relay() {
        return relay;
    }

    @BeforeEach
    final void startRelay() throws Exception {
        relay = new Relay(serverPort());
    }

    @AfterEach
    final void stopAll() throws Exception {
        relay.resume();
        stores.stop();
        relay.close();
    }

    private static SessionData data(SessionDataStore store, String id) {
        long now = System.currentTimeMillis();
        return store.newSessionData(id, now, now, now, TimeUnit.MINUTES.toMillis(30));
    }

    /** Returns what a call returns, once the server is back. */
    private static <T> T eventually(Callable<T> call) throws Exception {
        long begin = System.nanoTime();
        while (true) {
            try {
                return call.call();
            } catch (Exception x) {
                if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(DEADLINE_SEC)) {
                    throw x;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }

    @Test
    void callsFailWhileTheServerIsAwayAndNothingIsTakenForExpired() throws Exception {
        SessionDataStore store = stores.start("one", "/app");
        String id = stores.newId();
        SessionData data = data(store, id);
        store.store(id, data);
        relay.cut();
        data.setAttribute("count", 1);
        assertThatThrownBy(() -> store.load(id)).isInstanceOf(Exception.class);
        assertThatThrownBy(() -> store.store(id, data)).isInstanceOf(Exception.class);
        assertThatThrownBy(() -> store.exists(id)).isInstanceOf(Exception.class);
        assertThatThrownBy(() -> store.delete(id)).isInstanceOf(Exception.class);
        assertThat(store.getExpired(Set.of(id))).isEmpty();
        assertThat(data.isDirty()).as("it is to be saved still").isTrue();
        relay.resume();
        eventually(() -> store.exists(id));
        store.store(id, data);
        assertThat(Stores.stored(store, id).getAttribute("count")).isEqualTo(1);
        assertThat(store.delete(id)).isTrue();
    }

    @Test
    void storeStartsWhileItsServerIsAwayAndServesOnceItIsBack() throws Exception {
        relay.cut();
        SessionDataStore store = stores.start("one", "/app");
        String id = stores.newId();
        SessionData data = data(store, id);
        assertThatThrownBy(() -> store.store(id, data)).isInstanceOf(Exception.class);
        relay.resume();
        eventually(() -> {
            store.store(id, data);
            return null;
        });
        assertThat(store.load(id)).isNotNull();
    }

    /** No call waits for ever, however many there are. */
    @Test
    void callsOfManyThreadsEndWhileTheServerIsSilent() throws Exception {
        SessionDataStore store = stores.start("one", "/app");
        String id = stores.newId();
        store.store(id, data(store, id));
        relay.silence();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<SessionData>> loads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                loads.add(threads.submit(() -> store.load(id)));
            }
            for (Future<SessionData> load : loads) {
                assertThatThrownBy(() -> load.get(DEADLINE_SEC, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class);
            }
        } finally {
            threads.shutdownNow();
        }
        relay.resume();
        assertThat(eventually(() -> store.load(id))).isNotNull();
    }
}
