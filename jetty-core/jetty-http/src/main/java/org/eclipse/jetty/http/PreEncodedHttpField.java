package org.eclipse.jetty.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A field that keeps its octets for HTTP/1, for values that are sent again and again.
 *
 * <p>A name or value that may not be sent is refused by the constructor. Thread-safe.
 */
public class PreEncodedHttpField extends HttpField {
    private final byte[] encoded;
    private final long number;

    public PreEncodedHttpField(@Nullable HttpHeader header, String name, @Nullable String value) {
        this(header, name, value, Long.MIN_VALUE);
    }

    private PreEncodedHttpField(@Nullable HttpHeader header, String name, @Nullable String value, long number) {
        super(header, name, value);
        if (header == null && !HttpTokens.isLegalFieldName(name)) {
            throw new IllegalArgumentException("field name '" + name + "' (expected: a token)");
        }
        String text = value == null ? "" : value;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= 0xff && HttpTokens.isIllegalFieldVchar(c)) {
                throw new IllegalArgumentException("control character in the value of " + getName());
            }
        }
        this.encoded = (getName() + ": " + text + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        this.number = number;
    }

    public PreEncodedHttpField(HttpHeader header, @Nullable String value) {
        this(header, header.asString(), value);
    }

    public PreEncodedHttpField(HttpHeader header, long value) {
        this(header, header.asString(), Long.toString(value), value);
    }

    public PreEncodedHttpField(String name, @Nullable String value) {
        this(HttpHeader.fromString(name), name, value);
    }

    public PreEncodedHttpField(String name, long value) {
        this(HttpHeader.fromString(name), name, Long.toString(value), value);
    }

    /** Puts the whole field line into a buffer in fill mode. The version is one of HTTP/1. */
    public void putTo(ByteBuffer buffer, HttpVersion version) {
        buffer.put(encoded);
    }

    /** The octets of the whole field line. */
    public int getEncodedLength(HttpVersion version) {
        return encoded.length;
    }

    @Override
    public int getIntValue() {
        return number == Long.MIN_VALUE ? super.getIntValue() : Math.toIntExact(number);
    }

    @Override
    public long getLongValue() {
        return number == Long.MIN_VALUE ? super.getLongValue() : number;
    }
}
