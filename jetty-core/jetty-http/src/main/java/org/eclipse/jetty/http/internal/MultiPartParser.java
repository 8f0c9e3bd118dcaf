package org.eclipse.jetty.http.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpTokens;
import org.eclipse.jetty.http.MultiPartCompliance;
import org.eclipse.jetty.http.MultiPartCompliance.Violation;

/**
 * Takes multipart content apart, however it is split (RFC 2046 5.1).
 *
 * <p>A delimiter is CRLF, two dashes and the boundary; of its octets only the first is CR, so that a match that fails is known
 * to be content up to the octet that failed. Confined to its reader.
 */
public final class MultiPartParser {
    private enum State {
        /** Before the first delimiter; what is there is dropped. */
        PREAMBLE,
        /** After a delimiter: two dashes, or white space and the end of the line. */
        AFTER_DELIMITER,
        /** A dash after a delimiter. */
        SECOND_DASH,
        /** CR after a delimiter. */
        DELIMITER_LF,
        /** Field lines of a part. */
        HEADERS,
        /** Content of a part. */
        CONTENT,
        /** After the last delimiter; what is there is dropped. */
        EPILOGUE
    }

    /** Is told of parts. */
    public interface Listener {
        /** The fields of a part, which begins. */
        void onPart(HttpFields headers);

        /** Content of a part; the buffer is valid during the call. */
        void onContent(ByteBuffer content);

        /** A part ends. */
        void onPartEnd();

        /** A violation was seen and allowed. */
        void onViolation(Violation violation);
    }

    private final byte[] delimiter;
    private final MultiPartCompliance compliance;
    private final Listener listener;
    private final boolean lf;
    private final int maxHeadersSize;
    private final long maxParts;

    private State state = State.PREAMBLE;
    private int matched = 2;
    private int matchStart = 2;
    private byte[] line = new byte[256];
    private int lineLength;
    private int headersSize;
    private long parts;
    private HttpFields.Mutable headers;
    private String name;
    private String value;

