package org.eclipse.jetty.compression.zstandard.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.coding.ContentDecoder;

/**
 * Reads the headers of frames (RFC 8878, section 3.1.1.1) before they are decoded, so that none asks for a window that is
 * larger than the coding allows (RFC 9659, section 3). Confined to its decoder.
 */
final class ZstandardFrameHeader {
    static final int MAX_WINDOW_LOG = 23;

    private static final long MAX_WINDOW = 1L << MAX_WINDOW_LOG;
    private static final int MAGIC = 0xFD2FB528;
    private static final int MAGIC_LENGTH = 4;
    private static final int LONGEST = 18;
    private static final int SINGLE_SEGMENT = 0x20;
    private static final int[] DICTIONARY_LENGTHS = {0, 1, 2, 4};
    private static final int[] SIZE_LENGTHS = {0, 2, 4, 8};

    private final byte[] bytes = new byte[LONGEST];
    private final int start;
    private int length;
    private boolean done;

    ZstandardFrameHeader(boolean magicless) {
        start = magicless ? 0 : MAGIC_LENGTH;
    }

    /** A frame begins next. */
    void reset() {
        length = 0;
        done = false;
    }

    /** Looks at the bytes that are decoded next, without taking them. */
    void inspect(ByteBuffer input) {
        for (int i = input.position(); !done && i < input.limit(); i++) {
            bytes[length++] = input.get(i);
            done = isComplete();
        }
    }

    private boolean isComplete() {
        if (length <= start) {
            // that of a skippable frame, or of none, is left to the decoder
            return length == MAGIC_LENGTH && littleEndian(0, MAGIC_LENGTH) != (MAGIC & 0xffffffffL);
        }
        int descriptor = bytes[start] & 0xff;
        boolean single = (descriptor & SINGLE_SEGMENT) != 0;
        int size = SIZE_LENGTHS[descriptor >> 6];
        int sizeLength = single && size == 0 ? 1 : size;
        int sizeStart = start + 1 + (single ? 0 : 1) + DICTIONARY_LENGTHS[descriptor & 3];
        if (length < (single ? sizeStart + sizeLength : start + 2)) {
            return false;
        }
        long window = single
                ? littleEndian(sizeStart, sizeLength) + (sizeLength == 2 ? 256 : 0)
                : window(bytes[start + 1] & 0xff);
        if (window < 0 || window > MAX_WINDOW) {
            throw ContentDecoder.malformed("zstd", "window of more than " + MAX_WINDOW + " bytes");
        }
        return true;
    }

    private static long window(int descriptor) {
        long base = 1L << 10 + (descriptor >> 3);
        return base + base / 8 * (descriptor & 7);
    }

    private long littleEndian(int from, int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value |= (bytes[from + i] & 0xffL) << 8 * i;
        }
        return value;
    }
}
