package org.eclipse.jetty.session.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionCache;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients of two servers see that share a store: a test of such a store extends it. */
public abstract class SessionClusterContract {
    private static final int ROUNDS = 20;

    private final Stores stores = new Stores(this::newFactory);
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final List<ClusterNode> nodes = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // each test starts them
    private ClusterNode one;

    @SuppressWarnings("NullAway.Init") // each test starts them
    private ClusterNode two;

    /** Returns a factory of stores on the storage of the test; it is called for each server that a test has. */
    protected abstract AbstractSessionDataStoreFactory newFactory() throws Exception;

    @BeforeEach
    final void name() {
        ClusterNode.CONTEXTS.incrementAndGet();
    }

    @AfterEach
    final void stopAll() {
        threads.shutdownNow();
        nodes.forEach(ClusterNode::stop);
        stores.stop();
    }

    private ClusterNode start(String name, boolean inMemory, boolean refuseConflicts) throws Exception {
        AbstractSessionDataStoreFactory factory = newFactory();
        factory.setGracePeriodSec(Stores.GRACE_PERIOD_SEC);
        factory.setRefuseConflicts(refuseConflicts);
        ClusterNode node = new ClusterNode(
                name, factory, inMemory ? SessionCache.NEVER_EVICT : SessionCache.EVICT_ON_SESSION_EXIT, !inMemory);
        nodes.add(node);
        return node;
    }

    private void start(boolean inMemory) throws Exception {
        start(inMemory, false);
    }

    private void start(boolean inMemory, boolean refuseConflicts) throws Exception {
        one = start("one", inMemory, refuseConflicts);
        two = start("two", inMemory, refuseConflicts);
    }

