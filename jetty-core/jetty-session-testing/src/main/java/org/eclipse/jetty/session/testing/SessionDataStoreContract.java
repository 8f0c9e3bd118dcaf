package org.eclipse.jetty.session.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link SessionDataStore} does for one server: a test of a store extends it.
 *
 * <p>Each test uses ids of its own, so that the storage may be the same for all of them.
 *
 * @see SharedStoreContract
 * @see AttributeContract
 * @see StoreOutageContract
 */
public abstract class SessionDataStoreContract {
    private final Stores stores = new Stores(this::newFactory);

    /** Returns a factory of stores on the storage of the test; it is called for each server that a test has. */
    protected abstract AbstractSessionDataStoreFactory newFactory() throws Exception;

    @AfterEach
    final void stopStores() {
        stores.stop();
    }

    private SessionDataStore store() throws Exception {
        return stores.start("one", "/app");
    }

    private static SessionData data(SessionDataStore store, String id) {
        long now = System.currentTimeMillis();
        SessionData data = store.newSessionData(id, now, now, now, TimeUnit.MINUTES.toMillis(30));
        data.setLastNode("one");
        data.setAttribute("name", id);
        return data;
    }

    @Test
    void sessionThatWasStoredIsLoadedWithAllThatItHas() throws Exception {
        SessionDataStore store = store();
        String id = stores.newId();
        long now = System.currentTimeMillis();
        SessionData data = store.newSessionData(id, now - 5000, now - 1000, now - 2000, 60_000);
        data.setCookieSet(now - 4000);
        data.setLastNode("one");
        data.setExpiry(now + 59_000);
        data.setAttribute("text", "grüße \uD83D\uDE00");
        data.setAttribute("list", List.of(1, 2, 3));
        store.store(id, data);
        SessionData loaded = Stores.stored(store, id);
        assertThat(loaded).isNotSameAs(data);
        assertThat(loaded.getId()).isEqualTo(id);
        assertThat(loaded.getContextPath()).isEqualTo("_app");
        assertThat(loaded.getVhost()).isEqualTo(SessionContext.NULL_VHOST);
        assertThat(loaded.getCreated()).isEqualTo(now - 5000);
        assertThat(loaded.getAccessed()).isEqualTo(now - 1000);
        assertThat(loaded.getLastAccessed()).isEqualTo(now - 2000);
        assertThat(loaded.getCookieSet()).isEqualTo(now - 4000);
        assertThat(loaded.getExpiry()).isEqualTo(now + 59_000);
        assertThat(loaded.getMaxInactiveMs()).isEqualTo(60_000);
        assertThat(loaded.getLastNode()).isEqualTo("one");
        assertThat(loaded.getLastSaved()).isPositive();
        assertThat(loaded.isDirty()).isFalse();
        assertThat(loaded.isMetaDataDirty()).isFalse();
        assertThat(loaded.getAllAttributes()).isEqualTo(Map.of("text", "grüße \uD83D\uDE00", "list", List.of(1, 2, 3)));
        assertThat(store.exists(id)).isTrue();
    }

    @Test
    void sessionThatWasNeverStoredIsNotThere() throws Exception {
        SessionDataStore store = store();
        String id = stores.newId();
        assertThat(store.load(id)).isNull();
        assertThat(store.exists(id)).isFalse();
        assertThat(store.delete(id)).isFalse();
    }

    @Test
    void sessionWithoutAttributesIsStored() throws Exception {
        SessionDataStore store = store();
        String id = stores.newId();
        store.store(id, store.newSessionData(id, 1000, 1000, 1000, -1));
        assertThat(Stores.stored(store, id).getAllAttributes()).isEmpty();
    }

    @Test
    void changesOfASessionReplaceWhatWasStored() throws Exception {
        SessionDataStore store = store();
        String id = stores.newId();
        SessionData data = data(store, id);
        data.setAttribute("gone", "x");
        store.store(id, data);
        data.setAttribute("gone", null);
        data.setAttribute("name", "new");
        store.store(id, data);
        assertThat(Stores.stored(store, id).getAllAttributes()).isEqualTo(Map.of("name", "new"));
    }

    @Test
    void sessionThatWasLoadedIsStoredAgain() throws Exception {
        SessionDataStore store = store();
        String id = stores.newId();
        store.store(id, data(store, id));
        SessionData loaded = Stores.stored(store, id);
        loaded.setAttribute("second", 2);
        store.store(id, loaded);
        assertThat(Stores.stored(store, id).getAllAttributes()).isEqualTo(Map.of("name", id, "second", 2));
    }

