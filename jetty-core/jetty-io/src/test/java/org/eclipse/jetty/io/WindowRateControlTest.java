package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WindowRateControlTest {
    @Test
    void eventsBeyondTheNumberWithinTheWindowAreRefused() {
        WindowRateControl control = new WindowRateControl(3, Duration.ofHours(1));
        assertThat(control.onEvent("a")).isTrue();
        assertThat(control.onEvent("b")).isTrue();
        assertThat(control.onEvent("c")).isTrue();
        assertThat(control.onEvent("d")).isFalse();
    }

    @Test
    void eventsAreForgottenAfterTheWindow() {
        // halves of a nanosecond are over at each call
        WindowRateControl control = new WindowRateControl(1, Duration.ofNanos(2));
        for (int i = 0; i < 1000; i++) {
            assertThat(control.onEvent(i)).isTrue();
            Thread.onSpinWait();
        }
    }

    @Test
    void negativeNumberIsNoControl() {
        assertThat(new WindowRateControl.Factory(-1).newRateControl(null)).isSameAs(RateControl.NO_RATE_CONTROL);
    }
}
