package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RemoteSessionDataStoreTest {
    /** Fails as it is set, and counts the users of its connection. */
    private static final class Remote extends RemoteSessionDataStore {
        private int users;
        private Exception failure;

        Remote() {
            super("remote");
        }

        @Override
        protected void acquire() {
            users++;
        }

        @Override
        protected void release() {
            users--;
        }

        @Override
        protected void probe() throws Exception {
            call(() -> {
                if (failure != null) {
                    throw failure;
                }
                return null;
            });
        }

        @Override
        protected boolean isUnreachable(Exception x) {
            return x instanceof IOException;
        }

        @Override
        protected boolean isLive(String id, long time) throws Exception {
            probe();
            if (id.equals("broken")) {
                throw new IllegalStateException("not a session");
            }
            return !id.equals("old");
        }

        @Override
        protected void searchExpired(Set<String> expired, long time) {
            expired.add("any");
        }

        @Override
        protected void searchExpired(Set<String> expired, long time, String node) {
            expired.add("of " + node);
        }

        @Override
        protected SessionData doLoad(String id) {
            return null;
        }

        @Override
        protected void doStore(String id, SessionData data, long lastSaveTime) {}

        @Override
        public boolean delete(String id) {
            return false;
        }
    }

    private final Remote store = new Remote();

    RemoteSessionDataStoreTest() throws Exception {
        store.initialize(new SessionContext("one", "/app", null));
    }

    @Test
    void connectionIsReleasedOnceAtTheStop() throws Exception {
        store.start();
        assertThat(store.users).isEqualTo(1);
        store.stop();
        assertThat(store.users).isZero();
    }

    @Test
    void storeThatFailsToStartReleasesItsConnectionOnce() throws Exception {
        store.failure = new IllegalArgumentException("credentials");
        assertThatThrownBy(store::start).hasMessage("credentials");
        assertThat(store.users).isZero();
        store.stop();
        assertThat(store.users).isZero();
    }

    @Test
    void remoteThatIsAwayFailsNoStart() throws Exception {
        store.failure = new IOException("away");
        store.start();
        assertThat(store.getExpired(Set.of("old"))).contains("any");
        store.failure = null;
        assertThat(store.getExpired(Set.of("old", "new")))
                .contains("old", "of one")
                .doesNotContain("new");
        store.stop();
        assertThat(store.users).isZero();
    }

    @Test
    void sessionThatCannotBeReadDoesNotKeepOthersFromExpiry() throws Exception {
        store.start();
        assertThat(store.getExpired(Set.of("broken", "old", "new"))).containsExactlyInAnyOrder("old", "of one", "any");
        store.stop();
    }
}
