package org.eclipse.jetty.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.internal.AsciiTable;
import org.jspecify.annotations.Nullable;

/** URI schemes of HTTP and WebSocket with their default ports (RFC 9110, section 4.2, RFC 6455, section 3). Thread-safe. */
public enum HttpScheme {
    HTTP("http", 80),
    HTTPS("https", 443),
    WS("ws", 80),
    WSS("wss", 443);

    private static final AsciiTable<HttpScheme> BY_NAME = new AsciiTable<>(8, false);

    static {
        for (HttpScheme scheme : values()) {
            BY_NAME.put(scheme.name, scheme);
        }
    }

    private final String name;
    private final byte[] bytes;
    private final int defaultPort;

    HttpScheme(String name, int defaultPort) {
        this.name = name;
        this.bytes = name.getBytes(StandardCharsets.US_ASCII);
        this.defaultPort = defaultPort;
    }

    /** The name as a read-only buffer. */
    public ByteBuffer asByteBuffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** Whether a name is this scheme's, in any case. */
    public boolean is(@Nullable String s) {
        return name.equalsIgnoreCase(s);
    }

    /** The name on the wire. */
    public String asString() {
        return name;
    }

    /** The port used when none is given. */
    public int getDefaultPort() {
        return defaultPort;
    }

    /** 0 for the default port, the port itself else. */
    public int normalizePort(int port) {
        return port == defaultPort ? 0 : port;
    }

    @Override
    public String toString() {
        return name;
    }

    /** The scheme of a name in any case. */
    public static @Nullable HttpScheme fromString(String scheme) {
        return BY_NAME.get(scheme);
    }

    /** The default port of a scheme, that of http for an unknown one. */
    public static int getDefaultPort(@Nullable String scheme) {
        HttpScheme known = scheme == null ? null : BY_NAME.get(scheme);
        return known == null ? HTTP.defaultPort : known.defaultPort;
    }

    /** 0 for the default port of a scheme, the port itself else. */
    public static int normalizePort(@Nullable String scheme, int port) {
        HttpScheme known = scheme == null ? null : BY_NAME.get(scheme);
        return known == null ? port : known.normalizePort(port);
    }

    /** Whether a scheme means TLS. */
    public static boolean isSecure(@Nullable String scheme) {
        return HTTPS.is(scheme) || WSS.is(scheme);
    }
}
