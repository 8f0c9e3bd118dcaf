package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which back end is chosen. */
class BackendChoiceTest {
    private final ManualTime time = new ManualTime();
    private final List<Backend> backends = new ArrayList<>();
    private final AtomicReference<String> key = new AtomicReference<>();

    private Backend backend(String name, int weight) {
        BackendSettings settings = BackendSettings.of(name, "http://" + name).with("weight", "" + weight);
        Backend backend = new Backend(settings, time, TimeUnit.SECONDS.toNanos(10));
        backends.add(backend);
        return backend;
    }

    private Map<String, Integer> chosen(BackendChoice choice, int times) {
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < times; i++) {
            key.set("key" + i);
            counts.merge(choice.choose(backends, null).getName(), 1, Integer::sum);
        }
        return counts;
    }

    @Test
    void fewestRequestsForItsWeightAreChosen() {
        Backend a = backend("a", 1);
        Backend b = backend("b", 3);
        LeastRequests choice = new LeastRequests();
        for (int i = 0; i < 40; i++) {
            assertThat(choice.choose(backends, null).acquire()).isTrue();
        }
        assertThat(a.getActiveRequests()).isEqualTo(10);
        assertThat(b.getActiveRequests()).isEqualTo(30);
        b.release();
        assertThat(choice.choose(backends, null)).isSameAs(b);
    }

    @Test
    void equalBackEndsAreChosenByChance() {
        for (int i = 0; i < 4; i++) {
            backend("b" + i, 1);
        }
        // less than 800 of 1000 expected is 7 standard deviations away
        assertThat(chosen(new LeastRequests(), 4000).values()).hasSize(4).allMatch(n -> n > 800 && n < 1200);
    }

    @Test
    void keyKeepsItsBackEndUnlessThatGoes() {
        for (int i = 0; i < 5; i++) {
            backend("b" + i, 1);
        }
        ConsistentHash choice = new ConsistentHash(request -> key.get(), 0);
        Map<String, Backend> before = new HashMap<>();
        for (int i = 0; i < 1000; i++) {
            key.set("user" + i);
            before.put(key.get(), choice.choose(backends, null));
        }
        Backend gone = backends.remove(2);
        int moved = 0;
        for (Map.Entry<String, Backend> entry : before.entrySet()) {
            key.set(entry.getKey());
            Backend after = choice.choose(backends, null);
            if (entry.getValue() == gone) {
                moved++;
            } else {
                assertThat(after).isSameAs(entry.getValue());
            }
        }
        assertThat(moved).isBetween(130, 270);
    }

    @Test
    void keysAreDistributedByWeight() {
        backend("a", 1);
        backend("b", 3);
        Map<String, Integer> counts = chosen(new ConsistentHash(request -> key.get(), 0), 4000);
        assertThat(counts.get("a")).isBetween(850, 1150);
    }

    @Test
    void keyThatManyShareIsBounded() {
        for (int i = 0; i < 4; i++) {
            backend("b" + i, 1);
        }
        key.set("one for all");
        ConsistentHash choice = new ConsistentHash(request -> key.get(), 1.25);
        Set<Backend> chosen = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            Backend backend = choice.choose(backends, null);
            assertThat(backend.acquire()).isTrue();
            chosen.add(backend);
        }
        assertThat(chosen).hasSize(4);
        assertThat(backends).allMatch(each -> each.getActiveRequests() <= 32);
    }

    @Test
    void backEndThatRefusesAtOnceDoesNotAttractRequests() {
        Backend dead = backend("dead", 1);
        Backend busy = backend("busy", 1);
        key.set("key of the dead one");
        EjectionPolicy policy = new EjectionPolicy();
        policy.setMaxEjectedPercent(0);
        for (BackendChoice choice : List.of(new LeastRequests(), new ConsistentHash(request -> key.get(), 1.25))) {
            for (int i = 0; i < 20; i++) {
                assertThat(busy.acquire()).isTrue();
            }
            int failed = 0;
            for (int i = 0; i < 1000; i++) {
                if (choice.choose(backends, null) == dead) {
                    policy.failed(dead, backends, time);
                    failed++;
                }
            }
            assertThat(failed).isLessThan(50);
            time.advance(5_000);
            assertThat(new LeastRequests().choose(backends, null)).isSameAs(dead);
            for (int i = 0; i < 20; i++) {
                busy.release();
            }
        }
    }

    @Test
    void requestWithoutKeyGoesByLeastRequests() {
        Backend a = backend("a", 1);
        Backend b = backend("b", 1);
        assertThat(a.acquire()).isTrue();
        assertThat(new ConsistentHash(request -> null, 1.25).choose(backends, null))
                .isSameAs(b);
    }

    @Test
    void shareGrowsWithinASlowStart() {
        Backend a = backend("a", 10);
        a.setDown(true);
        assertThat(a.getState()).isEqualTo(BackendState.DOWN);
        a.setDown(false);
        assertThat(a.getEffectiveWeight()).isEqualTo(1);
        time.advance(5000);
        assertThat(a.getEffectiveWeight()).isEqualTo(5);
        time.advance(5000);
        assertThat(a.getEffectiveWeight()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "round-robin", "hash:", "hash:header:", "hash:cookie:", "HASH:path"})
    void unknownChoiceIsRefused(String name) {
        assertThatThrownBy(() -> new BalancerHandler().setChoice(name))
                .hasMessageStartingWith("choice: " + name + " (expected: least-requests, hash:address, ");
    }
}