    /** Its reply may have been lost. */
    @Test
    void storeOfANewSessionMayBeRepeated() throws Exception {
        SessionDataStore store = store();
        String id = stores.newId();
        store.store(id, data(store, id));
        SessionData again = data(store, id);
        again.setAttribute("name", "again");
        store.store(id, again);
        assertThat(Stores.stored(store, id).getAttribute("name")).isEqualTo("again");
    }

    @Test
    void deletedSessionIsGoneAndIsDeletedOnce() throws Exception {
        SessionDataStore store = store();
        String id = stores.newId();
        SessionData data = data(store, id);
        store.store(id, data);
        assertThat(store.delete(id)).isTrue();
        assertThat(store.delete(id)).isFalse();
        assertThat(store.load(id)).isNull();
        assertThat(store.exists(id)).isFalse();
        data.setAttribute("name", "late");
        store.store(id, data);
        assertThat(store.load(id))
                .as("saved by a request that ends after the session")
                .isNull();
        assertThat(store.getExpired(Set.of())).doesNotContain(id);
    }

    @Test
    void sessionIsStoredByItsNewIdAndNotByItsOldOne() throws Exception {
        SessionDataStore store = store();
        String old = stores.newId();
        String renewed = stores.newId();
        SessionData data = data(store, old);
        store.store(old, data);
        data.setId(renewed);
        data.setLastSaved(0);
        data.setDirty(true);
        assertThat(store.delete(old)).isTrue();
        store.store(renewed, data);
        assertThat(store.load(old)).isNull();
        assertThat(Stores.stored(store, renewed).getAttribute("name")).isEqualTo(old);
    }

    @Test
    void sessionsOfContextsAndOfVirtualHostsAreApart() throws Exception {
        String id = stores.newId();
        SessionDataStore app = store();
        SessionDataStore other = stores.start("one", "/other");
        SessionDataStore host = stores.start(new SessionContext("one", "/app", "shop.example"));
        for (SessionDataStore store : List.of(app, other, host)) {
            SessionData data = data(store, id);
            data.setAttribute("store", List.of(app, other, host).indexOf(store));
            store.store(id, data);
        }
        assertThat(other.delete(id)).isTrue();
        assertThat(other.load(id)).isNull();
        assertThat(Stores.stored(app, id).getAttribute("store")).isEqualTo(0);
        assertThat(Stores.stored(host, id).getAttribute("store")).isEqualTo(2);
    }

    @Test
    void idsAreWhatTheyAreLetterByLetter() throws Exception {
        SessionDataStore store = store();
        String prefix = stores.newId();
        List<String> ids =
                List.of(prefix + "abc", prefix + "ABC", prefix + "a_c", prefix + "a-c", prefix + "~.1", longId(prefix));
        for (String id : ids) {
            store.store(id, data(store, id));
        }
        for (String id : ids) {
            assertThat(Stores.stored(store, id).getAttribute("name")).isEqualTo(id);
        }
        assertThat(store.delete(ids.get(0))).isTrue();
        assertThat(store.load(ids.get(1))).isNotNull();
    }

    private static String longId(String prefix) {
        return prefix + "x".repeat(100 - prefix.length());
    }

    /** Clients choose the ids that they ask for. */
    @Test
    void idsThatNoServerMakesAreNotThere() throws Exception {
        SessionDataStore store = store();
        String id = stores.newId();
        store.store(id, data(store, id));
        for (String hostile : List.of(
                "",
                " ",
                id + " ",
                " " + id,
                id + "\u00e9",
                id + "*",
                id.substring(0, id.length() - 1) + "?",
                "*",
                "%",
                "../" + id,
                "a/" + id,
                "a\\" + id,
                "{" + id + "}",
                "a:" + id,
                "a_" + id,
                id + "'",
                "x' or '1'='1",
                id + "\"",
                id + "\r\n",
                id + "\u0001",
                "\uD83D\uDE00",
                "x".repeat(5000))) {
            assertThat(store.load(hostile)).as(hostile).isNull();
            assertThat(store.exists(hostile)).as(hostile).isFalse();
            assertThat(store.delete(hostile)).as(hostile).isFalse();
        }
        assertThat(store.load(id)).isNotNull();
    }

