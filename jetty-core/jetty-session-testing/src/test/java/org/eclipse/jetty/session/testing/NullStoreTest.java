package org.eclipse.jetty.session.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.eclipse.jetty.session.NullSessionDataStore;
import org.eclipse.jetty.session.SessionContext;
import org.junit.jupiter.api.Test;

/** The store that keeps nothing has nothing of the contract but this. */
class NullStoreTest {
    @Test
    void nothingIsKeptAndCandidatesHaveExpiredAsMemorySays() throws Exception {
        NullSessionDataStore store = new NullSessionDataStore();
        store.initialize(new SessionContext("one", "/app", null));
        store.start();
        store.store("a", store.newSessionData("a", 1, 1, 1, 1000));
        assertThat(store.load("a")).isNull();
        assertThat(store.exists("a")).isFalse();
        assertThat(store.isPassivating()).isFalse();
        assertThat(store.delete("a")).as("memory has it").isTrue();
        assertThat(store.getExpired(Set.of("a"))).containsExactly("a");
        store.stop();
    }
}
