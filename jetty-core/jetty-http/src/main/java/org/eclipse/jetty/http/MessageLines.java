package org.eclipse.jetty.http;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Puts start lines and field lines of HTTP/1 messages into buffers in fill mode (RFC 9112, sections 3 to 5). Throws
 * BufferOverflowException where there is no space, and BadMessageException of status 500 for what would be no such line.
 */
final class MessageLines {
    private static final byte[][] STATUS_LINES = new byte[HttpStatus.MAX_CODE + 1][];
    private static final byte[] STATUS_PREFIX = ascii("HTTP/1.1 ");
    private static final byte[] CONTENT_LENGTH_0 = ascii("Content-Length: 0\r\n");

    static {
        for (HttpStatus.Code code : HttpStatus.Code.values()) {
            STATUS_LINES[code.getCode()] = ascii("HTTP/1.1 " + code.getCode() + " " + code.getMessage() + "\r\n");
        }
    }

    private MessageLines() {}

    static byte[] ascii(String s) {
        return s.getBytes(StandardCharsets.US_ASCII);
    }

    static void requestLine(MetaData.Request info, boolean absoluteForm, ByteBuffer header) {
        String method = info.getMethod();
        if (!HttpTokens.isLegalFieldName(method)) {
            throw new BadMessageException(
                    HttpStatus.INTERNAL_SERVER_ERROR_500, "method '" + method + "' (expected: a token)");
        }
        put(method, header, HttpTokens.TARGET, "method");
        header.put((byte) ' ');
        HttpURI uri = info.getHttpURI();
        String target = HttpMethod.CONNECT.is(method) ? uri.getAuthority() : uri.getPathQuery();
        if (target == null || target.isEmpty()) {
            target = "/";
        }
        if (absoluteForm && !HttpMethod.CONNECT.is(method)) {
            target = uri.getScheme() + "://" + uri.getAuthority() + target;
        }
        put(target, header, HttpTokens.TARGET, "request target");
        header.put((byte) ' ');
        header.put((info.getHttpVersion() == HttpVersion.HTTP_1_0 ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1)
                .toBytes());
        crlf(header);
    }

    /** The status line, always of this server's version (RFC 9110, section 2.5). */
    static void statusLine(int status, @Nullable String reason, ByteBuffer header) {
        if (status < 100 || status > 999) {
            throw new BadMessageException(
                    HttpStatus.INTERNAL_SERVER_ERROR_500, "status " + status + " (expected: 100-999)");
        }
        byte[] line = status < STATUS_LINES.length ? STATUS_LINES[status] : null;
        if (line != null && reason == null) {
            header.put(line);
            return;
        }
        header.put(STATUS_PREFIX);
        digits(status, header);
        header.put((byte) ' ');
        put(reason == null ? "" : reason, header, HttpTokens.FIELD, "reason");
        crlf(header);
    }

    static void contentLength(long length, ByteBuffer header) {
        if (length == 0) {
            header.put(CONTENT_LENGTH_0);
            return;
        }
        header.put(HttpHeader.CONTENT_LENGTH.getBytesColonSpace());
        digits(length, header);
        crlf(header);
    }

    private static void digits(long n, ByteBuffer buffer) {
        long power = 1;
        for (long rest = n / 10; rest > 0; rest /= 10) {
            power *= 10;
        }
        for (; power > 0; power /= 10) {
            buffer.put((byte) ('0' + n / power % 10));
        }
    }

    static void crlf(ByteBuffer buffer) {
        buffer.put((byte) '\r').put((byte) '\n');
    }

    /** Puts text whose characters all are of a class; in a value, others than ISO-8859-1 become "?". */
    private static void put(String text, ByteBuffer buffer, int flag, String what) {
        int length = text.length();
        if (buffer.remaining() < length) {
            throw new BufferOverflowException();
        }
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c > 0xff && flag != HttpTokens.TCHAR) {
                c = '?';
            } else if (c > 0xff || !HttpTokens.is(c, flag)) {
                throw new BadMessageException(
                        HttpStatus.INTERNAL_SERVER_ERROR_500,
                        "Illegal character 0x" + Integer.toHexString(c) + " in " + what);
            }
            buffer.put((byte) c);
        }
    }

    static void putTo(HttpField field, ByteBuffer buffer) {
        if (field instanceof PreEncodedHttpField encoded) {
            encoded.putTo(buffer, HttpVersion.HTTP_1_1);
            return;
        }
        HttpHeader header = field.getHeader();
        if (header != null) {
            buffer.put(header.getBytesColonSpace());
        } else {
            if (field.getName().isEmpty()) {
                throw new BadMessageException(HttpStatus.INTERNAL_SERVER_ERROR_500, "Empty field name");
            }
            put(field.getName(), buffer, HttpTokens.TCHAR, "field name");
            buffer.put((byte) ':').put((byte) ' ');
        }
        String value = field.getValue();
        if (value != null) {
            put(value, buffer, HttpTokens.FIELD, field.getName());
        }
        crlf(buffer);
    }
}
