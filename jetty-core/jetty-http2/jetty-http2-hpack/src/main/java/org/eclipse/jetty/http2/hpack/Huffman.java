package org.eclipse.jetty.http2.hpack;

/**
 * The Huffman code of RFC 7541, appendix B.
 *
 * <p>The code is canonical: codes of one length are consecutive in the order of their symbols, so that the lengths tell
 * all of it. Decoding takes four bits at a time through a table of 256 states; no code is shorter than five bits, so that
 * a step yields one symbol at most. Thread-safe.
 */
public final class Huffman {
    private static final int EOS = 256;
    private static final int MAX_LENGTH = 30;
    private static final int EMIT = 0x100;
    private static final int ACCEPTED = 0x200;
    private static final int FAILED = 0x400;

    /** The length in bits of the code of each octet. */
    private static final byte[] LENGTHS = {
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, //
        28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28, //
        6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, //
        5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10, //
        13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, //
        7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, //
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, //
        6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, //
        20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, //
        24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, //
        22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, //
        21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, //
        26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, //
        19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27, //
        20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, //
        26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, //
        30
    };

    private static final int[] CODES = new int[EOS + 1];

    /** For each state and four bits: the next state (bits 24-31), flags, the symbol (bits 0-7). */
    private static final int[] STEPS;

    static {
        int code = 0;
        for (int length = 1; length <= MAX_LENGTH; length++) {
            code <<= 1;
            for (int symbol = 0; symbol <= EOS; symbol++) {
                if (LENGTHS[symbol] == length) {
                    CODES[symbol] = code++;
                }
            }
        }
        STEPS = steps(tree());
    }

    private Huffman() {}

    /** The tree of the code: for each inner node its two children, a leaf as the complement of its symbol. */
    private static int[][] tree() {
        int[][] nodes = new int[EOS][2];
        int count = 1;
        for (int symbol = 0; symbol <= EOS; symbol++) {
            int node = 0;
            for (int bit = LENGTHS[symbol] - 1; bit > 0; bit--) {
                int side = CODES[symbol] >> bit & 1;
                if (nodes[node][side] == 0) {
                    nodes[node][side] = count++;
                }
                node = nodes[node][side];
            }
            nodes[node][CODES[symbol] & 1] = ~symbol;
        }
        return nodes;
    }

    private static int[] steps(int[][] nodes) {
        boolean[] accepted = new boolean[nodes.length];
        // a string may end within the first seven bits of EOS, which are all one
        for (int bits = 0, node = 0; bits < 8; bits++, node = nodes[node][1]) {
            accepted[node] = true;
        }
        int[] steps = new int[nodes.length * 16];
        for (int state = 0; state < nodes.length; state++) {
            for (int bits = 0; bits < 16; bits++) {
                steps[state << 4 | bits] = step(nodes, accepted, state, bits);
            }
        }
        return steps;
    }

    private static int step(int[][] nodes, boolean[] accepted, int state, int bits) {
        int node = state;
        int emitted = 0;
        for (int bit = 3; bit >= 0; bit--) {
            int next = nodes[node][bits >> bit & 1];
            if (next < 0) {
                if (~next == EOS) {
                    return FAILED;
                }
                emitted = EMIT | ~next;
                next = 0;
            }
            node = next;
        }
        return node << 24 | emitted | (accepted[node] ? ACCEPTED : 0);
    }

    /** The octets that a text of Latin-1 takes when encoded. */
    public static int encodedLength(String text) {
        long bits = 0;
        for (int i = 0; i < text.length(); i++) {
            bits += LENGTHS[text.charAt(i) & 0xff];
        }
        return (int) (bits + 7 >> 3);
    }

    /** Encodes a text of Latin-1; returns the position behind it. */
    public static int encode(String text, byte[] to, int at) {
        long bits = 0;
        int count = 0;
        int position = at;
        for (int i = 0; i < text.length(); i++) {
            int symbol = text.charAt(i) & 0xff;
            bits = bits << LENGTHS[symbol] | CODES[symbol];
            count += LENGTHS[symbol];
            while (count >= 8) {
                count -= 8;
                to[position++] = (byte) (bits >> count);
            }
        }
        if (count > 0) {
            // the rest is padded with the first bits of EOS
            to[position++] = (byte) (bits << 8 - count | 0xff >> count);
        }
        return position;
    }

    /** The most octets that so many encoded ones decode to. */
    public static int maxDecodedLength(int encoded) {
        return (int) Math.min(Integer.MAX_VALUE - 8, (long) encoded * 8 / 5);
    }

    /**
     * Decodes the octets of a string.
     *
     * @param into has room for {@link #maxDecodedLength} octets
     * @return the number of octets
     * @throws HpackException if EOS is in it, or its padding is longer than 7 bits or not of EOS (section 5.2)
     */
    public static int decode(byte[] from, int start, int end, byte[] into) throws HpackException {
        int step = ACCEPTED;
        int length = 0;
        for (int i = start; i < end; i++) {
            int octet = from[i];
            step = STEPS[(step >>> 24) << 4 | octet >> 4 & 0xf];
            if ((step & EMIT) != 0) {
                into[length++] = (byte) step;
            } else if ((step & FAILED) != 0) {
                throw new HpackException("EOS within a Huffman coded string");
            }
            step = STEPS[(step >>> 24) << 4 | octet & 0xf];
            if ((step & EMIT) != 0) {
                into[length++] = (byte) step;
            } else if ((step & FAILED) != 0) {
                throw new HpackException("EOS within a Huffman coded string");
            }
        }
        if ((step & ACCEPTED) == 0) {
            throw new HpackException("bad padding of a Huffman coded string");
        }
        return length;
    }
}
