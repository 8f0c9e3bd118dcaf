package org.eclipse.jetty.http.internal;

import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpTokens;

/**
 * Reads the line before a chunk's data, octet by octet: its size and its extensions (RFC 9112, section 7.1).
 *
 * <pre>
 * chunk-size *( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] ) CRLF
 *
 * SIZE -> [AFTER_SIZE] -> NAME_START -> NAME -> [AFTER_NAME] -> VALUE_START -> TOKEN -> CR
 *                                                               VALUE_START -> QUOTED &lt;-> ESCAPED
 *                                                               QUOTED -> AFTER_QUOTE -> CR
 * </pre>
 *
 * The extensions are checked and ignored. A line ends outside quotes only, and a control character inside quotes is
 * refused: a peer or an intermediary that treats quotes in another way never finds another end of the line. White space
 * (BWS) is accepted where the grammar has it, as RFC 9110, section 5.6.3, requires of recipients, and not at the end of the line.
 *
 * <p>Confined to its connection.
 */
public final class ChunkLine {
    /** What an octet did. */
    public enum Result {
        /** The line goes on. */
        MORE,
        /** The line has ended by CR LF. */
        END,
        /** The line has ended by LF alone, which the caller may refuse. */
        BARE_LF
    }

    private enum State {
        SIZE,
        AFTER_SIZE,
        NAME_START,
        NAME,
        AFTER_NAME,
        VALUE_START,
        TOKEN,
        AFTER_TOKEN,
        QUOTED,
        ESCAPED,
        AFTER_QUOTE,
        CR
    }

    private static final int MAX_DIGITS = 32;

    private State state = State.SIZE;
    private int digits;
    private long size;
    private long extensionBytes;

    /** Begins with the first chunk of a message. */
    public void reset() {
        next();
        extensionBytes = 0;
    }

    /** Begins with the next chunk of the same message. */
    public void next() {
        state = State.SIZE;
        digits = 0;
        size = 0;
    }

    /** The size of the chunk's data in bytes, once the line has ended. */
    public long size() {
        return size;
    }

    /**
     * Takes the next octet of the line.
     *
     * @param maxExtensionBytes how many bytes the extensions of all chunks of the message may have so far
     * @throws BadMessageException (400) if the octet breaks the grammar or one of the limits
     */
    public Result octet(byte b, long maxExtensionBytes) {
        if (state == State.SIZE) {
            int digit = HttpTokens.hexDigit(b);
            if (digit >= 0) {
                digit(digit);
                return Result.MORE;
            }
            if (digits == 0) {
                throw illegal("chunk size", b);
            }
        }
        if (state == State.CR) {
            if (b != '\n') {
                throw illegal("end of chunk size line", b);
            }
            return Result.END;
        }
        if (b == '\r' || b == '\n') {
            if (!mayEnd()) {
                throw illegal(where(), b);
            }
            if (b == '\n') {
                return Result.BARE_LF;
            }
            state = State.CR;
            return Result.MORE;
        }
        if (++extensionBytes > maxExtensionBytes) {
            throw new BadMessageException("chunk extensions too large");
        }
        state = extension(b);
        return Result.MORE;
    }

    private void digit(int digit) {
        if (++digits > MAX_DIGITS || size > Long.MAX_VALUE >> 4) {
            throw new BadMessageException("chunk size too large");
        }
        size = size << 4 | digit;
    }

    private boolean mayEnd() {
        return switch (state) {
            case SIZE, NAME, TOKEN, AFTER_QUOTE -> true;
            default -> false;
        };
    }

    private State extension(byte b) {
        boolean space = b == ' ' || b == '\t';
        return switch (state) {
            case SIZE, AFTER_SIZE -> afterExtension(b, space, State.AFTER_SIZE);
            case NAME_START -> space ? State.NAME_START : token(b, State.NAME);
            case NAME, AFTER_NAME -> {
                if (b == '=') {
                    yield State.VALUE_START;
                }
                if (state == State.NAME && HttpTokens.isTokenChar(b)) {
                    yield State.NAME;
                }
                yield afterExtension(b, space, State.AFTER_NAME);
            }
            case VALUE_START -> {
                if (space) {
                    yield State.VALUE_START;
                }
                yield b == '"' ? State.QUOTED : token(b, State.TOKEN);
            }
            case TOKEN -> HttpTokens.isTokenChar(b) ? State.TOKEN : afterExtension(b, space, State.AFTER_TOKEN);
            case QUOTED -> {
                if (b == '"') {
                    yield State.AFTER_QUOTE;
                }
                yield b == '\\' ? State.ESCAPED : quoted(b);
            }
            case ESCAPED -> quoted(b);
            default -> afterExtension(b, space, State.AFTER_TOKEN);
        };
    }

    /** RFC 9112, section 7.1.1: after a size, a name or a value stands the next extension, perhaps after white space. */
    private State afterExtension(byte b, boolean space, State spaces) {
        if (space) {
            return spaces;
        }
        if (b == ';') {
            return State.NAME_START;
        }
        throw illegal(where(), b);
    }

    private State token(byte b, State next) {
        if (!HttpTokens.isTokenChar(b)) {
            throw illegal("chunk extension", b);
        }
        return next;
    }

    /** RFC 9110, section 5.6.4: the octets of a quoted-string, after a backslash or not. */
    private static State quoted(byte b) {
        int c = b & 0xff;
        if (c < ' ' && c != '\t' || c == 0x7f) {
            throw illegal("quotes of a chunk extension", b);
        }
        return State.QUOTED;
    }

    private String where() {
        return switch (state) {
            case SIZE, AFTER_SIZE -> "chunk size";
            case QUOTED, ESCAPED -> "quotes of a chunk extension";
            default -> "chunk extension";
        };
    }

    private static BadMessageException illegal(String where, byte b) {
        int c = b & 0xff;
        String shown = c > 0x20 && c < 0x7f ? "'" + (char) c + "'" : "0x" + Integer.toHexString(c);
        return new BadMessageException("Illegal character " + shown + " in " + where);
    }
}
