package org.eclipse.jetty.security.jwt.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class IntrospectionTurnsTest {
    private long now;
    private final KnownNetworks networks = new KnownNetworks(() -> now);
    private final IntrospectionTurns turns = new IntrospectionTurns(32, networks);

    /** Takes places until there are no more for a network. */
    private List<IntrospectionTurns.Turn> fill(String network) {
        List<IntrospectionTurns.Turn> taken = new ArrayList<>();
        try {
            while (taken.size() < 100) {
                taken.add(turns.enter(network));
            }
        } catch (IOException x) {
            assertThat(x).hasMessageContaining("too many requests wait for the introspection endpoint");
        }
        return taken;
    }

    @Test
    void strangersLeaveHalfOfThePlacesToKnownNetworks() {
        networks.add("known");
        int strangers = 0;
        for (int i = 0; i < 100; i++) {
            strangers += fill("stranger" + i).size();
        }
        assertThat(strangers).isEqualTo(16);
        assertThat(fill("known")).hasSize(16);
    }

    @Test
    void oneNetworkDoesNotHaveAllPlaces() {
        networks.add("known");
        networks.add("other");
        assertThat(fill("stranger")).hasSize(8);
        assertThat(fill("known")).hasSize(24);
        assertThat(fill("other")).isEmpty();
    }

    @Test
    void placesAreFreeAgainOnceTheyAreLeft() throws Exception {
        for (int i = 0; i < 3; i++) {
            List<IntrospectionTurns.Turn> taken = fill("stranger");
            assertThat(taken).hasSize(8);
            // known meanwhile: what was counted is taken back all the same
            networks.add("stranger");
            taken.forEach(IntrospectionTurns.Turn::close);
            now += TimeUnit.MINUTES.toNanos(11);
        }
        turns.enter("stranger").close();
    }

    @Test
    void numberOfKnownNetworksIsLimited() {
        for (int i = 0; i < 11_000; i++) {
            networks.add("n" + i);
        }
        int known = 0;
        for (int i = 0; i < 11_000; i++) {
            known += networks.contains("n" + i) ? 1 : 0;
        }
        assertThat(known).isEqualTo(10_000);
    }

    @Test
    void networkIsKnownForTenMinutes() {
        networks.add("a");
        now += TimeUnit.MINUTES.toNanos(11);
        assertThat(fill("a")).hasSize(8);
        assertThatThrownBy(() -> turns.enter("a")).hasMessageContaining("expected: less than 8");
    }
}
