package org.eclipse.jetty.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.security.jwt.internal.JwkCache;
import org.junit.jupiter.api.Test;

class JwkCacheTest {
    private static final RSAKey ONE = TestKeys.newKey("one");
    private static final RSAKey TWO = TestKeys.newKey("two");

    private long now;
    private int reads;
    private List<JWK> keys = List.of(ONE);
    private final JwkCache cache = new JwkCache(
            () -> {
                reads++;
                if (keys == null) {
                    throw new IOException("down");
                }
                return new JWKSet(keys).toString();
            },
            TimeUnit.HOURS.toNanos(1),
            () -> now);

    private List<JWK> find(String kid) throws IOException {
        return cache.find(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(kid).build());
    }

    @Test
    void keysAreReadOnceAnHour() throws Exception {
        assertThat(find("one")).hasSize(1);
        assertThat(find("one")).hasSize(1);
        assertThat(reads).isEqualTo(1);
        now += TimeUnit.MINUTES.toNanos(61);
        assertThat(find("one")).hasSize(1);
        assertThat(reads).isEqualTo(2);
    }

    @Test
    void keyThatWasRemovedIsNotTrustedAfterAnHour() throws Exception {
        assertThat(find("one")).hasSize(1);
        keys = List.of(TWO);
        assertThat(find("one")).hasSize(1);
        now += TimeUnit.MINUTES.toNanos(61);
        assertThat(find("one")).isEmpty();
    }

    @Test
    void unknownKeysAreReadFiveTimesAMinuteAtMost() throws Exception {
        for (int i = 0; i < 100; i++) {
            assertThat(find("unknown" + i)).isEmpty();
        }
        assertThat(reads).isEqualTo(5);
        keys = List.of(ONE, TWO);
        assertThat(find("two")).isEmpty();
        now += TimeUnit.SECONDS.toNanos(61);
        assertThat(find("two")).hasSize(1);
    }

    @Test
    void keysThatCannotBeReadAgainStayValid() throws Exception {
        assertThat(find("one")).hasSize(1);
        keys = null;
        now += TimeUnit.MINUTES.toNanos(61);
        assertThat(find("one")).hasSize(1);
    }

    @Test
    void unknownKeyIsAnErrorWhileTheKeysCannotBeRead() throws Exception {
        assertThat(find("one")).hasSize(1);
        keys = null;
        // beyond the reads of a minute, too
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> find("two"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("key two is unknown");
        }
        assertThat(find("one")).hasSize(1);
        keys = List.of(ONE);
        now += TimeUnit.SECONDS.toNanos(61);
        assertThat(find("two")).isEmpty();
    }

    @Test
    void keysThatWereNeverReadAreAnError() {
        keys = null;
        assertThatThrownBy(() -> find("one")).isInstanceOf(IOException.class).hasMessageContaining("down");
    }

    @Test
    void tokenWithoutAKeyIdIsTriedWithAllKeysForSignatures() throws Exception {
        keys = List.of(
                ONE,
                TWO,
                new RSAKey.Builder(TestKeys.newKey("three"))
                        .keyUse(KeyUse.ENCRYPTION)
                        .build());
        assertThat(find(null)).hasSize(2);
    }

    @Test
    void keysOfOtherAlgorithmsAreNotFound() throws Exception {
        keys = List.of(new RSAKey.Builder(ONE).algorithm(JWSAlgorithm.PS256).build());
        assertThat(find("one")).isEmpty();
    }

    @Test
    void moreThanAHundredKeysAreRefused() {
        keys = Collections.nCopies(101, ONE);
        assertThatThrownBy(() -> find("one")).hasMessageContaining("keys: 101 (expected: at most 100)");
    }
}
