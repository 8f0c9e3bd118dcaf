package org.eclipse.jetty.http.internal;

import java.util.Arrays;
import org.eclipse.jetty.http.HttpField;
import org.jspecify.annotations.Nullable;

/**
 * The octets of a connection's last head, line by line, with what was made of each line; and which line the next head has come to.
 *
 * <p>A client that keeps a connection alive repeats itself: a line that is byte for byte the one at its place in the head
 * before yields the same objects, found with one vectorised comparison over all lines that follow. Octets are bounded by
 * the limit given; lines beyond it are not remembered. Memory is taken with the first line. Confined to its connection.
 */
public final class HeadMemory {
    private static final byte[] NO_BYTES = {};
    private static final int[] NO_ENDS = {};
    private static final @Nullable HttpField[] NO_FIELDS = {};
    private static final int MIN_BYTES = 512;
    private static final int MIN_LINES = 16;

    private int maxBytes;
    private byte[] bytes = NO_BYTES;
    private int[] ends = NO_ENDS;
    private @Nullable HttpField[] fields = NO_FIELDS;
    private int lines;
    private int line;

    /** @param maxBytes how many octets of a head are remembered at most */
    public HeadMemory(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Sets how many octets of a head are remembered at most, before the first one. */
    public void limit(int octets) {
        maxBytes = octets;
    }

    /** A head begins. */
    public void begin() {
        line = 0;
    }

    /** Whether no line of the head has been seen. */
    public boolean atStart() {
        return line == 0;
    }

    /** Whether the line that comes has one to be compared with. */
    public boolean hasNext() {
        return line < lines;
    }

    /** The octets of the line remembered, with its end. */
    public int length() {
        return ends[line] - start();
    }

    /** How many octets in {@code a[from, to)} are those remembered, from the line that comes on. */
    public int same(byte[] a, int from, int to) {
        int start = start();
        int rest = ends[lines - 1] - start;
        int length = Math.min(rest, to - from);
        int mismatch = Arrays.mismatch(a, from, from + length, bytes, start, start + length);
        return mismatch < 0 ? length : mismatch;
    }

    /** Goes on to the next line, as this one is that remembered: gives its field, null for a start line and for the empty line. */
    public @Nullable HttpField next() {
        return fields[line++];
    }

    /** Goes on to the next line, and forgets this one and those after it. */
    public void skip() {
        truncate(line++);
    }

    /** Goes on to the next line, and remembers this one in its place; those after it stay. Nothing is remembered after a line that is not. */
    public void put(byte[] a, int from, int to, @Nullable HttpField field) {
        if (line > lines) {
            line++;
            return;
        }
        int start = start();
        int oldEnd = line < lines ? ends[line] : start;
        int total = lines == 0 ? 0 : ends[lines - 1];
        int delta = to - from - (oldEnd - start);
        if (total + delta > maxBytes) {
            skip();
            return;
        }
        if (total + delta > bytes.length) {
            int doubled = Math.max(MIN_BYTES, bytes.length * 2);
            bytes = Arrays.copyOf(bytes, Math.min(maxBytes, Math.max(total + delta, doubled)));
        }
        if (delta != 0) {
            System.arraycopy(bytes, oldEnd, bytes, oldEnd + delta, total - oldEnd);
        }
        System.arraycopy(a, from, bytes, start, to - from);
        if (line == lines) {
            if (line == ends.length) {
                int capacity = Math.max(MIN_LINES, line * 2);
                ends = Arrays.copyOf(ends, capacity);
                fields = Arrays.copyOf(fields, capacity);
            }
            lines++;
            ends[line] = to - from + start;
        } else if (delta != 0) {
            for (int i = line; i < lines; i++) {
                ends[i] += delta;
            }
        }
        fields[line++] = field;
    }

    /** The head is complete: forgets the lines that it does not have. */
    public void end() {
        truncate(line);
    }

    /** Forgets all lines, and gives their memory back. */
    public void release() {
        bytes = NO_BYTES;
        ends = NO_ENDS;
        fields = NO_FIELDS;
        lines = 0;
    }

    private void truncate(int from) {
        for (int i = from; i < lines; i++) {
            fields[i] = null;
        }
        if (from < lines) {
            lines = from;
        }
    }

    private int start() {
        return line == 0 ? 0 : ends[line - 1];
    }
}
