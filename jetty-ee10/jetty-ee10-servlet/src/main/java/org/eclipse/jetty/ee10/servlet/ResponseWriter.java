package org.eclipse.jetty.ee10.servlet;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.eclipse.jetty.io.EofException;
import org.jspecify.annotations.Nullable;

/**
 * The writer of a response: encodes straight into the output's buffer. UTF-8, ISO-8859-1 and US-ASCII are encoded here,
 * other charsets by the JDK's encoder. It belongs to one response for ever. Confined to the thread that handles the request.
 */
public class ResponseWriter extends PrintWriter {
    /** What {@link PrintWriter} is made of, and never writes to. */
    private static final Writer UNUSED = Writer.nullWriter();

    private enum Kind {
        UTF_8,
        LATIN_1,
        ASCII,
        OTHER
    }

    /** In place of characters, where a text is given. */
    private static final char[] NO_CHARS = {};

    private final HttpOutput output;
    private Kind kind = Kind.UTF_8;
    private Charset charset = StandardCharsets.UTF_8;
    private @Nullable CharsetEncoder encoder;
    private char @Nullable [] scratch;
    private char highSurrogate;
    private @Nullable Locale locale;
    private boolean closed;
    private boolean failed;

    ResponseWriter(HttpOutput output) {
        super(UNUSED);
        this.output = output;
    }

