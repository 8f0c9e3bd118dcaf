package org.eclipse.jetty.util;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds a text from UTF-8 bytes, replacing what is not UTF-8 as section 3.9 of the Unicode standard recommends: each
 * maximal prefix of a valid sequence by one U+FFFD. Overlong forms, surrogates and what is above U+10FFFF are not UTF-8
 * (RFC 3629, section 3). Not thread-safe.
 */
public class Utf8StringBuilder implements CharsetStringBuilder {
    public static final char REPLACEMENT = '\ufffd';

    private final StringBuilder builder;
    private final boolean reportErrors;
    private int needed;
    private int codePoint;
    private int lower;
    private int upper;
    private boolean codingErrors;

    public Utf8StringBuilder() {
        this(new StringBuilder());
    }

    public Utf8StringBuilder(CodingErrorAction onMalformed, CodingErrorAction onUnmappable) {
        this(new StringBuilder(), onMalformed, onUnmappable);
    }

    public Utf8StringBuilder(int capacity) {
        this(new StringBuilder(capacity));
    }

    protected Utf8StringBuilder(StringBuilder buffer) {
        this(buffer, CodingErrorAction.REPLACE, CodingErrorAction.REPLACE);
    }

    protected Utf8StringBuilder(StringBuilder buffer, CodingErrorAction onMalformed, CodingErrorAction onUnmappable) {
        this.builder = buffer;
        this.reportErrors = onMalformed == CodingErrorAction.REPORT;
    }

    @Override
    public int length() {
        return builder.length();
    }

    @Override
    public boolean hasCodingErrors() {
        return codingErrors;
    }

    @Override
    public void reset() {
        needed = 0;
        codingErrors = false;
        bufferReset();
    }

    /** Forgets the text, but not the bytes of an incomplete character. */
    public void partialReset() {
        bufferReset();
    }

    /** A character comes after bytes: these must have been complete. */
    protected void checkCharAppend() {
        if (needed > 0) {
            error();
        }
    }

    @Override
    public boolean replaceIncomplete() {
        if (needed == 0) {
            return false;
        }
        error();
        return true;
    }

    private void error() {
        needed = 0;
        codingErrors = true;
        if (reportErrors) {
            throw new Utf8IllegalArgumentException();
        }
        bufferAppend(REPLACEMENT);
    }

    @Override
    public void append(char c) {
        checkCharAppend();
        builder.append(c);
    }

    public void append(String s) {
        checkCharAppend();
        builder.append(s);
    }

    public void append(String s, int offset, int length) {
        checkCharAppend();
        builder.append(s, offset, offset + length);
    }

    @Override
    public void append(CharSequence s, int offset, int length) {
        checkCharAppend();
        builder.append(s, offset, offset + length);
    }

    @Override
    public void append(byte b) {
        if (needed == 0) {
            if (b >= 0) {
                bufferAppend((char) b);
            } else {
                begin(b & 0xff);
            }
            return;
        }
        int value = b & 0xff;
        if (value < lower || value > upper) {
            error();
            append(b);
            return;
        }
        lower = 0x80;
        upper = 0xbf;
        codePoint = codePoint << 6 | value & 0x3f;
        if (--needed > 0) {
            return;
        }
        if (codePoint < 0x10000) {
            bufferAppend((char) codePoint);
        } else {
            bufferAppend(Character.highSurrogate(codePoint));
            bufferAppend(Character.lowSurrogate(codePoint));
        }
    }

    /** The first byte of a sequence determines its length, and the range of the second byte. */
    private void begin(int b) {
        lower = 0x80;
        upper = 0xbf;
        if (b >= 0xc2 && b <= 0xdf) {
            needed = 1;
            codePoint = b & 0x1f;
        } else if (b >= 0xe0 && b <= 0xef) {
            needed = 2;
            codePoint = b & 0x0f;
            if (b == 0xe0) {
                lower = 0xa0;
            } else if (b == 0xed) {
                upper = 0x9f;
            }
        } else if (b >= 0xf0 && b <= 0xf4) {
            needed = 3;
            codePoint = b & 0x07;
            if (b == 0xf0) {
                lower = 0x90;
            } else if (b == 0xf4) {
                upper = 0x8f;
            }
        } else {
            error();
        }
    }

    @Override
    public void append(ByteBuffer buf) {
        while (buf.hasRemaining()) {
            append(buf.get());
        }
    }

    @Override
    public void append(byte[] b) {
        append(b, 0, b.length);
    }

    @Override
    public void append(byte[] b, int offset, int length) {
        for (int i = offset, end = offset + length; i < end; i++) {
            append(b[i]);
        }
    }

    /** Appends as long as the text is not longer than that; returns false when bytes are left. */
    public boolean append(byte[] b, int offset, int length, int maxChars) {
        for (int i = offset, end = offset + length; i < end; i++) {
            if (length() > maxChars) {
                return false;
            }
            append(b[i]);
        }
        return true;
    }

    protected void bufferAppend(char c) {
        builder.append(c);
    }

    protected void bufferReset() {
        builder.setLength(0);
    }

    public void appendByte(byte b) throws IOException {
        append(b);
    }

    /** Whether the last character is complete. */
    public boolean isComplete() {
        return needed == 0;
    }

    /** Replaces an incomplete last character. */
    public void complete() {
        replaceIncomplete();
    }

    /** The text, with an incomplete last character left out. */
    @Override
    public String toString() {
        return builder.toString();
    }

    public String toPartialString() {
        return builder.toString();
    }

    /** The text, with an incomplete last character replaced. */
    public String toCompleteString() {
        complete();
        return builder.toString();
    }

    /** The text, and starts again; an incomplete last character is an error. */
    public <X extends Throwable> String takeCompleteString(@Nullable Supplier<X> exception) throws X {
        complete();
        return takePartialString(exception);
    }

    /** The text, and starts again; an incomplete last character is kept for the next text. */
    public <X extends Throwable> String takePartialString(@Nullable Supplier<X> exception) throws X {
        if (codingErrors && exception != null) {
            X x = exception.get();
            if (x != null) {
                reset();
                throw x;
            }
        }
        String text = builder.toString();
        bufferReset();
        codingErrors = false;
        return text;
    }

    @Override
    public String build() throws CharacterCodingException {
        return build(false);
    }

    @Override
    public String build(boolean replaceCodingErrors) throws CharacterCodingException {
        return takeCompleteString(replaceCodingErrors ? null : Utf8CharacterCodingException::new);
    }

    public static class Utf8CharacterCodingException extends CharacterCodingException {
        public Utf8CharacterCodingException() {}

        @Override
        public String getMessage() {
            return "Invalid UTF-8";
        }

        @Override
        public String toString() {
            return getClass().getSimpleName() + ": " + getMessage();
        }
    }

    public static class Utf8IllegalArgumentException extends IllegalArgumentException {
        public Utf8IllegalArgumentException() {
            super("Invalid UTF-8");
        }

        public Utf8IllegalArgumentException(IOException cause) {
            super("Invalid UTF-8", cause);
        }
    }
}
