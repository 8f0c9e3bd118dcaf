package org.eclipse.jetty.tests.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.tests.sample.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HoldTest {
    private final Sample sample = new Sample();

    @Test
    void threadStaysAtTheBeginOfAMethod() throws Exception {
        try (Hold hold = Hold.at(Sample.class.getName() + "#first", object -> object == sample)) {
            Thread thread = new Thread(sample);
            thread.start();
            assertThat(hold.awaitHeld()).isSameAs(thread);
            assertThat(sample.done).containsExactly("run");
            hold.release();
            thread.join();
            assertThat(sample.done).containsExactly("run", "first", "ran");
        }
    }

    @Test
    void threadStaysAtTheEndOfAMethodWhichHasItsResult() throws Exception {
        List<Long> results = new ArrayList<>();
        try (Hold hold = Hold.at(Sample.class.getName() + "#first@exit")) {
            Thread thread = new Thread(() -> results.add(sample.first(40, "xx")));
            thread.start();
            hold.awaitHeld();
            assertThat(sample.done).containsExactly("first");
            assertThat(results).isEmpty();
            hold.release();
            thread.join();
            assertThat(results).containsExactly(42L);
        }
    }

    @Test
    void onlyTheFirstThreadIsHeld() throws Exception {
        try (Hold hold = Hold.at(Sample.class.getName() + "#second")) {
            Thread thread = new Thread(sample);
            thread.start();
            hold.awaitHeld();
            assertThat(Sample.second()).isEqualTo("second");
            hold.release();
            thread.join();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.Runnable+#run",
                "org.eclipse.jetty.tests.sample.Sample+#run",
                "org.eclipse.jetty.tests.sample.*#run"
            })
    void methodOfASubtypeIsFound(String point) throws Exception {
        Sample special = new Sample.Special();
        try (Hold hold = Hold.at(point, object -> object == special)) {
            Thread thread = new Thread(special);
            thread.start();
            hold.awaitHeld();
            assertThat(special.done).isEmpty();
            hold.release();
            thread.join();
        }
    }

    @Test
    void nothingIsHeldAfterTheEnd() {
        Hold.at(Sample.class.getName() + "#run").close();
        sample.run();
        assertThat(sample.done).hasSize(3);
    }

    @Test
    void pointsAreChecked() {
        assertThatThrownBy(() -> Hold.at("Sample.first"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Sample.first")
                .hasMessageContaining("package.Class#method");
        assertThat(Point.parse("a.B+#c@exit")).hasToString("a.B+#c@exit");
        assertThat(Point.parse("a.b.*#*")).hasToString("a.b.*#*@enter");
    }

    @Test
    void eachStepOfAThreadIsAPlaceToStop() throws Exception {
        List<String> places = new ArrayList<>();
        try (Steps steps = Steps.in("org.eclipse.jetty.tests.sample")) {
            for (int step = 1; ; step++) {
                Steps.Walk walk = steps.stopAt(step);
                Sample walked = new Sample();
                Thread thread = new Thread(() -> {
                    walk.begin();
                    walked.run();
                    walk.end();
                });
                thread.start();
                boolean stopped = walk.awaitStopped();
                // of no effect on others
                sample.run();
                walk.release();
                thread.join();
                assertThat(walked.done).hasSize(3);
                if (!stopped) {
                    break;
                }
                places.add(walk.toString().replaceAll(".*#", ""));
            }
        }
        assertThat(places)
                .containsExactly("run@enter", "first@enter", "first@exit", "second@enter", "second@exit", "run@exit");
    }

    @Test
    void delaysHaveArguments() throws Exception {
        assertThat(Delays.defaultPoints()).hasSizeGreaterThan(10);
        assertThatThrownBy(() -> Delays.parse("delays"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected: delay");
        assertThatThrownBy(() -> Delays.parse("delay,seconds=1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("seconds=1");
        assertThat(Delays.parse("delay,millis=1,percent=100")).isNotNull();
    }
}
