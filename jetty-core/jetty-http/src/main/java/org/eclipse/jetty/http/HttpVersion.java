package org.eclipse.jetty.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.internal.AsciiTable;
import org.jspecify.annotations.Nullable;

/** Protocol versions (RFC 9110, section 2.5). Names are case-sensitive. Thread-safe. */
public enum HttpVersion {
    HTTP_0_9("HTTP/0.9", 9),
    HTTP_1_0("HTTP/1.0", 10),
    HTTP_1_1("HTTP/1.1", 11),
    HTTP_2("HTTP/2.0", 20),
    HTTP_3("HTTP/3.0", 30);

    private static final AsciiTable<HttpVersion> BY_NAME = new AsciiTable<>(8, true);

    static {
        for (HttpVersion version : values()) {
            BY_NAME.put(version.name, version);
        }
    }

    private final String name;
    private final byte[] bytes;
    private final int version;

    HttpVersion(String name, int version) {
        this.name = name;
        this.bytes = name.getBytes(StandardCharsets.US_ASCII);
        this.version = version;
    }

    /** The name as octets; not to be changed. */
    public byte[] toBytes() {
        return bytes;
    }

    /** The name as a read-only buffer. */
    public ByteBuffer toBuffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** Ten times the major number plus the minor. */
    public int getVersion() {
        return version;
    }

    /** Whether a name is this version's, in any case. */
    public boolean is(String s) {
        return name.equalsIgnoreCase(s);
    }

    /** The name on the wire. */
    public String asString() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }

    /** The version of exactly that name. */
    public static @Nullable HttpVersion fromString(String version) {
        return BY_NAME.get(version);
    }

    static @Nullable HttpVersion fromBytes(byte[] bytes, int from, int to) {
        return BY_NAME.get(bytes, from, to);
    }

    /** The version of a number as {@link #getVersion()} gives it. */
    public static HttpVersion fromVersion(int version) {
        for (HttpVersion candidate : values()) {
            if (candidate.version == version) {
                return candidate;
            }
        }
        throw new IllegalArgumentException("HTTP version " + version + " (expected: 9, 10, 11, 20, 30)");
    }
}
