package org.eclipse.jetty.http2;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Which TLS protocols and cipher suites HTTP/2 may be spoken over (RFC 9113, section 9.2 and appendix A): TLS 1.3, and those
 * of TLS 1.2 that have ephemeral keys and authenticated encryption. Thread-safe.
 */
public class HTTP2Cipher {
    /** Puts cipher suites that HTTP/2 prohibits behind the others; else it keeps the order. */
    public static final Comparator<String> COMPARATOR = Comparator.comparing(HTTP2Cipher::isBlackListCipher);

    private HTTP2Cipher() {}

    /** Whether a protocol is older than TLS 1.2. */
    public static boolean isBlackListProtocol(@Nullable String tlsProtocol) {
        return tlsProtocol != null && !tlsProtocol.equals("TLSv1.2") && !tlsProtocol.equals("TLSv1.3");
    }

    /** Whether a cipher suite is prohibited. */
    public static boolean isBlackListCipher(@Nullable String tlsCipher) {
        if (tlsCipher == null) {
            return false;
        }
        int with = tlsCipher.indexOf("_WITH_");
        if (with < 0) {
            // the suites of TLS 1.3 name no key exchange, and the one that only signals is not a cipher suite
            return tlsCipher.startsWith("SSL_");
        }
        String exchange = tlsCipher.substring(0, with);
        boolean ephemeral = exchange.contains("_ECDHE_") || exchange.contains("_DHE_");
        boolean authenticated =
                tlsCipher.contains("_GCM_") || tlsCipher.contains("_CCM") || tlsCipher.contains("_CHACHA20_POLY1305");
        return !ephemeral || !authenticated;
    }
}
