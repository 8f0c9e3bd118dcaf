package org.eclipse.jetty.security.ldap;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LdapTurnsTest {
    @Test
    void threadsBeyondThoseThatMayWaitAreRefusedAtOnce() {
        LdapTurns turns = new LdapTurns(1, 0, Integer.MAX_VALUE);
        turns.acquire();
        assertThatThrownBy(turns::acquire).isInstanceOf(LdapException.class);
        turns.release();
        turns.acquire();
    }

    @Test
    void threadThatWaitsGoesOnWhenAnotherIsDone() {
        LdapTurns turns = new LdapTurns(1, 1, Integer.MAX_VALUE);
        turns.acquire();
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(turns::acquire);
        turns.release();
        waiting.join();
    }
}
