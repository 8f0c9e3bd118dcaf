package org.eclipse.jetty.http2.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpTokens;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.http2.hpack.HpackEncoder;

/**
 * Makes blocks of fields (RFC 9113, section 8.2), without those that are of HTTP/1.1 alone.
 *
 * <p>A block that was begun must be written, as the table of the other side depends on it. Guarded by the lock of the
 * connection.
 */
public abstract class FieldsEncoder {
    protected final HpackEncoder encoder;
    private final String kind;
    private final int maxSize;

    /**
     * @param kind what the fields are of, for messages
     * @param maxSize the octets that the names and values may take
     */
    protected FieldsEncoder(String kind, int maxSize, int maxTableCapacity) {
        this.kind = kind;
        this.maxSize = maxSize;
        encoder = new HpackEncoder(maxTableCapacity);
    }

    public void setTableCapacity(int capacity) {
        encoder.setTableCapacity(capacity);
    }

    /**
     * Makes the block of trailers.
     *
     * @throws HttpException.RuntimeException if the fields cannot be sent, before a block is begun
     */
    public void trailers(HttpFields fields) {
        check(fields);
        encoder.begin();
        encode(fields, true, true);
    }

    /** What the frames of the block take at most. */
    public int framesLength(int maxFrameSize) {
        return FrameWriter.headersLength(encoder.length(), maxFrameSize);
    }

    /** Writes the frames of the block; returns their length. */
    public int write(ByteBuffer to, int streamId, int maxFrameSize, boolean endStream) {
        return FrameWriter.headers(to, streamId, encoder.array(), encoder.length(), maxFrameSize, endStream);
    }

    /**
     * Checks fields before a block is begun.
     *
     * @throws HttpException.RuntimeException if they are too large, or a name is no token (RFC 9110, section 5.1)
     */
    protected void check(HttpFields fields) {
        long size = 0;
        for (int i = fields.size() - 1; i >= 0; i--) {
            HttpField field = fields.getField(i);
            String name = field.getName();
            if (field.getHeader() == null && !isPseudo(name) && !HttpTokens.isLegalFieldName(name)) {
                throw new HttpException.RuntimeException(
                        HttpStatus.INTERNAL_SERVER_ERROR_500, kind + " field name '" + name + "' (expected: a token)");
            }
            String value = field.getValue();
            size += name.length() + (value == null ? 0 : value.length()) + 4;
        }
        if (size > maxSize) {
            throw new HttpException.RuntimeException(
                    HttpStatus.INTERNAL_SERVER_ERROR_500,
                    kind + " fields of " + size + " octets (expected: at most " + maxSize + ")");
        }
    }

    private static boolean isPseudo(String name) {
        return !name.isEmpty() && name.charAt(0) == ':';
    }

    /**
     * Encodes fields, but for pseudo-fields and those that are of HTTP/1.1 alone.
     *
     * @param withLength whether with Content-Length
     * @param withHost whether with Host, which is {@code :authority} in a head of a request
     */
    protected void encode(HttpFields fields, boolean withLength, boolean withHost) {
        for (int i = 0, size = fields.size(); i < size; i++) {
            HttpField field = fields.getField(i);
            HttpHeader header = field.getHeader();
            if (header == null) {
                if (!isPseudo(field.getName())) {
                    encoder.field(field);
                }
                continue;
            }
            switch (header) {
                case CONNECTION,
                        KEEP_ALIVE,
                        PROXY_CONNECTION,
                        TRANSFER_ENCODING,
                        UPGRADE,
                        HTTP2_SETTINGS,
                        C_METHOD,
                        C_SCHEME,
                        C_AUTHORITY,
                        C_PATH,
                        C_PROTOCOL,
                        C_STATUS -> {
                    // of HTTP/1.1, or not for fields (RFC 9113, sections 8.2.2 and 8.3)
                }
                case CONTENT_LENGTH -> {
                    if (withLength) {
                        encoder.field(field);
                    }
                }
                case HOST -> {
                    if (withHost) {
                        encoder.field(field);
                    }
                }
                default -> encoder.field(field);
            }
        }
    }
}
