package org.eclipse.jetty.session.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionConflictException;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a {@link SessionDataStore} does that several servers share, with real threads: a test of such a store extends it. */
public abstract class SharedStoreContract {
    private static final int THREADS = 8;
    private static final int ROUNDS = 50;

    private final Stores stores = new Stores(this::newFactory);
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private SessionDataStore one;
    private SessionDataStore two;

    /** Returns a factory of stores on the storage of the test; it is called for each server that a test has. */
    protected abstract AbstractSessionDataStoreFactory newFactory() throws Exception;

    @BeforeEach
    final void startStores() throws Exception {
        one = stores.start("one", "/app");
        two = stores.start("two", "/app");
    }

    @AfterEach
    final void stopStores() {
        threads.shutdownNow();
        stores.stop();
    }

    /** What one of the threads does in one of the rounds, at the same time as the others. */
    @FunctionalInterface
    private interface Task<T> {
        T run(int thread, int round) throws Exception;
    }

    /** Has all threads do something as often as there are rounds, each round at the same time. */
    private <T> List<T> together(int rounds, Task<T> task) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        List<Callable<List<T>>> calls = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            calls.add(() -> {
                List<T> results = new ArrayList<>();
                for (int round = 0; round < rounds; round++) {
                    barrier.await(1, TimeUnit.MINUTES);
                    results.add(task.run(thread, round));
                }
                return results;
            });
        }
        List<T> all = new ArrayList<>();
        for (Future<List<T>> result : threads.invokeAll(calls)) {
            all.addAll(result.get());
        }
        return all;
    }

    private SessionDataStore of(int thread) {
        return thread % 2 == 0 ? one : two;
    }

    private static SessionData data(SessionDataStore store, String id) {
        long now = System.currentTimeMillis();
        return store.newSessionData(id, now, now, now, TimeUnit.MINUTES.toMillis(30));
    }

    @Test
    void sessionOfOneServerIsThatOfTheOther() throws Exception {
        String id = stores.newId();
        SessionData data = data(one, id);
        data.setAttribute("count", 1);
        one.store(id, data);
        SessionData loaded = Stores.stored(two, id);
        assertThat(loaded.getAttribute("count")).isEqualTo(1);
        loaded.setAttribute("count", 2);
        two.store(id, loaded);
        assertThat(Stores.stored(one, id).getAttribute("count")).isEqualTo(2);
        assertThat(two.exists(id)).isTrue();
    }

    @Test
    void sessionThatAnotherServerDeletedIsNotBroughtBack() throws Exception {
        String id = stores.newId();
        SessionData data = data(one, id);
        one.store(id, data);
        assertThat(two.delete(id)).isTrue();
        data.setAttribute("late", true);
        long saved = data.getLastSaved();
        one.store(id, data);
        assertThat(one.load(id)).isNull();
        assertThat(data.getLastSaved()).as("it was not saved").isEqualTo(saved);
        assertThat(one.getExpired(Set.of())).doesNotContain(id);
    }

    /** Of the servers that end a session at the same time, one calls its listeners. */
    @Test
    void sessionIsDeletedByExactlyOneOfManyThreads() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            String id = stores.newId();
            ids.add(id);
            one.store(id, data(one, id));
        }
        List<Boolean> deleted = together(ROUNDS, (thread, round) -> of(thread).delete(ids.get(round)));
        assertThat(deleted).hasSize(THREADS * ROUNDS).filteredOn(one -> one).hasSize(ROUNDS);
    }

    /** The last save wins, and is whole: never half of one server and half of another. */
    @Test
    void sessionThatIsSavedByManyThreadsIsThatOfOneOfThem() throws Exception {
        String id = stores.newId();
        one.store(id, data(one, id));
        together(ROUNDS, (thread, round) -> {
            SessionData data = Stores.stored(of(thread), id);
            Object first = data.getAttribute("first");
            assertThat(data.getAttribute("second")).isEqualTo(first);
            assertThat(data.getAttribute("padding")).isEqualTo(first == null ? null : ((String) first).repeat(500));
            String mine = thread + "-" + round;
            data.setAttribute("first", mine);
            data.setAttribute("second", mine);
            data.setAttribute("padding", mine.repeat(500));
            of(thread).store(id, data);
            return mine;
        });
        SessionData last = Stores.stored(two, id);
        assertThat((String) last.getAttribute("first")).endsWith("-" + (ROUNDS - 1));
        assertThat(last.getAttribute("second")).isEqualTo(last.getAttribute("first"));
    }

    @Test
    void saveOfAnOldVersionIsRefusedWhereConflictsAre() throws Exception {
        SessionDataStore first = stores.start("one", "/app", factory -> factory.setRefuseConflicts(true));
        SessionDataStore second = stores.start("two", "/app", factory -> factory.setRefuseConflicts(true));
        String id = stores.newId();
        SessionData mine = data(first, id);
        first.store(id, mine);
        SessionData theirs = Stores.stored(second, id);
        theirs.setAttribute("count", 1);
        second.store(id, theirs);
        mine.setAttribute("count", 2);
        assertThatThrownBy(() -> first.store(id, mine))
                .isInstanceOf(SessionConflictException.class)
                .hasMessageContaining(id);
        assertThat(mine.isDirty()).as("what is not saved").isTrue();
        assertThat(Stores.stored(first, id).getAttribute("count")).isEqualTo(1);
        theirs.setAttribute("count", 3);
        second.store(id, theirs);
        SessionData read = Stores.stored(first, id);
        read.setAttribute("count", 4);
        first.store(id, read);
        assertThat(Stores.stored(second, id).getAttribute("count")).isEqualTo(4);
        assertThat(second.delete(id)).isTrue();
        read.setAttribute("count", 5);
        first.store(id, read);
        assertThat(second.load(id)).as("a session that was ended").isNull();
    }

    /** Each thread adds to what it has read, and does so again after a conflict: nothing is lost. */
    @Test
    void noAdditionOfManyThreadsIsLostWhereConflictsAreRefused() throws Exception {
        SessionDataStore[] all = new SessionDataStore[THREADS];
        for (int i = 0; i < THREADS; i++) {
            all[i] = stores.start("node" + i, "/app", factory -> factory.setRefuseConflicts(true));
        }
        String id = stores.newId();
        SessionData data = data(all[0], id);
        data.setAttribute("count", 0);
        all[0].store(id, data);
        int additions = 10;
        together(additions, (thread, round) -> {
            while (!add(all[thread], id)) {
                Thread.onSpinWait();
            }
            return round;
        });
        assertThat(Stores.stored(all[0], id).getAttribute("count")).isEqualTo(THREADS * additions);
    }

    private static boolean add(SessionDataStore store, String id) throws Exception {
        SessionData data = Stores.stored(store, id);
        assertThat(data.getAttribute("count")).isInstanceOf(Integer.class);
        if (data.getAttribute("count") instanceof Integer count) {
            data.setAttribute("count", count + 1);
        }
        try {
            store.store(id, data);
            return true;
        } catch (SessionConflictException x) {
            return false;
        }
    }

    @Test
    void sessionsOfManyThreadsAreAllThere() throws Exception {
        List<String> ids = together(ROUNDS, (thread, round) -> {
            String id = stores.newId();
            SessionData data = data(of(thread), id);
            data.setAttribute("id", id);
            of(thread).store(id, data);
            return id;
        });
        for (String id : ids) {
            assertThat(Stores.stored(one, id).getAttribute("id")).isEqualTo(id);
            assertThat(Stores.stored(two, id).getAttribute("id")).isEqualTo(id);
        }
    }

    /** Whatever the order of a save and a removal is, the session is not there afterwards. */
    @Test
    void sessionThatIsSavedWhileItIsDeletedIsGone() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            String id = stores.newId();
            ids.add(id);
            one.store(id, data(one, id));
        }
        List<SessionData> loaded = new ArrayList<>();
        for (String id : ids) {
            loaded.add(Stores.stored(two, id));
        }
        together(ROUNDS, (thread, round) -> {
            String id = ids.get(round);
            if (thread == 0) {
                one.delete(id);
            } else if (thread == 1) {
                SessionData data = loaded.get(round);
                data.setAttribute("late", true);
                two.store(id, data);
            }
            return id;
        });
        for (String id : ids) {
            assertThat(one.load(id)).isNull();
        }
        assertThat(one.getExpired(Set.of())).doesNotContainAnyElementsOf(ids);
    }

    @Test
    void sessionThatExpiredIsFoundByBothServersAndDeletedByOne() throws Exception {
        String id = stores.newId();
        SessionData data = data(one, id);
        data.setExpiry(System.currentTimeMillis() - TimeUnit.SECONDS.toMillis(Stores.GRACE_PERIOD_SEC + 10));
        one.store(id, data);
        assertThat(one.getExpired(Set.of())).contains(id);
        assertThat(two.getExpired(Set.of())).contains(id);
        assertThat(one.delete(id)).isTrue();
        assertThat(two.delete(id)).isFalse();
    }
}
