package org.eclipse.jetty.websocket.core.util;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Checks UTF-8 as it comes, by a table of states and bytes (RFC 3629, section 4); a character may be split anywhere.
 *
 * <pre>
 * ACCEPT   at the end of a character
 * ONE      one byte 80-BF follows        TWO    two of them        THREE    three of them
 * AFTER_E0 A0-BF, then ONE               AFTER_ED 80-9F, then ONE
 * AFTER_F0 90-BF, then TWO               AFTER_F4 80-8F, then TWO
 * REJECT   not UTF-8, for good
 * </pre>
 *
 * <p>Confined to one thread at a time.
 */
public final class Utf8Validator {
    private static final int ACCEPT = 0;
    private static final int ONE = 1;
    private static final int TWO = 2;
    private static final int THREE = 3;
    private static final int AFTER_E0 = 4;
    private static final int AFTER_ED = 5;
    private static final int AFTER_F0 = 6;
    private static final int AFTER_F4 = 7;
    private static final int REJECT = 8;
    private static final long HIGH_BITS = 0x8080808080808080L;

    /** How many bytes are missing in each state at least. */
    private static final int[] MISSING = {0, 1, 2, 3, 2, 2, 3, 3, 0};

    private static final byte[] NEXT = table();

    private int state = ACCEPT;

    private static byte[] table() {
        byte[] next = new byte[9 << 8];
        java.util.Arrays.fill(next, (byte) REJECT);
        fill(next, ACCEPT, 0x00, 0x7F, ACCEPT);
        fill(next, ACCEPT, 0xC2, 0xDF, ONE);
        fill(next, ACCEPT, 0xE0, 0xE0, AFTER_E0);
        fill(next, ACCEPT, 0xE1, 0xEF, TWO);
        fill(next, ACCEPT, 0xED, 0xED, AFTER_ED);
        fill(next, ACCEPT, 0xF0, 0xF0, AFTER_F0);
        fill(next, ACCEPT, 0xF1, 0xF3, THREE);
        fill(next, ACCEPT, 0xF4, 0xF4, AFTER_F4);
        fill(next, ONE, 0x80, 0xBF, ACCEPT);
        fill(next, TWO, 0x80, 0xBF, ONE);
        fill(next, THREE, 0x80, 0xBF, TWO);
        fill(next, AFTER_E0, 0xA0, 0xBF, ONE);
        fill(next, AFTER_ED, 0x80, 0x9F, ONE);
        fill(next, AFTER_F0, 0x90, 0xBF, TWO);
        fill(next, AFTER_F4, 0x80, 0x8F, TWO);
        return next;
    }

    private static void fill(byte[] next, int state, int from, int to, int then) {
        for (int b = from; b <= to; b++) {
            next[state << 8 | b] = (byte) then;
        }
    }

    public Utf8Validator() {}

    /** Whether the bytes from position to limit, which are not consumed, are whole characters. */
    public static boolean isValid(ByteBuffer bytes) {
        return check(ACCEPT, bytes) == ACCEPT;
    }

    /** Takes the bytes from position to limit, which are not consumed; returns whether they may be part of UTF-8. */
    public boolean update(ByteBuffer bytes) {
        state = check(state, bytes);
        return state != REJECT;
    }

    /** Whether the bytes so far end with the end of a character. */
    public boolean isComplete() {
        return state == ACCEPT;
    }

    /** How many of the last bytes begin a character that is not whole, if the last {@code bytes} are all since it began. */
    public int getPending(ByteBuffer bytes) {
        if (state == ACCEPT || state == REJECT) {
            return 0;
        }
        int pending = 1;
        while (pending < bytes.remaining() && (bytes.get(bytes.limit() - pending) & 0xC0) == 0x80) {
            pending++;
        }
        return pending;
    }

    /** How many bytes are missing to the end of the character. */
    public int getMissing() {
        return MISSING[state];
    }

    public void reset() {
        state = ACCEPT;
    }

    private static int check(int from, ByteBuffer bytes) {
        int state = from;
        int i = bytes.position();
        int end = bytes.limit();
        boolean little = bytes.order() == ByteOrder.LITTLE_ENDIAN;
        while (i < end) {
            if (state == ACCEPT) {
                i = skipAscii(bytes, i, end, little);
                if (i == end) {
                    return ACCEPT;
                }
            }
            state = NEXT[state << 8 | bytes.get(i++) & 0xff];
            if (state == REJECT) {
                return REJECT;
            }
        }
        return state;
    }

    /** The index of the first byte that is not ASCII, by words of eight bytes. */
    private static int skipAscii(ByteBuffer bytes, int from, int end, boolean little) {
        int i = from;
        while (i <= end - Long.BYTES) {
            long high = bytes.getLong(i) & HIGH_BITS;
            if (high != 0) {
                return i + (little ? Long.numberOfTrailingZeros(high) : Long.numberOfLeadingZeros(high)) / 8;
            }
            i += Long.BYTES;
        }
        while (i < end && bytes.get(i) >= 0) {
            i++;
        }
        return i;
    }
}
