package org.eclipse.jetty.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BackOffTest {
    private final BackOff backOff = new BackOff();
    private final IOException first = new IOException("first");
    private long now = Long.MAX_VALUE - 1000;

    private void fail(IOException cause) {
        backOff.failed(cause, now, 100, 350);
    }

    private void pass(long milliseconds) {
        now += TimeUnit.MILLISECONDS.toNanos(milliseconds);
    }

    @Test
    void timesDoubleUpToTheLongest() {
        for (long expected : new long[] {100, 200, 350, 350}) {
            fail(first);
            assertThat(backOff.getLeft(now)).isEqualTo(expected);
            pass(expected - 1);
            assertThat(backOff.getCause(now)).isSameAs(first);
            pass(1);
            assertThat(backOff.getCause(now)).isNull();
            assertThat(backOff.getLeft(now)).isZero();
        }
    }

    @Test
    void failuresWithinATimeTellNothingNew() {
        fail(first);
        pass(50);
        fail(new IOException("second"));

        assertThat(backOff.getCause(now)).isSameAs(first);
        assertThat(backOff.getLeft(now)).isEqualTo(50);
    }

    @Test
    void connectionThatIsOpenedEndsIt() {
        fail(first);
        pass(100);
        fail(first);
        backOff.succeeded();
        assertThat(backOff.getCause(now)).isNull();

        fail(first);
        assertThat(backOff.getLeft(now)).isEqualTo(100);
    }

    @Test
    void withoutATimeNothingIsLeftAlone() {
        backOff.failed(first, now, 0, 1000);
        assertThat(backOff.getCause(now)).isNull();
    }

    @Test
    void longestTimeIsAtLeastTheFirst() {
        backOff.failed(first, now, 100, 1);
        assertThat(backOff.getLeft(now)).isEqualTo(100);
    }
}
