package org.eclipse.jetty.security.sso;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two services over one store, of which the other acts while one of them waits for the store. */
class SignOnsTest {
    private static final long IDLE = TimeUnit.MINUTES.toMillis(30);
    private static final long MAX = TimeUnit.HOURS.toMillis(12);

    private final SignOnToken token = SignOnToken.make(null);
    private final AtomicInteger loads = new AtomicInteger();
    private Runnable beforeSave = () -> {};
    private final MemorySignOnStore store = new MemorySignOnStore() {
        @Override
        protected SessionData doLoad(String id) {
            loads.incrementAndGet();
            return super.doLoad(id);
        }

        @Override
        protected void doStore(String id, SessionData data, long lastSaveTime) {
            Runnable first = beforeSave;
            beforeSave = () -> {};
            first.run();
            super.doStore(id, data, lastSaveTime);
        }
    };
    private final SignOns one = new SignOns(store, IDLE, MAX);
    private final SignOns two = new SignOns(store, IDLE, MAX);

    @BeforeEach
    void startStore() throws Exception {
        store.initialize(new SessionContext("node", "sso", null));
        store.start();
        one.begin(token, "realm", "ann", Set.of(), "FORM");
    }

    @AfterEach
    void stopStore() throws Exception {
        store.stop();
    }

    /** Lets the sign-on be used for the last time some minutes ago, as the other servers know it. */
    private void usedBefore(long minutes) throws Exception {
        SessionData data = store.load(token.id());
        data.setAccessed(System.currentTimeMillis() - TimeUnit.MINUTES.toMillis(minutes));
        data.setMetaDataDirty(true);
        store.store(token.id(), data);
    }

    @Test
    void lateSaveOfAUseDoesNotBringBackTheSecretThatALoginReplaced() throws Exception {
        usedBefore(10);
        SignOnToken renewed = SignOnToken.make(token.id());
        beforeSave = () -> two.renew(renewed, Set.of("admin"), "BASIC");
        one.touch(one.load(token.id()));
        SignOn now = two.load(token.id());
        assertThat(now.hasSecret(renewed.digest())).isTrue();
        assertThat(now.hasSecret(token.digest())).isFalse();
        assertThat(now.getRoles()).containsExactly("admin");
    }

    @Test
    void lateSaveOfAUseDoesNotBringBackASignOnThatHasEnded() throws Exception {
        usedBefore(10);
        beforeSave = () -> assertThat(two.end(token.id())).isTrue();
        one.touch(one.load(token.id()));
        assertThat(one.load(token.id())).isNull();
        assertThat(two.load(token.id())).isNull();
    }

    @Test
    void lateSaveOfALoginDoesNotBringBackASignOnThatHasEnded() {
        beforeSave = () -> assertThat(two.end(token.id())).isTrue();
        assertThat(one.renew(SignOnToken.make(token.id()), null, "FORM")).isNull();
        assertThat(two.load(token.id())).isNull();
    }

    @Test
    void useOnOneServerKeepsTheSignOnOfAnother() throws Exception {
        usedBefore(29);
        one.touch(one.load(token.id()));
        usedBefore(31);
        assertThat(two.load(token.id())).isNotNull();
    }

    @Test
    void signOnWithoutUseHasEnded() throws Exception {
        usedBefore(31);
        assertThat(one.load(token.id())).isNull();
    }

    @Test
    void storeIsAskedOnceWhereTheLastUseIsKnown() throws Exception {
        usedBefore(10);
        one.touch(one.load(token.id()));
        loads.set(0);
        for (int i = 0; i < 10; i++) {
            one.touch(one.load(token.id()));
        }
        assertThat(loads).hasValue(10);
    }
}
