package org.eclipse.jetty.security.jwt.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProofReplaysTest {
    private final ProofReplays replays = new ProofReplays(10, 100);

    private boolean use(String thumbprint, String id, long now) throws Exception {
        return replays.use(new DpopProof(thumbprint, id, null), "user of " + thumbprint, now);
    }

    @Test
    void proofIsUsedOnceByEachKey() throws Exception {
        assertThat(use("a", "1", 0)).isTrue();
        assertThat(use("a", "1", 0)).isFalse();
        assertThat(use("a", "1", 99)).isFalse();
        assertThat(use("b", "1", 99)).isTrue();
        assertThat(use("a", "2", 99)).isTrue();
        // too old by then
        assertThat(use("a", "1", 100)).isTrue();
        assertThat(replays.size()).isEqualTo(3);
    }

    @Test
    void oneUserDoesNotTakeAllPlaces() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(use("a", "" + i, i)).isTrue();
        }
        assertThatThrownBy(() -> use("a", "5", 5)).hasMessageContaining("5 of one user (expected: less than 5)");
        for (int i = 0; i < 5; i++) {
            assertThat(use("b", "" + i, 5)).isTrue();
        }
        assertThatThrownBy(() -> use("c", "0", 5)).hasMessageContaining("10 (expected: less than 10)");
        // none was forgotten for another one
        assertThat(use("a", "0", 5)).isFalse();
        assertThat(use("a", "5", 100)).isTrue();
    }
}