    /** Limits below 0 for none. */
    public MultiPartParser(
            String boundary, MultiPartCompliance compliance, int maxHeadersSize, long maxParts, Listener listener) {
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.UTF_8);
        this.compliance = compliance;
        this.lf = compliance.allows(Violation.LF_LINE_TERMINATION);
        this.maxHeadersSize = maxHeadersSize < 0 ? Integer.MAX_VALUE : maxHeadersSize;
        this.maxParts = maxParts;
        this.listener = listener;
    }

    /** Reads all of a buffer. */
    public void parse(ByteBuffer buffer) {
        while (buffer.hasRemaining()) {
            switch (state) {
                case PREAMBLE, CONTENT -> body(buffer);
                case HEADERS -> header(buffer.get());
                case EPILOGUE -> buffer.position(buffer.limit());
                default -> afterDelimiter(buffer.get());
            }
        }
    }

    /** The content has ended. */
    public void end() {
        if (state != State.EPILOGUE) throw new BadMessageException("unexpected EOF in multipart content");
    }

    private void body(ByteBuffer buffer) {
        int start = buffer.position();
        int limit = buffer.limit();
        int i = start;
        while (i < limit) {
            byte b = buffer.get(i);
            if (matched > 0) {
                if (b == delimiter[matched]) {
                    i++;
                    if (++matched == delimiter.length) {
                        buffer.position(i);
                        delimiter();
                        return;
                    }
                    start = i;
                    continue;
                }
                held();
                start = i;
            }
            if (b == '\r') {
                content(buffer, start, i);
                matched = 1;
                matchStart = 0;
                start = ++i;
            } else if (b == '\n' && lf) {
                content(buffer, start, i);
                matched = 2;
                matchStart = 1;
                start = ++i;
            } else {
                i++;
            }
        }
        content(buffer, start, limit);
        buffer.position(limit);
    }

    /** What seemed to be a delimiter is content. */
    private void held() {
        int length = matched;
        matched = 0;
        if (state == State.CONTENT && length > matchStart)
            listener.onContent(ByteBuffer.wrap(delimiter, matchStart, length - matchStart));
    }

    private void content(ByteBuffer buffer, int from, int to) {
        if (state == State.CONTENT && to > from) listener.onContent(buffer.slice(from, to - from));
    }

    private void delimiter() {
        if (matchStart == 1) violation(Violation.LF_LINE_TERMINATION);
        matched = 0;
        if (state == State.CONTENT) listener.onPartEnd();
        state = State.AFTER_DELIMITER;
    }

    private void afterDelimiter(byte b) {
        switch (state) {
            case AFTER_DELIMITER -> {
                if (b == '-') state = State.SECOND_DASH;
                else if (b == '\r') state = State.DELIMITER_LF;
                else if (b == '\n') {
                    violation(Violation.LF_LINE_TERMINATION);
                    beginPart();
                } else if (b != ' ' && b != '\t') {
                    throw new BadMessageException("bad boundary line in multipart content");
                }
            }
            case SECOND_DASH -> {
                if (b != '-') throw new BadMessageException("bad last boundary in multipart content");
                state = State.EPILOGUE;
            }
            default -> {
                if (b != '\n') throw new BadMessageException("bad boundary line in multipart content");
                beginPart();
            }
        }
    }

    private void beginPart() {
        if (maxParts >= 0 && ++parts > maxParts)
            throw new BadMessageException(HttpStatus.PAYLOAD_TOO_LARGE_413, "more than " + maxParts + " parts");
        state = State.HEADERS;
        headers = HttpFields.build(4);
        headersSize = 0;
        lineLength = 0;
    }

    private void header(byte b) {
        if (++headersSize > maxHeadersSize)
            throw new BadMessageException(
                    HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431,
                    "headers of a part over " + maxHeadersSize + " bytes");
        if (b != '\n') {
            if (lineLength == line.length) line = Arrays.copyOf(line, lineLength * 2);
            line[lineLength++] = b;
            return;
        }
        int length = lineLength;
        lineLength = 0;
        if (length > 0 && line[length - 1] == '\r') length--;
        else violation(Violation.LF_LINE_TERMINATION);
        if (length == 0) {
            addField();
            endHeaders();
            return;
        }
        for (int i = 0; i < length; i++) {
            int c = line[i] & 0xff;
            if (c < ' ' && c != '\t' || c == 0x7f)
                throw new BadMessageException("control character in the headers of a part");
        }
        String text = new String(line, 0, length, StandardCharsets.UTF_8);
        if (line[0] == ' ' || line[0] == '\t') {
            if (name == null) throw new BadMessageException("bad header of a part");
            value = value + " " + text.trim();
            return;
        }
        addField();
        int colon = text.indexOf(':');
        if (colon <= 0 || !HttpTokens.isLegalFieldName(text.substring(0, colon)))
            throw new BadMessageException("bad header of a part");
        name = text.substring(0, colon);
        value = text.substring(colon + 1).trim();
    }

    private void addField() {
        if (name != null) headers.add(name, value);
        name = null;
        value = null;
    }

    private void endHeaders() {
        String encoding = headers.get("Content-Transfer-Encoding");
        if (encoding != null) {
            if ("base64".equalsIgnoreCase(encoding)) violation(Violation.BASE64_TRANSFER_ENCODING);
            else if ("quoted-printable".equalsIgnoreCase(encoding))
                violation(Violation.QUOTED_PRINTABLE_TRANSFER_ENCODING);
            else if (!"8bit".equalsIgnoreCase(encoding) && !"binary".equalsIgnoreCase(encoding))
                violation(Violation.CONTENT_TRANSFER_ENCODING);
        }
        state = State.CONTENT;
        // an empty part has its delimiter right after the empty line
        matched = 2;
        matchStart = 2;
        listener.onPart(headers.asImmutable());
        headers = null;
    }

    private void violation(Violation violation) {
        if (!compliance.allows(violation)) throw new BadMessageException(violation.getDescription());
        listener.onViolation(violation);
    }
}
