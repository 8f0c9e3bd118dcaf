package org.eclipse.jetty.server.internal.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A line of a log in the making, in UTF-8. It grows with what is appended. Confined to one thread, or guarded by its user. */
public final class LogLine {
    private static final int LONGEST_NUMBER = 20;
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int length;

    /** @param capacity bytes for which there is room at the beginning */
    public LogLine(int capacity) {
        bytes = new byte[capacity];
    }

    public int length() {
        return length;
    }

    /** Returns the bytes for which there is room without growing. */
    public int capacity() {
        return bytes.length;
    }

    public void clear() {
        length = 0;
    }

    /** Returns the bytes, of which the first {@link #length()} are those of the line; valid until the line changes. */
    public byte[] array() {
        return bytes;
    }

    /** Makes room for further bytes, and returns where they go. */
    byte[] reserve(int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
        return bytes;
    }

    /** Takes bytes into the line that were put into the room behind it. */
    void setLength(int newLength) {
        length = newLength;
    }

    /** Appends a character of US-ASCII. */
    void append(char c) {
        reserve(1)[length++] = (byte) c;
    }

    /** Appends what is UTF-8 already. */
    public void append(byte @Nullable [] utf8, int count) {
        System.arraycopy(utf8, 0, reserve(count), length, count);
        length += count;
    }

    /**
     * Appends up to 8 bytes, which are the first ones of a number in the order of little endian: a call to copy so few costs more than
     * to store all of them.
     */
    void append(long word, int count) {
        WORDS.set(reserve(Long.BYTES), length, word);
        length += count;
    }

    /** Returns up to 8 bytes as a number. */
    static long word(byte[] utf8) {
        long word = 0;
        for (int i = utf8.length; i-- > 0; ) {
            word = word << Byte.SIZE | utf8[i] & 0xFF;
        }
        return word;
    }

    /** Appends a text as it is. */
    void append(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        append(utf8, utf8.length);
    }

    /** Appends a number in decimal digits. */
    void append(long number) {
        if (number < 0) {
            append(Long.toString(number));
            return;
        }
        byte[] room = reserve(LONGEST_NUMBER);
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        long rest = number;
        for (int i = length + digits - 1; i >= length; i--) {
            room[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
