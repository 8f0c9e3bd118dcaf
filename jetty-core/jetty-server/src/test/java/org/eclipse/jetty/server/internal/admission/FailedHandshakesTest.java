package org.eclipse.jetty.server.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

/** What the log says about failed handshakes. */
class FailedHandshakesTest {
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
