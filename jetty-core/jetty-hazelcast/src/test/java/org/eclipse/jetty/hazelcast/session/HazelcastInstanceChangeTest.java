package org.eclipse.jetty.hazelcast.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleService;
import com.hazelcast.map.IMap;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionDataStore;
import org.junit.jupiter.api.Test;

/** Stores whose instance of Hazelcast is followed by another one. Instances are in memory, and have nothing. */
class HazelcastInstanceChangeTest {
    private final HazelcastSessionDataStoreFactory factory = new HazelcastSessionDataStoreFactory();
    /** The names of the instances whose maps were asked, in order. */
    private final List<String> asked = new CopyOnWriteArrayList<>();

    private final class Instance {
        private final String name;
        private volatile boolean running = true;
        private volatile Runnable onGetMap = () -> {};
        private final HazelcastInstance hazelcast;

        private Instance(String name) {
            this.name = name;
            LifecycleService lifecycle = proxy(LifecycleService.class, (proxy, method, args) -> running);
            IMap<?, ?> map = proxy(IMap.class, (proxy, method, args) -> {
                if (method.getName().equals("addIndex")) {
                    return null;
                }
                asked.add(name);
                return method.getReturnType() == boolean.class ? false : null;
            });
            hazelcast = proxy(HazelcastInstance.class, (proxy, method, args) -> {
                if (method.getName().equals("getLifecycleService")) {
                    return lifecycle;
                }
                assertThat(method.getName()).isEqualTo("getMap");
                onGetMap.run();
                return map;
            });
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private SessionDataStore store() throws Exception {
        SessionDataStore store = factory.getSessionDataStore(null);
        store.initialize(new SessionContext("one", "/app", null));
        store.start();
        return store;
    }

    /** A thread gets the map of the first instance so late that the store has another one already. */
    @Test
    void mapOfAnInstanceThatIsGoneIsNotUsedAfterTheNextStart() throws Exception {
        Instance first = new Instance("first");
        first.onGetMap = () -> {
            throw new HazelcastException("not reachable yet");
        };
        factory.setHazelcastInstance(first.hazelcast);
        SessionDataStore store = store();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        first.onGetMap = () -> {
            entered.countDown();
            await(released);
        };
        Thread late = new Thread(() -> {
            try {
                store.load("a");
            } catch (Exception x) {
                throw new AssertionError(x);
            }
        });
        late.start();
        await(entered);
        store.stop();
        factory.setHazelcastInstance(new Instance("second").hazelcast);
        store.start();
        released.countDown();
        late.join();
        asked.clear();
        assertThat(store.load("a")).isNull();
        assertThat(asked).containsExactly("second");
        store.stop();
    }

    @Test
    void storeGoesOnWithTheInstanceThatFollowsOneThatWasShutDown() throws Exception {
        Instance first = new Instance("first");
        factory.setHazelcastInstance(first.hazelcast);
        SessionDataStore store = store();
        store.load("a");
        first.running = false;
        factory.setHazelcastInstance(new Instance("second").hazelcast);
        asked.clear();
        store.load("a");
        store.load("b");
        assertThat(asked).containsExactly("second", "second");
        store.stop();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException x) {
            throw new AssertionError(x);
        }
    }
}
