package org.eclipse.jetty.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HTTP2CipherTest {
    @Test
    void prohibitedSuitesComeLastInTheirOrder() {
        String[] suites = {
            "TLS_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
            "TLS_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"
        };
        Arrays.sort(suites, HTTP2Cipher.COMPARATOR);
        assertThat(suites)
                .containsExactly(
                        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                        "TLS_AES_128_GCM_SHA256",
                        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
                        "TLS_RSA_WITH_AES_128_GCM_SHA256",
                        "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256");
    }

    @Test
    void protocolsBeforeTls12AreProhibited() {
        assertThat(HTTP2Cipher.isBlackListProtocol("TLSv1.1")).isTrue();
        assertThat(HTTP2Cipher.isBlackListProtocol("TLSv1.3")).isFalse();
    }
}
