package org.eclipse.jetty.http.internal;

import java.util.Arrays;
import org.eclipse.jetty.http.HttpField;
import org.jspecify.annotations.Nullable;

/**
 * The octets of a connection's last head, line by line, with what was made of each line.
 *
 * <p>A client that keeps a connection alive repeats itself: a line that is byte for byte the one at its place in the head
 * before yields the same objects, found with one vectorised comparison over all lines that follow. Octets are bounded by
 * the limit given; lines beyond it are not remembered. Confined to its connection.
 */
public final class HeadMemory {
    private final int maxBytes;
    private byte[] bytes = new byte[512];
    private int[] ends = new int[16];
    private HttpField[] fields = new HttpField[16];
    private int lines;

    public HeadMemory(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** How many lines are remembered. */
    public int lines() {
        return lines;
    }

    /** The field of a line, null for a start line and for the empty line. */
    public @Nullable HttpField field(int line) {
        return fields[line];
    }

    /** The octets of a line with its end. */
    public int length(int line) {
        return ends[line] - start(line);
    }

    /** How many octets in {@code a[from, to)} are those remembered from the beginning of a line on. */
    public int same(int line, byte[] a, int from, int to) {
        int start = start(line);
        int rest = ends[lines - 1] - start;
        int length = Math.min(rest, to - from);
        int mismatch = Arrays.mismatch(a, from, from + length, bytes, start, start + length);
        return mismatch < 0 ? length : mismatch;
    }

    /** Remembers a line at its place; those after it stay. Lines must not be skipped, or nothing is remembered. */
    public void put(int line, byte[] a, int from, int to, @Nullable HttpField field) {
        if (line > lines) {
            return;
        }
        int start = start(line);
        int oldEnd = line < lines ? ends[line] : start;
        int total = lines == 0 ? 0 : ends[lines - 1];
        int delta = to - from - (oldEnd - start);
        if (total + delta > maxBytes) {
            lines = line;
            return;
        }
        if (total + delta > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(maxBytes, Math.max(total + delta, bytes.length * 2)));
        }
        if (delta != 0) {
            System.arraycopy(bytes, oldEnd, bytes, oldEnd + delta, total - oldEnd);
        }
        System.arraycopy(a, from, bytes, start, to - from);
        if (line == lines) {
            if (line == ends.length) {
                ends = Arrays.copyOf(ends, line * 2);
                fields = Arrays.copyOf(fields, line * 2);
            }
            lines++;
            ends[line] = to - from + start;
        } else if (delta != 0) {
            for (int i = line; i < lines; i++) {
                ends[i] += delta;
            }
        }
        fields[line] = field;
    }

    /** Forgets the lines from one on. */
    public void truncate(int line) {
        for (int i = line; i < lines; i++) {
            fields[i] = null;
        }
        if (line < lines) {
            lines = line;
        }
    }

    private int start(int line) {
        return line == 0 ? 0 : ends[line - 1];
    }
}
