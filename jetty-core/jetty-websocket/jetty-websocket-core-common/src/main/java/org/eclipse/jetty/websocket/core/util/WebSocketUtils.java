package org.eclipse.jetty.websocket.core.util;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The hash of the opening handshake. */
public final class WebSocketUtils {
    /** What is hashed behind the key (RFC 6455, section 1.3). */
    private static final byte[] MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11".getBytes(StandardCharsets.ISO_8859_1);

    private WebSocketUtils() {}

    /** The value of Sec-WebSocket-Accept for one of Sec-WebSocket-Key (RFC 6455, section 4.2.2). */
    public static String hashKey(String key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            digest.update(key.getBytes(StandardCharsets.ISO_8859_1));
            digest.update(MAGIC);
            return Base64.getEncoder().encodeToString(digest.digest());
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException("every JDK has SHA-1", x);
        }
    }
}