    private <T> List<T> atOnce(List<Callable<T>> calls) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(calls.size());
        List<Future<T>> results = new ArrayList<>();
        for (Callable<T> call : calls) {
            results.add(threads.submit(() -> {
                barrier.await(1, TimeUnit.MINUTES);
                return call.call();
            }));
        }
        List<T> all = new ArrayList<>();
        for (Future<T> result : results) {
            all.add(result.get(1, TimeUnit.MINUTES));
        }
        return all;
    }

    private List<String> ended() {
        List<String> all = new ArrayList<>();
        nodes.forEach(node -> all.addAll(node.ended()));
        return all;
    }

    @Test
    void noUpdateIsLostWhenRequestsAlternateBetweenServers() throws Exception {
        start(false);
        String id = one.id(one.ask("/new", null));
        for (int i = 1; i <= ROUNDS; i++) {
            ClusterNode node = i % 2 == 0 ? one : two;
            assertThat(node.ask("/count", id).body()).isEqualTo(String.valueOf(i));
        }
    }

    /** The last one to save wins, with all attributes; neither fails. */
    @Test
    void lastSaveWinsWhenBothServersChangeASessionAtOnce() throws Exception {
        start(false);
        String id = one.id(one.ask("/new", null));
        for (int i = 0; i < ROUNDS; i++) {
            int round = i;
            List<Integer> codes = atOnce(
                    List.of(() -> one.ask("/pair?one" + round, id).statusCode(), () -> two.ask("/pair?two" + round, id)
                            .statusCode()));
            assertThat(codes).containsOnly(200);
            String pair = one.ask("/pair", id).body();
            assertThat(pair).isIn("one" + round + "=one" + round, "two" + round + "=two" + round);
            assertThat(two.ask("/pair", id).body()).isEqualTo(pair);
        }
    }

    /** A response 200 says that the visit is counted; one with 503 that the client may ask again. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noUpdateIsLostOfServersThatRefuseConflicts(boolean inMemory) throws Exception {
        start(inMemory, true);
        String id = one.id(one.ask("/new", null));
        int counted = 0;
        for (int i = 0; i < ROUNDS; i++) {
            List<Integer> codes = atOnce(List.of(() -> one.ask("/count", id).statusCode(), () -> two.ask("/count", id)
                    .statusCode()));
            assertThat(codes).allSatisfy(code -> assertThat(code).isIn(200, 503));
            counted += (int) codes.stream().filter(code -> code == 200).count();
        }
        int last = 0;
        while (last == 0) {
            HttpResponse<String> response = one.ask("/count", id);
            last = response.statusCode() == 200 ? Integer.parseInt(response.body()) : 0;
        }
        assertThat(last).isEqualTo(counted + 1);
    }

    /** What a server has in memory becomes old when another one changes the session; its next change is refused, once. */
    @Test
    void serverWhoseMemoryIsOldReadsTheSessionAgainAfterTheConflict() throws Exception {
        start(true, true);
        String id = one.id(one.ask("/new", null));
        assertThat(one.ask("/count", id).body()).isEqualTo("1");
        assertThat(two.ask("/count", id).body()).isEqualTo("2");
        assertThat(one.ask("/get", id).body()).as("a read of old data").isNotEqualTo("none");
        one.awaitIdle();
        HttpResponse<String> response = one.ask("/count", id);
        if (response.statusCode() == 503) {
            response = one.ask("/count", id);
        }
        assertThat(response.body()).isEqualTo("3");
        assertThat(two.ask("/count", id).statusCode()).isEqualTo(503);
        assertThat(two.ask("/count", id).body()).isEqualTo("4");
        assertThat(ended()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sessionThatBothServersEndAtOnceEndsOnce(boolean inMemory) throws Exception {
        start(inMemory);
        for (int i = 0; i < ROUNDS; i++) {
            String id = one.id(one.ask("/new", null));
            assertThat(two.ask("/get", id).body()).isNotEqualTo("none");
            atOnce(List.of(
                    () -> one.ask("/end", id).body(), () -> two.ask("/end", id).body()));
            assertThat(one.ask("/get", id).body()).isEqualTo("none");
            assertThat(two.ask("/get", id).body()).isEqualTo("none");
            assertThat(ended()).containsOnlyOnce(id.replaceAll("\\..*", ""));
        }
        assertThat(ended()).hasSize(ROUNDS);
    }

    /** At the end of its next request there at the latest. */
    @Test
    void sessionThatEndedIsNotServedFromTheMemoryOfAnotherServer() throws Exception {
        start(true);
        String id = one.id(one.ask("/new", null));
        assertThat(two.ask("/get", id).body()).isNotEqualTo("none");
        assertThat(one.ask("/end", id).body()).isEqualTo("ended");
        two.ask("/get", id);
        two.awaitIdle();
        assertThat(two.ask("/get", id).body()).isEqualTo("none");
        assertThat(ended()).hasSize(1);
    }

    @Test
    void sessionThatExpiresEndsOnceThoughBothServersLookForIt() throws Exception {
        start(false);
        SessionDataStore store = stores.start("third", ClusterNode.contextPath());
        for (int i = 0; i < ROUNDS; i++) {
            String id = one.id(one.ask("/new", null)).replaceAll("\\..*", "");
            one.awaitIdle();
            SessionData data = Stores.stored(store, id);
            data.setExpiry(System.currentTimeMillis() - TimeUnit.SECONDS.toMillis(Stores.GRACE_PERIOD_SEC + 10));
            data.setMetaDataDirty(true);
            store.store(id, data);
            atOnce(List.of(() -> one.scavenge(), () -> two.scavenge()));
            assertThat(ended()).containsOnlyOnce(id);
            assertThat(store.load(id)).isNull();
        }
    }

    @Test
    void renewedIdIsKnownToBothServersAndTheOldOneToNone() throws Exception {
        start(false);
        String old = one.id(one.ask("/new", null));
        assertThat(two.ask("/count", old).body()).isEqualTo("1");
        String renewed = two.id(two.ask("/renew", old));
        assertThat(renewed).isNotEqualTo(old);
        assertThat(one.ask("/count", renewed).body()).isEqualTo("2");
        assertThat(two.ask("/get", old).body()).isEqualTo("none");
        assertThat(one.ask("/get", old).body()).isEqualTo("none");
        assertThat(ended()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sessionOutlivesItsServer(boolean inMemory) throws Exception {
        start(inMemory);
        String id = one.id(one.ask("/new", null));
        assertThat(one.ask("/count", id).body()).isEqualTo("1");
        one.stop();
        assertThat(two.ask("/count", id).body()).isEqualTo("2");
        assertThat(ended()).isEmpty();
    }
}
