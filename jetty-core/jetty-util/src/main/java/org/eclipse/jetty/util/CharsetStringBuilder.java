package org.eclipse.jetty.util;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Builds a text from characters and from bytes of a charset. Not thread-safe. */
public interface CharsetStringBuilder {
    void append(byte b);

    void append(char c);

    default void append(byte[] bytes) {
        append(bytes, 0, bytes.length);
    }

    default void append(byte[] b, int offset, int length) {
        for (int i = 0; i < length; i++) {
            append(b[offset + i]);
        }
    }

    default void append(CharSequence chars, int offset, int length) {
        for (int i = 0; i < length; i++) {
            append(chars.charAt(offset + i));
        }
    }

    default void append(ByteBuffer buf) {
        while (buf.hasRemaining()) {
            append(buf.get());
        }
    }

    /** The text, and starts again; fails when bytes were not of the charset. */
    default String build() throws CharacterCodingException {
        return build(false);
    }

    /** The text, and starts again; what was not of the charset is replaced, or fails. */
    String build(boolean replaceCodingErrors) throws CharacterCodingException;

    default boolean hasCodingErrors() {
        return false;
    }

    /** Replaces an incomplete character at the end; returns whether there was one. */
    default boolean replaceIncomplete() {
        return false;
    }

    int length();

    void reset();

    static CharsetStringBuilder forCharset(Charset charset) {
        return forCharset(charset, CodingErrorAction.REPLACE, CodingErrorAction.REPLACE);
    }

    static CharsetStringBuilder forCharset(
            Charset charset, CodingErrorAction onMalformed, CodingErrorAction onUnmappable) {
        if (charset == StandardCharsets.UTF_8) {
            return new Utf8StringBuilder(onMalformed, onUnmappable);
        }
        if (charset == StandardCharsets.ISO_8859_1) {
            return new Iso88591StringBuilder();
        }
        if (charset == StandardCharsets.US_ASCII) {
            return new UsAsciiStringBuilder();
        }
        return new DecoderStringBuilder(charset.newDecoder(), onMalformed, onUnmappable);
    }

    class Iso88591StringBuilder implements CharsetStringBuilder {
        private final StringBuilder builder = new StringBuilder();

        public Iso88591StringBuilder() {}

        @Override
        public void append(byte b) {
            builder.append((char) (b & 0xff));
        }

        @Override
        public void append(char c) {
            builder.append(c);
        }

        @Override
        public void append(CharSequence chars, int offset, int length) {
            builder.append(chars, offset, offset + length);
        }

        @Override
        public String build() {
            return build(false);
        }

        @Override
        public String build(boolean replaceCodingErrors) {
            String text = builder.toString();
            builder.setLength(0);
            return text;
        }

        @Override
        public int length() {
            return builder.length();
        }

        @Override
        public void reset() {
            builder.setLength(0);
        }
    }

    class UsAsciiStringBuilder implements CharsetStringBuilder {
        private final StringBuilder builder = new StringBuilder();

        public UsAsciiStringBuilder() {}

        @Override
        public void append(byte b) {
            if (b < 0) {
                throw new IllegalArgumentException("not ASCII: 0x" + Integer.toHexString(b & 0xff));
            }
            builder.append((char) b);
        }

        @Override
        public void append(char c) {
            builder.append(c);
        }

        @Override
        public void append(CharSequence chars, int offset, int length) {
            builder.append(chars, offset, offset + length);
        }

        @Override
        public String build() {
            return build(false);
        }

        @Override
        public String build(boolean replaceCodingErrors) {
            String text = builder.toString();
            builder.setLength(0);
            return text;
        }

        @Override
        public int length() {
            return builder.length();
        }

        @Override
        public void reset() {
            builder.setLength(0);
        }
    }

    /** Decodes by a decoder of the JDK. */
    class DecoderStringBuilder implements CharsetStringBuilder {
        private final CharsetDecoder decoder;
        private final CodingErrorAction onMalformed;
        private final CodingErrorAction onUnmappable;
        private final StringBuilder builder = new StringBuilder(32);
        private ByteBuffer bytes = ByteBuffer.allocate(32);
        private boolean errors;

        public DecoderStringBuilder(
                CharsetDecoder decoder, CodingErrorAction onMalformed, CodingErrorAction onUnmappable) {
            this.decoder = decoder;
            this.onMalformed = onMalformed;
            this.onUnmappable = onUnmappable;
        }

        @Override
        public void append(byte b) {
            if (!bytes.hasRemaining()) {
                bytes = ByteBuffer.allocate(bytes.capacity() * 2).put(bytes.flip());
            }
            bytes.put(b);
        }

        @Override
        public void append(char c) {
            decode(true);
            builder.append(c);
        }

        @Override
        public void append(CharSequence chars, int offset, int length) {
            decode(true);
            builder.append(chars, offset, offset + length);
        }

        @Override
        public void append(byte[] b, int offset, int length) {
            for (int i = 0; i < length; i++) {
                append(b[offset + i]);
            }
        }

        @Override
        public void append(ByteBuffer buf) {
            while (buf.hasRemaining()) {
                append(buf.get());
            }
        }

        private void decode(boolean lenient) {
            if (bytes.position() == 0) {
                return;
            }
            bytes.flip();
            try {
                builder.append(decode(onMalformed, onUnmappable));
            } catch (CharacterCodingException x) {
                errors = true;
                if (lenient) {
                    builder.append(decodeReplacing());
                }
            }
            bytes.clear();
        }

        private CharBuffer decodeReplacing() {
            bytes.rewind();
            try {
                return decode(CodingErrorAction.REPLACE, CodingErrorAction.REPLACE);
            } catch (CharacterCodingException x) {
                throw new IllegalStateException("errors are replaced", x);
            }
        }

        private CharBuffer decode(CodingErrorAction malformed, CodingErrorAction unmappable)
                throws CharacterCodingException {
            return decoder.onMalformedInput(malformed)
                    .onUnmappableCharacter(unmappable)
                    .decode(bytes);
        }

        @Override
        public String build(boolean replaceCodingErrors) throws CharacterCodingException {
            decode(replaceCodingErrors);
            boolean failed = errors && !replaceCodingErrors;
            String text = builder.toString();
            reset();
            if (failed) {
                throw new CharacterCodingException();
            }
            return text;
        }

        @Override
        public boolean hasCodingErrors() {
            return errors;
        }

        @Override
        public int length() {
            decode(true);
            return builder.length();
        }

        @Override
        public void reset() {
            bytes.clear();
            builder.setLength(0);
            errors = false;
        }
    }
}
