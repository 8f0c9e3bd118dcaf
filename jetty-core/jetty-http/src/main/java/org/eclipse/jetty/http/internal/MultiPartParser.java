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
import org.jspecify.annotations.Nullable;

/**
 * Takes multipart content apart, however it is split (RFC 2046, section 5.1).
 *
 * <p>A delimiter is CRLF, two dashes and the boundary; of its octets only the first is CR, so that a match that fails is known
 * to be content up to the octet that failed. Where CR alone may end a line, CR, two dashes and the boundary are one as well.
 * Confined to its reader.
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

    /** Is notified of parts. */
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

    private final byte[] crlfDelimiter;
    private final byte[] crDelimiter;
    private final MultiPartCompliance compliance;
    private final Listener listener;
    private final boolean lf;
    private final boolean cr;
    private final boolean indented;
    private final int maxHeadersSize;
    private final long maxParts;

    private State state = State.PREAMBLE;
    /** The one that is being matched. */
    private byte[] delimiter;

    private boolean preamble;
    private boolean indent;
    private boolean afterCr;
    private int matched = 2;
    private int matchStart = 2;
    private byte[] line = new byte[256];
    private int lineLength;
    private int headersSize;
    private long parts;
    private HttpFields.@Nullable Mutable headers;
    private @Nullable String name;
    private @Nullable String value;

    /** Limits below 0 for none. */
    public MultiPartParser(
            String boundary, MultiPartCompliance compliance, int maxHeadersSize, long maxParts, Listener listener) {
        this.crlfDelimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.UTF_8);
        this.crDelimiter = ("\r--" + boundary).getBytes(StandardCharsets.UTF_8);
        this.delimiter = crlfDelimiter;
        this.compliance = compliance;
        this.lf = compliance.allows(Violation.LF_LINE_TERMINATION);
        this.cr = compliance.allows(Violation.CR_LINE_TERMINATION);
        this.indented = compliance.allows(Violation.WHITESPACE_BEFORE_BOUNDARY);
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
        if (state != State.EPILOGUE) {
            throw new BadMessageException("unexpected EOF in multipart content");
        }
    }

    private void body(ByteBuffer buffer) {
        int start = buffer.position();
        int limit = buffer.limit();
        // where the match begins, -1 if in an earlier buffer
        int candidate = -1;
        int i = start;
        while (i < limit) {
            if (matched > 0 && continues(buffer.get(i))) {
                i++;
                if (matched == delimiter.length) {
                    content(buffer, start, candidate);
                    buffer.position(i);
                    delimiter();
                    return;
                }
                continue;
            }
            if (matched > 0 && candidate < 0) {
                held();
                start = i;
            }
            matched = 0;
            i = lineEnd(buffer, i, limit);
            if (i < limit) {
                candidate = i;
                beginMatch(buffer.get(i++));
            }
        }
        content(buffer, start, matched == 0 ? limit : candidate);
        buffer.position(limit);
    }

    private void beginMatch(byte b) {
        delimiter = crlfDelimiter;
        matched = b == '\r' ? 1 : 2;
        matchStart = matched - 1;
        indent = false;
    }

    /** Whether an octet goes on with the delimiter of which some is matched. */
    private boolean continues(byte b) {
        if (b == delimiter[matched]) {
            matched++;
            return true;
        }
        if (cr && matched == 1 && b == '-' && delimiter == crlfDelimiter) {
            delimiter = crDelimiter;
            matched = 2;
            return true;
        }
        if (indented && state == State.PREAMBLE && matched == 2 && (b == ' ' || b == '\t')) {
            indent = true;
            return true;
        }
        return false;
    }

    /** Where the next delimiter may begin, or the limit. */
    private int lineEnd(ByteBuffer buffer, int from, int limit) {
        for (int i = from; i < limit; i++) {
            byte b = buffer.get(i);
            if (b <= '\r' && (b == '\r' || b == '\n' && lf)) {
                return i;
            }
        }
        return limit;
    }

    /** What seemed to be a delimiter is content. */
    private void held() {
        if (matched == matchStart) {
            return;
        }
        if (state == State.CONTENT) {
            listener.onContent(ByteBuffer.wrap(delimiter, matchStart, matched - matchStart));
        } else {
            preamble = true;
        }
    }

    private void content(ByteBuffer buffer, int from, int to) {
        if (to <= from) {
            return;
        }
        if (state == State.CONTENT) {
            listener.onContent(buffer.slice(from, to - from));
        } else {
            preamble = true;
        }
    }

    private void delimiter() {
        if (delimiter == crDelimiter) {
            violation(Violation.CR_LINE_TERMINATION);
        } else if (matchStart == 1) {
            violation(Violation.LF_LINE_TERMINATION);
        }
        if (indent) {
            violation(Violation.WHITESPACE_BEFORE_BOUNDARY);
        }
        indent = false;
        delimiter = crlfDelimiter;
        matched = 0;
        if (state == State.CONTENT) {
            listener.onPartEnd();
        }
        state = State.AFTER_DELIMITER;
    }

    private void afterDelimiter(byte b) {
        switch (state) {
            case AFTER_DELIMITER -> {
                if (b == '-') {
                    state = State.SECOND_DASH;
                } else if (b == '\r') {
                    state = State.DELIMITER_LF;
                } else if (b == '\n') {
                    violation(Violation.LF_LINE_TERMINATION);
                    beginPart();
                } else if (b != ' ' && b != '\t') {
                    throw new BadMessageException("bad boundary line in multipart content");
                }
            }
            case SECOND_DASH -> {
                if (b != '-') {
                    throw new BadMessageException("bad last boundary in multipart content");
                }
                if (preamble && parts == 0) {
                    throw new BadMessageException("no part in multipart content, but text before its end");
                }
                state = State.EPILOGUE;
            }
            default -> {
                if (b != '\n' && !cr) {
                    throw new BadMessageException("bad boundary line in multipart content");
                }
                beginPart();
                if (b != '\n') {
                    violation(Violation.CR_LINE_TERMINATION);
                    header(b);
                }
            }
        }
    }

    private void beginPart() {
        if (++parts > maxParts && maxParts >= 0) {
            throw new BadMessageException(HttpStatus.PAYLOAD_TOO_LARGE_413, "more than " + maxParts + " parts");
        }
        state = State.HEADERS;
        headers = HttpFields.build(4);
        headersSize = 0;
        lineLength = 0;
        afterCr = false;
    }

    private void header(byte b) {
        if (++headersSize > maxHeadersSize) {
            throw new BadMessageException(
                    HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431,
                    "headers of a part over " + maxHeadersSize + " bytes");
        }
        if (cr && afterCr && b != '\n') {
            afterCr = false;
            violation(Violation.CR_LINE_TERMINATION);
            line(lineLength - 1);
            if (state != State.HEADERS) {
                // the first octet of the content, which was read to see that no LF follows
                body(ByteBuffer.wrap(new byte[] {b}));
                return;
            }
        }
        afterCr = b == '\r';
        if (b != '\n') {
            if (lineLength == line.length) {
                line = Arrays.copyOf(line, lineLength * 2);
            }
            line[lineLength++] = b;
            return;
        }
        int length = lineLength;
        if (length > 0 && line[length - 1] == '\r') {
            length--;
        } else {
            violation(Violation.LF_LINE_TERMINATION);
        }
        line(length);
    }

    /** A line of the headers has ended. */
    private void line(int length) {
        lineLength = 0;
        afterCr = false;
        if (length == 0) {
            addField();
            endHeaders();
            return;
        }
        for (int i = 0; i < length; i++) {
            int c = line[i] & 0xff;
            if (c < ' ' && c != '\t' || c == 0x7f) {
                throw new BadMessageException("control character in the headers of a part");
            }
        }
        String text = new String(line, 0, length, StandardCharsets.UTF_8);
        if (line[0] == ' ' || line[0] == '\t') {
            if (name == null) {
                throw new BadMessageException("bad header of a part");
            }
            value = value + " " + text.trim();
            return;
        }
        addField();
        int colon = text.indexOf(':');
        if (colon <= 0 || !HttpTokens.isLegalFieldName(text.substring(0, colon))) {
            throw new BadMessageException("bad header of a part");
        }
        name = text.substring(0, colon);
        value = text.substring(colon + 1).trim();
    }

    private void addField() {
        if (name != null) {
            assert headers != null : "the part has begun";
            headers.add(name, value);
        }
        name = null;
        value = null;
    }

    private void endHeaders() {
        assert headers != null : "the part has begun";
        String encoding = headers.get("Content-Transfer-Encoding");
        if (encoding != null) {
            if ("base64".equalsIgnoreCase(encoding)) {
                violation(Violation.BASE64_TRANSFER_ENCODING);
            } else if ("quoted-printable".equalsIgnoreCase(encoding)) {
                violation(Violation.QUOTED_PRINTABLE_TRANSFER_ENCODING);
            } else if (!"8bit".equalsIgnoreCase(encoding) && !"binary".equalsIgnoreCase(encoding)) {
                violation(Violation.CONTENT_TRANSFER_ENCODING);
            }
        }
        state = State.CONTENT;
        // an empty part has its delimiter right after the empty line
        matched = 2;
        matchStart = 2;
        listener.onPart(headers.asImmutable());
        headers = null;
    }

    private void violation(Violation violation) {
        if (!compliance.allows(violation)) {
            throw new BadMessageException(violation.getDescription());
        }
        listener.onViolation(violation);
    }
}
