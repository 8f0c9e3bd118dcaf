package org.eclipse.jetty.fcgi.client.transport.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reads the head of a response of a script, however it is split (RFC 3875, section 6.3): fields up to an empty line, whose lines may end with
 * LF alone. Confined to one response.
 */
final class CgiHead {
    private static final String TOKEN_EXTRAS = "!#$%&'*+-.^_`|~";
    private static final int MIN_STATUS = 200;
    private static final int MAX_STATUS = 999;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final HttpFields.Mutable fields = HttpFields.build();
    private final int maxBytes;
    private int bytes;
    private boolean anyLine;
    private int status;
    private @Nullable String reason;

    /** @param maxBytes the most bytes of a head; negative for no limit */
    CgiHead(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    HttpFields.Mutable getFields() {
        return fields;
    }

    /** Returns the status: that of the script, or 302 if it has a Location alone (RFC 3875, section 6.2.4), or 200. */
    int getStatus() {
        if (status == 0) {
            return fields.contains(HttpHeader.LOCATION) ? HttpStatus.FOUND_302 : HttpStatus.OK_200;
        }
        return status;
    }

    @Nullable
    String getReason() {
        return reason;
    }

    /** Reads from a buffer; returns whether the head is complete. */
    boolean read(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            byte b = buffer.get();
            bytes++;
            if (maxBytes >= 0 && bytes > maxBytes) {
                throw new IOException("The head of the script's response has more than " + maxBytes + " bytes");
            }
            if (b != '\n') {
                line.write(b);
            } else if (endLine()) {
                return true;
            }
        }
        return false;
    }

    private boolean endLine() throws IOException {
        String text = line.toString(StandardCharsets.ISO_8859_1);
        line.reset();
        if (text.endsWith("\r")) {
            text = text.substring(0, text.length() - 1);
        }
        if (text.isEmpty()) {
            return true;
        }
        if (!anyLine && text.startsWith("HTTP/")) {
            // scripts that write the status line of HTTP
            int space = text.indexOf(' ');
            setStatus(space < 0 ? "" : text.substring(space + 1));
        } else {
            addField(text);
        }
        anyLine = true;
        return false;
    }

    private void addField(String text) throws IOException {
        int colon = text.indexOf(':');
        String name = colon < 0 ? "" : text.substring(0, colon);
        if (!isToken(name)) {
            throw new IOException("Malformed field in the head of the script's response");
        }
        String value = text.substring(colon + 1).trim();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' && c != '\t' || c == 0x7f) {
                throw new IOException("Control character in the field " + name + " of the script's response");
            }
        }
        if (name.equalsIgnoreCase("Status")) {
            setStatus(value);
        } else if (HttpHeader.TRANSFER_ENCODING.is(name)) {
            // RFC 3875, section 6.3.4: framing is for the server; two frames, and the content is in doubt
            throw new IOException("Transfer-Encoding in the script's response");
        } else if (!HttpHeader.CONNECTION.is(name) && !HttpHeader.KEEP_ALIVE.is(name)) {
            addField(name, value);
        }
    }

    private void addField(String name, String value) throws IOException {
        if (HttpHeader.CONTENT_LENGTH.is(name)) {
            if (!value.matches("[0-9]{1,18}")
                    || fields.contains(HttpHeader.CONTENT_LENGTH)
                            && !value.equals(fields.get(HttpHeader.CONTENT_LENGTH))) {
                throw new IOException("Content-Length of the script's response: " + value + " (expected: one number)");
            }
            fields.put(HttpHeader.CONTENT_LENGTH, value);
        } else {
            fields.add(new HttpField(name, value));
        }
    }

    /** RFC 3875, section 6.3.3. Interim responses are not for scripts. */
    private void setStatus(String text) throws IOException {
        String code = text.length() > 3 && text.charAt(3) == ' ' ? text.substring(0, 3) : text;
        int number = code.matches("[0-9]{3}") ? Integer.parseInt(code) : 0;
        if (number < MIN_STATUS || number > MAX_STATUS) {
            throw new IOException("Status of the script's response: " + StringUtil.truncate(text, 40)
                    + " (expected: a number from 200)");
        }
        status = number;
        reason = text.length() > 4 ? text.substring(4).trim() : null;
    }

    private static boolean isToken(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9')
                    && TOKEN_EXTRAS.indexOf(c) < 0) {
                return false;
            }
        }
        return !name.isEmpty();
    }
}