    /** Makes the writer ready for a response. */
    void open(Charset newCharset, @Nullable Locale newLocale) {
        if (!newCharset.equals(charset)) {
            charset = newCharset;
            encoder = null;
            if (newCharset.equals(StandardCharsets.UTF_8)) {
                kind = Kind.UTF_8;
            } else if (newCharset.equals(StandardCharsets.ISO_8859_1)) {
                kind = Kind.LATIN_1;
            } else if (newCharset.equals(StandardCharsets.US_ASCII)) {
                kind = Kind.ASCII;
            } else {
                kind = Kind.OTHER;
            }
        }
        if (kind == Kind.OTHER) {
            encoder = newCharset
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE);
        }
        highSurrogate = 0;
        locale = newLocale;
        closed = false;
        failed = false;
    }

    @Override
    public void write(int c) {
        if (scratch == null) {
            scratch = new char[1];
        }
        scratch[0] = (char) c;
        encode(scratch, null, 0, 1);
    }

    @Override
    public void write(char[] buf, int off, int len) {
        encode(buf, null, off, len);
    }

    @Override
    public void write(char[] buf) {
        encode(buf, null, 0, buf.length);
    }

    @Override
    public void write(String s, int off, int len) {
        encode(NO_CHARS, s, off, len);
    }

    @Override
    public void write(String s) {
        encode(NO_CHARS, s, 0, s.length());
    }

    @Override
    public void print(boolean b) {
        write(b ? "true" : "false");
    }

    @Override
    public void print(char c) {
        write(c);
    }

    @Override
    public void print(int i) {
        write(Integer.toString(i));
    }

    @Override
    public void print(long l) {
        write(Long.toString(l));
    }

    @Override
    public void print(float f) {
        write(Float.toString(f));
    }

    @Override
    public void print(double d) {
        write(Double.toString(d));
    }

    @Override
    public void print(char[] s) {
        write(s);
    }

    @Override
    public void print(String s) {
        write(String.valueOf(s));
    }

    @Override
    public void print(Object obj) {
        write(String.valueOf(obj));
    }

    @Override
    public void println() {
        write(System.lineSeparator());
    }

    @Override
    public void println(boolean b) {
        print(b);
        println();
    }

    @Override
    public void println(char c) {
        print(c);
        println();
    }

    @Override
    public void println(int i) {
        print(i);
        println();
    }

    @Override
    public void println(long l) {
        print(l);
        println();
    }

    @Override
    public void println(float f) {
        print(f);
        println();
    }

    @Override
    public void println(double d) {
        print(d);
        println();
    }

    @Override
    public void println(char[] s) {
        print(s);
        println();
    }

    @Override
    public void println(String s) {
        print(s);
        println();
    }

    @Override
    public void println(Object obj) {
        print(obj);
        println();
    }

    @Override
    public PrintWriter format(String format, Object... args) {
        write(String.format(locale == null ? Locale.getDefault() : locale, format, args));
        return this;
    }

    @Override
    public PrintWriter format(Locale l, String format, Object... args) {
        write(String.format(l, format, args));
        return this;
    }

    @Override
    public PrintWriter printf(String format, Object... args) {
        return format(format, args);
    }

    @Override
    public PrintWriter printf(Locale l, String format, Object... args) {
        return format(l, format, args);
    }

    @Override
    public boolean checkError() {
        if (!closed) {
            flush();
        }
        return failed;
    }

    @Override
    protected void setError() {
        failed = true;
    }

    @Override
    protected void clearError() {
        failed = false;
    }

    @Override
    public void flush() {
        if (closed) {
            return;
        }
        try {
            output.flush();
        } catch (IOException x) {
            failed = true;
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        boolean entered = false;
        try {
            entered = output.enter();
            drain();
            output.close();
            closed = output.isClosed();
        } catch (IOException x) {
            failed = true;
        } finally {
            output.leave(entered);
        }
    }

    /** Encodes what is left over from text that ended within a character. */
    void drain() throws IOException {
        if (kind == Kind.UTF_8 && highSurrogate != 0) {
            highSurrogate = 0;
            output.textSpace(1).put((byte) '?');
            output.textWritten(1);
        } else if (kind == Kind.OTHER && encoder != null && !output.isClosed()) {
            ByteBuffer space = output.textSpace(16);
            int before = space.position();
            encoder.encode(CharBuffer.wrap(""), space, true);
            encoder.flush(space);
            encoder.reset();
            output.textWritten(space.position() - before);
        }
    }

    private void encode(char[] chars, @Nullable String s, int off, int len) {
        if (failed) {
            return;
        }
        boolean entered = false;
        try {
            entered = output.enter();
            if (closed) {
                throw new EofException("Stream closed");
            }
            if (output.isTextIndirect()) {
                byte[] bytes =
                        (s == null ? new String(chars, off, len) : s.substring(off, off + len)).getBytes(charset);
                output.write(bytes, 0, bytes.length);
                return;
            }
            switch (kind) {
                case UTF_8 -> utf8(chars, s, off, off + len);
                case LATIN_1 -> singleByte(chars, s, off, off + len, 0xFF);
                case ASCII -> singleByte(chars, s, off, off + len, 0x7F);
                default -> other(chars, s, off, len);
            }
        } catch (InterruptedIOException x) {
            Thread.currentThread().interrupt();
        } catch (IOException x) {
            failed = true;
        } finally {
            output.leave(entered);
        }
    }

    private void singleByte(char[] chars, @Nullable String s, int off, int end, int max) throws IOException {
        int i = off;
        while (i < end) {
            ByteBuffer space = output.textSpace(1);
            int stop = Math.min(end, i + space.remaining());
            byte[] array = space.array();
            int start = space.arrayOffset() + space.position();
            int p = start;
            while (i < stop) {
                char c = s == null ? chars[i] : s.charAt(i);
                i++;
                if (c <= max) {
                    array[p++] = (byte) c;
                    highSurrogate = 0;
                } else if (highSurrogate != 0 && Character.isLowSurrogate(c)) {
                    // the second half of a character that has its '?' already
                    highSurrogate = 0;
                } else {
                    array[p++] = (byte) '?';
                    highSurrogate = Character.isHighSurrogate(c) ? c : 0;
                }
            }
            space.position(space.position() + p - start);
            output.textWritten(p - start);
        }
    }

    private void utf8(char[] chars, @Nullable String s, int off, int end) throws IOException {
        int i = off;
        while (i < end) {
            // room for the longest encoding of one step: a '?' for a lone surrogate, and three bytes
            ByteBuffer space = output.textSpace(4);
            byte[] array = space.array();
            int start = space.arrayOffset() + space.position();
            int p = start;
            int room = start + space.remaining() - 4;
            if (highSurrogate == 0) {
                int stop = Math.min(end, i + space.remaining());
                while (i < stop) {
                    char c = s == null ? chars[i] : s.charAt(i);
                    if (c >= 0x80) {
                        break;
                    }
                    array[p++] = (byte) c;
                    i++;
                }
            }
            while (i < end && p <= room) {
                char c = s == null ? chars[i] : s.charAt(i);
                i++;
                if (highSurrogate != 0) {
                    char high = highSurrogate;
                    highSurrogate = 0;
                    if (Character.isLowSurrogate(c)) {
                        int code = Character.toCodePoint(high, c);
                        array[p++] = (byte) (0xF0 | code >> 18);
                        array[p++] = (byte) (0x80 | code >> 12 & 0x3F);
                        array[p++] = (byte) (0x80 | code >> 6 & 0x3F);
                        array[p++] = (byte) (0x80 | code & 0x3F);
                        continue;
                    }
                    array[p++] = '?';
                }
                if (c < 0x80) {
                    array[p++] = (byte) c;
                } else if (c < 0x800) {
                    array[p++] = (byte) (0xC0 | c >> 6);
                    array[p++] = (byte) (0x80 | c & 0x3F);
                } else if (Character.isHighSurrogate(c)) {
                    highSurrogate = c;
                } else if (Character.isLowSurrogate(c)) {
                    array[p++] = '?';
                } else {
                    array[p++] = (byte) (0xE0 | c >> 12);
                    array[p++] = (byte) (0x80 | c >> 6 & 0x3F);
                    array[p++] = (byte) (0x80 | c & 0x3F);
                }
            }
            space.position(space.position() + p - start);
            output.textWritten(p - start);
        }
    }

    private void other(char[] chars, @Nullable String s, int off, int len) throws IOException {
        CharsetEncoder others = encoder;
        assert others != null : "open() has made one for the charset";
        CharBuffer text = s == null ? CharBuffer.wrap(chars, off, len) : CharBuffer.wrap(s, off, off + len);
        if (highSurrogate != 0) {
            text = CharBuffer.wrap(highSurrogate + text.toString());
            highSurrogate = 0;
        }
        while (true) {
            ByteBuffer space = output.textSpace(32);
            int before = space.position();
            CoderResult result = others.encode(text, space, false);
            output.textWritten(space.position() - before);
            if (result.isUnderflow()) {
                break;
            }
        }
        if (text.hasRemaining()) {
            highSurrogate = text.get();
        }
    }
}
