package org.eclipse.jetty.fcgi.client.transport.internal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jetty.fcgi.FCGI;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.util.StringUtil;

/** Writes the records of requests (FastCGI specification, section 3.3). */
final class RecordWriter {
    static final int HEADER_LENGTH = 8;
    static final int VERSION = 1;
    static final int REQUEST_ID = 1;
    static final int MAX_CONTENT = 65_535;
    private static final int KEEP_CONNECTION = 1;
    private static final int LONG_LENGTH = 128;
    private static final int LONG_LENGTH_BIT = 0x80;

    private RecordWriter() {}

    /** Returns the beginning of a request: its role, and its variables. */
    static ByteBuffer begin(HttpFields variables) {
        ByteArrayOutputStream parameters = new ByteArrayOutputStream();
        for (HttpField variable : variables) {
            byte[] name = variable.getName().getBytes(StandardCharsets.UTF_8);
            byte[] value = value(variable);
            putLength(parameters, name.length);
            putLength(parameters, value.length);
            parameters.writeBytes(name);
            parameters.writeBytes(value);
        }
        byte[] bytes = parameters.toByteArray();
        int records = (bytes.length + MAX_CONTENT - 1) / MAX_CONTENT;
        ByteBuffer head = ByteBuffer.allocate(3 * HEADER_LENGTH + records * HEADER_LENGTH + bytes.length);
        putHeader(head, FCGI.FrameType.BEGIN_REQUEST, HEADER_LENGTH);
        head.putShort((short) FCGI.Role.RESPONDER.code)
                .put((byte) KEEP_CONNECTION)
                .put(new byte[5]);
        for (int start = 0; start < bytes.length; start += MAX_CONTENT) {
            int length = Math.min(MAX_CONTENT, bytes.length - start);
            putHeader(head, FCGI.FrameType.PARAMS, length);
            head.put(bytes, start, length);
        }
        putHeader(head, FCGI.FrameType.PARAMS, 0);
        return head.flip();
    }

    /**
     * Returns the octets of a value: of fields those that the client has sent, each of which is a character (RFC 3875, section
     * 4.1.18), of others UTF-8.
     */
    private static byte[] value(HttpField variable) {
        String value = variable.getValue();
        if (value == null) {
            return new byte[0];
        }
        String name = variable.getName();
        boolean field = name.startsWith("HTTP_") || name.equals(FCGI.Headers.CONTENT_TYPE);
        return value.getBytes(field ? StringUtil.latin1OrUtf8(value) : StandardCharsets.UTF_8);
    }

    /** FastCGI specification, section 3.4: a length below 128 is one byte, others are four with the highest bit set. */
    private static void putLength(ByteArrayOutputStream bytes, int length) {
        if (length < LONG_LENGTH) {
            bytes.write(length);
        } else {
            bytes.write(length >>> 24 | LONG_LENGTH_BIT);
            bytes.write(length >>> 16);
            bytes.write(length >>> 8);
            bytes.write(length);
        }
    }

    /** Adds the records of a piece of content, whose bytes are not copied. */
    static void addContent(List<ByteBuffer> records, ByteBuffer content) {
        ByteBuffer rest = content.slice();
        while (rest.hasRemaining()) {
            int length = Math.min(MAX_CONTENT, rest.remaining());
            records.add(header(length));
            records.add(rest.slice().limit(length));
            rest.position(rest.position() + length);
        }
    }

    /** Adds the end of the content. */
    static void addEnd(List<ByteBuffer> records) {
        records.add(header(0));
    }

    private static ByteBuffer header(int length) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_LENGTH);
        putHeader(header, FCGI.FrameType.STDIN, length);
        return header.flip();
    }

    private static void putHeader(ByteBuffer buffer, FCGI.FrameType type, int length) {
        buffer.put((byte) VERSION)
                .put((byte) type.code)
                .putShort((short) REQUEST_ID)
                .putShort((short) length)
                .putShort((short) 0);
    }
}