    @Test
    void candidateHasExpiredWhenItsTimeIsOverOrItIsNotThere() throws Exception {
        SessionDataStore store = store();
        String expired = stores.newId();
        String live = stores.newId();
        String immortal = stores.newId();
        String missing = stores.newId();
        for (String id : List.of(expired, live, immortal)) {
            SessionData data = data(store, id);
            if (id.equals(immortal)) {
                data.setMaxInactiveMs(-1);
                data.setExpiry(0);
            }
            if (id.equals(expired)) {
                data.setExpiry(System.currentTimeMillis() - 100);
            }
            store.store(id, data);
        }
        assertThat(store.getExpired(Set.of(expired, live, immortal, missing)))
                .contains(expired, missing)
                .doesNotContain(live, immortal);
        assertThat(store.exists(expired)).isFalse();
        assertThat(store.exists(immortal)).isTrue();
    }

    @Test
    void useMovesTheExpiry() throws Exception {
        SessionDataStore store = store();
        String id = stores.newId();
        SessionData data = data(store, id);
        data.setExpiry(System.currentTimeMillis() - 100);
        store.store(id, data);
        data.setAccessed(System.currentTimeMillis());
        data.calcAndSetExpiry();
        store.store(id, data);
        assertThat(store.exists(id)).isTrue();
        assertThat(store.getExpired(Set.of(id))).doesNotContain(id);
        assertThat(Stores.stored(store, id).getExpiry()).isEqualTo(data.getExpiry());
    }

    /** A session that nobody asks for any longer, and whose server is gone. */
    @Test
    void anySessionThatExpiredBeforeTheGracePeriodIsFound() throws Exception {
        SessionDataStore store = store();
        String old = stores.newId();
        String recent = stores.newId();
        for (String id : List.of(old, recent)) {
            SessionData data = data(store, id);
            data.setLastNode("gone");
            long ago = id.equals(old) ? Stores.GRACE_PERIOD_SEC + 10 : Stores.GRACE_PERIOD_SEC - 10;
            data.setExpiry(System.currentTimeMillis() - TimeUnit.SECONDS.toMillis(ago));
            store.store(id, data);
        }
        assertThat(store.getExpired(Set.of())).contains(old).doesNotContain(recent);
        assertThat(store.delete(old)).as("it is there for those who listen").isTrue();
        assertThat(store.getExpired(Set.of())).doesNotContain(old);
    }

    @Test
    void manySessionsThatExpiredAreAllFound() throws Exception {
        SessionDataStore store = store();
        Set<String> ids = IntStream.range(0, 600).mapToObj(i -> stores.newId()).collect(Collectors.toSet());
        for (String id : ids) {
            SessionData data = data(store, id);
            data.setExpiry(System.currentTimeMillis() - TimeUnit.SECONDS.toMillis(Stores.GRACE_PERIOD_SEC + 10));
            store.store(id, data);
        }
        assertThat(store.getExpired(Set.of())).containsAll(ids);
        for (String id : ids) {
            assertThat(store.delete(id)).isTrue();
        }
    }

    /** The clocks of servers differ: the later save wins, whatever the clocks say. */
    @Test
    void saveOfAServerWhoseClockIsBehindCountsAsWell() throws Exception {
        SessionDataStore store = store();
        String id = stores.newId();
        long ahead = System.currentTimeMillis() + TimeUnit.HOURS.toMillis(1);
        SessionData first = store.newSessionData(id, ahead, ahead, ahead, TimeUnit.HOURS.toMillis(2));
        first.setAttribute("by", "ahead");
        store.store(id, first);
        SessionData second = Stores.stored(store, id);
        second.setAttribute("by", "behind");
        second.setAccessed(System.currentTimeMillis() - TimeUnit.HOURS.toMillis(1));
        store.store(id, second);
        assertThat(Stores.stored(store, id).getAttribute("by")).isEqualTo("behind");
    }

    @Test
    void largeSessionIsStored() throws Exception {
        SessionDataStore store = store();
        String id = stores.newId();
        SessionData data = data(store, id);
        data.setAttribute("large", "x".repeat(900_000));
        store.store(id, data);
        assertThat((String) Stores.stored(store, id).getAttribute("large")).hasSize(900_000);
    }

    @Test
    void storeThatWasStartedAgainHasItsSessions() throws Exception {
        SessionDataStore store = store();
        String id = stores.newId();
        store.store(id, data(store, id));
        store.stop();
        assertThatThrownBy(() -> store.load(id)).hasMessageContaining("not started");
        store.start();
        assertThat(store.load(id)).isNotNull();
    }
}
