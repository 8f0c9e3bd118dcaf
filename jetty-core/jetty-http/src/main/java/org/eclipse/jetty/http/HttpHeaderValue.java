package org.eclipse.jetty.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Well-known field values. Thread-safe. */
public enum HttpHeaderValue {
    CLOSE("close"),
    CHUNKED("chunked"),
    GZIP("gzip"),
    IDENTITY("identity"),
    KEEP_ALIVE("keep-alive"),
    CONTINUE("100-continue"),
    PROCESSING("102-processing"),
    TE("TE"),
    BYTES("bytes"),
    NO_CACHE("no-cache"),
    UPGRADE("Upgrade");

    private final String name;
    private final byte[] bytes;

    HttpHeaderValue(String name) {
        this.name = name;
        this.bytes = name.getBytes(StandardCharsets.US_ASCII);
    }

    /** The value as a read-only buffer. */
    public ByteBuffer toBuffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** Whether a text is this value, in any case. */
    public boolean is(String s) {
        return name.equalsIgnoreCase(s);
    }

    /** The value on the wire. */
    public String asString() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
