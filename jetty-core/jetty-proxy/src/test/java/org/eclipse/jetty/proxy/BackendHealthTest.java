package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Health checks, ejection and retries, with a clock of the test's own. */
class BackendHealthTest {
    private final ManualTime time = new ManualTime();
    private final EjectionPolicy policy = new EjectionPolicy();
    private final List<Backend> backends = new ArrayList<>();

    private Backend backend(String name) {
        Backend backend = new Backend(BackendSettings.of(name, "http://" + name), time, TimeUnit.SECONDS.toNanos(10));
        backends.add(backend);
        return backend;
    }

    private void fail(Backend backend, int times) {
        for (int i = 0; i < times; i++) {
            policy.failed(backend, backends, time);
        }
    }

    @Test
    void failuresInARowEject() {
        Backend a = backend("a");
        backend("b");
        fail(a, 4);
        policy.succeeded(a, false, time);
        fail(a, 4);
        assertThat(a.getState()).isEqualTo(BackendState.UP);
        fail(a, 1);
        assertThat(a.getState()).isEqualTo(BackendState.EJECTED);
        time.advance(4999);
        assertThat(a.getState()).isEqualTo(BackendState.EJECTED);
        time.advance(1);
        assertThat(a.getState()).isEqualTo(BackendState.UP);
        assertThat(a.getEffectiveWeight()).isEqualTo(0.1);
        assertThat(a.getTotalFailures()).isEqualTo(9);
        assertThat(a.getTotalEjections()).isOne();
    }

    @Test
    void ejectionsGrowUntilTheBackEndHasLasted() {
        policy.setMaxTime(15_000);
        Backend a = backend("a");
        backend("b");
        fail(a, 5);
        for (long expected : new long[] {5_000, 10_000, 15_000, 15_000}) {
            time.advance(expected - 1);
            assertThat(a.getState()).isEqualTo(BackendState.EJECTED);
            time.advance(1);
            assertThat(a.getState()).isEqualTo(BackendState.UP);
            // the first failure counts
            fail(a, 1);
            assertThat(a.getState()).isEqualTo(BackendState.EJECTED);
        }
        time.advance(15_000);
        policy.succeeded(a, false, time);
        time.advance(15_000);
        fail(a, 4);
        assertThat(a.getState()).isEqualTo(BackendState.UP);
        fail(a, 1);
        time.advance(5_000);
        assertThat(a.getState()).isEqualTo(BackendState.UP);
    }

    @Test
    void noMoreThanAPartIsEjected() {
        for (int i = 0; i < 5; i++) {
            backend("b" + i);
        }
        backends.forEach(each -> fail(each, 100));
        assertThat(backends.stream().filter(each -> each.getState() == BackendState.EJECTED))
                .hasSize(2);
        backends.clear();
        Backend single = backend("single");
        fail(single, 100);
        assertThat(single.getState()).isEqualTo(BackendState.UP);
    }

    @Test
    void noneIsEjectedWithoutALimitOfFailures() {
        policy.setMaxFailures(0);
        policy.setMaxEjectedPercent(100);
        Backend a = backend("a");
        fail(a, 1000);
        assertThat(a.getState()).isEqualTo(BackendState.UP);
    }

    @Test
    void checksInARowDecideOnHealth() {
        HealthCheck settings = new HealthCheck();
        settings.setPath("/health");
        List<Consumer<String>> asked = new ArrayList<>();
        Backend a = backend("a");
        HealthMonitor monitor = new HealthMonitor(a, settings, time, (backend, result) -> asked.add(result));
        monitor.start();
        assertThat(states(a, asked, "x", "x", null, "x", "x", "x", null, "x", null, null, null))
                .containsExactly(
                        BackendState.UP,
                        BackendState.UP,
                        BackendState.UP,
                        BackendState.UP,
                        BackendState.UP,
                        BackendState.DOWN,
                        BackendState.DOWN,
                        BackendState.DOWN,
                        BackendState.DOWN,
                        BackendState.UP,
                        BackendState.UP);
        assertThat(asked).hasSize(1);
        monitor.stop();
        assertThat(time.scheduled()).isZero();
        asked.remove(0).accept("after the stop");
        assertThat(time.scheduled()).isZero();
    }

    private List<BackendState> states(Backend backend, List<Consumer<String>> asked, String... results) {
        List<BackendState> states = new ArrayList<>();
        for (String result : results) {
            asked.remove(0).accept(result);
            states.add(backend.getState());
            time.advance(4_999);
            assertThat(asked).isEmpty();
            time.advance(1);
        }
        return states;
    }

    @Test
    void drainingIsAnOperationAndASetting() {
        Backend a = backend("a");
        a.drain();
        assertThat(a.getState()).isEqualTo(BackendState.DRAINING);
        a.update(a.getSettings().with("drain", "true"));
        a.resume();
        assertThat(a.getState()).isEqualTo(BackendState.DRAINING);
        a.update(a.getSettings().with("drain", "false"));
        assertThat(a.getState()).isEqualTo(BackendState.UP);
    }

    @Test
    void retriesAreAPartOfTheRequests() {
        RetryPolicy retries = new RetryPolicy();
        retries.setBudgetReserve(2);
        assertThat(List.of(retries.take(), retries.take(), retries.take())).containsExactly(true, true, false);
        for (int i = 0; i < 5; i++) {
            assertThat(retries.take()).isFalse();
            retries.onRequest();
        }
        assertThat(List.of(retries.take(), retries.take())).containsExactly(true, false);
        for (int i = 0; i < 1000; i++) {
            retries.onRequest();
        }
        assertThat(retries.getBudget()).isEqualTo(2);
    }

    @Test
    void statusIsOneOfTheRanges() {
        HealthCheck check = new HealthCheck();
        check.setExpectedStatus("200-204, 404");
        assertThat(List.of(check.isExpected(199), check.isExpected(200), check.isExpected(204), check.isExpected(404)))
                .containsExactly(false, true, true, true);
    }
}
