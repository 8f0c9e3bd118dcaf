package org.eclipse.jetty.server.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

/** How many failed handshakes are in the log. */
class FailedHandshakesTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final FailedHandshakes failed = new FailedHandshakes(now::get);

    @Test
    void tenLinesAMinuteAndTheNextTellsOfTheOthers() {
        for (int i = 0; i < 10; i++) assertThat(failed.count()).isEmpty();
        for (int i = 0; i < 90; i++) assertThat(failed.count()).isNull();
        now.addAndGet(TimeUnit.SECONDS.toNanos(59));
        assertThat(failed.count()).isNull();

        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(failed.count()).isEqualTo(" (91 more since the last line, 102 since the start)");
        for (int i = 0; i < 9; i++) assertThat(failed.count()).isEmpty();
        assertThat(failed.count()).isNull();
        assertThat(failed.getCount()).isEqualTo(112);

        failed.reset();
        assertThat(failed.getCount()).isZero();
        assertThat(failed.count()).isEmpty();
    }

    @Test
    void reasonIsOneLineOfLimitedLength() {
        assertThat(FailedHandshakes.reason(new SSLException("a\r\nINFO forged\u001b[0m")))
                .isEqualTo("a  INFO forged [0m");
        assertThat(FailedHandshakes.reason(new SSLException("x".repeat(5000)))).hasSize(300);
        assertThat(
                        FailedHandshakes.reason(
                                new SSLException(
                                        "Insufficient buffer remaining for AEAD cipher fragment (2). Needs to be more than tag size (16)")))
                .startsWith("the client ended it by an alert in clear text");
        assertThat(FailedHandshakes.reason(new SSLException((String) null))).isEqualTo("SSLException");
    }
}
