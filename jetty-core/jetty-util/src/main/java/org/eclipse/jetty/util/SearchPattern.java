package org.eclipse.jetty.util;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A sequence of bytes that is searched for in others, by the algorithm of Boyer, Moore and Horspool; and parts of it at the end or
 * the beginning of others, as they are when content comes in pieces. Thread-safe.
 */
public class SearchPattern {
    private static final int TABLE = 256;

    private final byte[] pattern;
    private final int[] skips = new int[TABLE];

    private SearchPattern(byte[] pattern) {
        if (pattern.length == 0) {
            throw new IllegalArgumentException("pattern: empty (expected: 1 byte or more)");
        }
        this.pattern = pattern;
        Arrays.fill(skips, pattern.length);
        for (int i = 0; i < pattern.length - 1; i++) {
            skips[pattern[i] & 0xFF] = pattern.length - 1 - i;
        }
    }

    /** Returns the pattern of bytes, of which there is one at least. */
    public static SearchPattern compile(byte[] pattern) {
        return new SearchPattern(pattern.clone());
    }

    /** Returns the pattern of the bytes of a text in UTF-8. */
    public static SearchPattern compile(String pattern) {
        return new SearchPattern(pattern.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the bytes that are searched for. */
    public byte[] getPattern() {
        return pattern.clone();
    }

    public int getLength() {
        return pattern.length;
    }

    /**
     * Searches for the whole pattern in a part of an array.
     *
     * @return the index in the array at which it begins first; -1 if it is not there
     */
    public int match(byte[] data, int offset, int length) {
        check(data, offset, length);
        return match(ByteBuffer.wrap(data), offset, offset + length);
    }

    /**
     * Searches for the whole pattern between position and limit of a buffer, which is not changed.
     *
     * @return the index at which it begins first, from the position; -1 if it is not there
     */
    public int match(ByteBuffer buffer) {
        int found = match(buffer, buffer.position(), buffer.limit());
        return found < 0 ? -1 : found - buffer.position();
    }

    private int match(ByteBuffer data, int from, int to) {
        int last = pattern.length - 1;
        int index = from;
        while (index + last < to) {
            int i = last;
            while (i >= 0 && data.get(index + i) == pattern[i]) {
                i--;
            }
            if (i < 0) {
                return index;
            }
            index += skips[data.get(index + last) & 0xFF];
        }
        return -1;
    }

    /**
     * Returns how many bytes at the end of a part of an array are the beginning of the pattern, fewer than the whole pattern; 0 if none
     * are. The longest such beginning counts.
     */
    public int endsWith(byte[] data, int offset, int length) {
        check(data, offset, length);
        return endsWith(ByteBuffer.wrap(data), offset, offset + length);
    }

    /** As {@link #endsWith(byte[], int, int)}, between position and limit of a buffer, which is not changed. */
    public int endsWith(ByteBuffer buffer) {
        return endsWith(buffer, buffer.position(), buffer.limit());
    }

    private int endsWith(ByteBuffer data, int from, int to) {
        for (int length = Math.min(pattern.length - 1, to - from); length > 0; length--) {
            if (isSame(data, to - length, 0, length)) {
                return length;
            }
        }
        return 0;
    }

    /**
     * Continues a match whose first bytes were at the end of the data before.
     *
     * @param matched how many bytes of the pattern were matched before
     * @return how many bytes of the pattern are matched now: all of them, or fewer where the data ends; 0 if the data does not continue
     *     the match
     */
    public int startsWith(byte[] data, int offset, int length, int matched) {
        check(data, offset, length);
        return startsWith(ByteBuffer.wrap(data), offset, offset + length, matched);
    }

    /** As {@link #startsWith(byte[], int, int, int)}, between position and limit of a buffer, which is not changed. */
    public int startsWith(ByteBuffer buffer, int matched) {
        return startsWith(buffer, buffer.position(), buffer.limit(), matched);
    }

    private int startsWith(ByteBuffer data, int from, int to, int matched) {
        if (matched < 0 || matched > pattern.length) {
            throw new IllegalArgumentException("matched: " + matched + " (expected: 0-" + pattern.length + ")");
        }
        int length = Math.min(pattern.length - matched, to - from);
        return isSame(data, from, matched, length) ? matched + length : 0;
    }

    private boolean isSame(ByteBuffer data, int from, int patternFrom, int length) {
        for (int i = 0; i < length; i++) {
            if (data.get(from + i) != pattern[patternFrom + i]) {
                return false;
            }
        }
        return true;
    }

    private static void check(byte[] data, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, data.length);
    }
}
