package org.eclipse.jetty.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The beginning of a line whose end has not come yet. Confined to its parser. */
final class PartialLine {
    private static final int MIN_CAPACITY = 256;
    private static final int KEPT_CAPACITY = 2048;

    private byte @Nullable [] bytes;
    private int length;

    boolean isEmpty() {
        return length == 0;
    }

    int length() {
        return length;
    }

    void add(byte[] a, int from, int to) {
        int needed = length + to - from;
        if (bytes == null) {
            bytes = new byte[Math.max(MIN_CAPACITY, needed)];
        } else if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
        }
        System.arraycopy(a, from, bytes, length, to - from);
        length = needed;
    }

    /** Takes the line out, of as many octets as its {@link #length()} was; they are valid until the next call. */
    byte[] take() {
        assert bytes != null : "there is a line";
        length = 0;
        return bytes;
    }

    /** Forgets what there is, and gives much memory back. */
    void clear() {
        length = 0;
        if (bytes != null && bytes.length > KEPT_CAPACITY) {
            bytes = null;
        }
    }

    /** Gives the memory back, unless there is something. */
    void release() {
        if (length == 0) {
            bytes = null;
        }
    }

    /** How many octets there are before the first space, of what there is and what comes after it; at most the given number. */
    int wordLength(byte[] a, int from, int to, int most) {
        int word = 0;
        while (bytes != null && word < length && bytes[word] != ' ') {
            word++;
        }
        if (word < length) {
            return Math.min(word, most);
        }
        int space = from;
        while (space < to && a[space] != ' ') {
            space++;
        }
        return space == to ? most : Math.min(word + space - from, most);
    }
}
