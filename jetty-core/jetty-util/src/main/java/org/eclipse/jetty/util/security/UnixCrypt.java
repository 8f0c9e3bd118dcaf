package org.eclipse.jetty.util.security;

/**
 * The traditional crypt(3) of UNIX: DES (FIPS 46-3) with a salt that changes its expansion, 25 times over a block of zeros.
 *
 * <p>It is kept for old files: only the first eight characters of a secret count, seven bits of each, and one try costs next
 * to nothing today.
 */
public final class UnixCrypt {
    static final String ALPHABET = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    static final int LENGTH = 13;

    private static final int SALT_LENGTH = 2;
    private static final int TIMES = 25;

    // the tables of FIPS 46-3; bits are counted from 1, the most significant one

    private static final int[] EXPANSION = {
        32, 1, 2, 3, 4, 5, 4, 5, 6, 7, 8, 9, 8, 9, 10, 11, 12, 13, 12, 13, 14, 15, 16, 17, 16, 17, 18, 19, 20, 21, 20,
        21, 22, 23, 24, 25, 24, 25, 26, 27, 28, 29, 28, 29, 30, 31, 32, 1
    };
    private static final int[] PERMUTATION = {
        16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11,
        4, 25
    };
    private static final int[] FINAL = {
        40, 8, 48, 16, 56, 24, 64, 32, 39, 7, 47, 15, 55, 23, 63, 31, 38, 6, 46, 14, 54, 22, 62, 30, 37, 5, 45, 13, 53,
                21,
        61, 29, 36, 4, 44, 12, 52, 20, 60, 28, 35, 3, 43, 11, 51, 19, 59, 27, 34, 2, 42, 10, 50, 18, 58, 26, 33, 1, 41,
                9,
        49, 17, 57, 25
    };
    private static final int[] KEY = {
        57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36, 63,
        55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4
    };
    private static final int[] ROUND_KEY = {
        14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47, 55,
        30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32
    };
    private static final int[] SHIFTS = {1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1};

    /** S1 to S8, each of four rows of sixteen. */
    private static final String[] SUBSTITUTIONS = {
        "e4d12fb83a6c5907" + "0f74e2d1a6cb9538" + "41e8d62bfc973a50" + "fc8249175b3ea06d",
        "f18e6b34972dc05a" + "3d47f28ec01a69b5" + "0e7ba4d158c6932f" + "d8a13f42b67c05e9",
        "a09e63f51dc7b428" + "d709346a285ecbf1" + "d6498f30b12c5ae7" + "1ad069874fe3b52c",
        "7de3069a1285bc4f" + "d8b56f03472c1ae9" + "a690cb7df13e5284" + "3f06a1d8945bc72e",
        "2c417ab6853fd0e9" + "eb2c47d150fa3986" + "421bad78f9c5630e" + "b8c71e2d6f09a453",
        "c1af92680d34e75b" + "af427c9561de0b38" + "9ef528c3704a1db6" + "432c95fabe17608d",
        "4b2ef08d3c975a61" + "d0b7491ae35c2f86" + "14bdc37eaf680592" + "6bd814a7950fe23c",
        "d2846fb1a93e50c7" + "1fd8a374c56b0e92" + "7b419ce206adf358" + "21e74a8dfc90356b"
    };

    private UnixCrypt() {}

    /**
     * Returns the thirteen characters for a secret: the salt, and what comes of it.
     *
     * @param salt of which the first two characters count; they are letters, digits, '.' or '/'
     */
    public static String crypt(String secret, String salt) {
        if (salt.length() < SALT_LENGTH || digit(salt.charAt(0)) < 0 || digit(salt.charAt(1)) < 0) {
            throw new IllegalArgumentException("not a salt of crypt (expected: two letters, digits, '.' or '/')");
        }
        int[] expansion = EXPANSION.clone();
        int bits = digit(salt.charAt(0)) | digit(salt.charAt(1)) << 6;
        for (int i = 0; i < 12; i++) {
            if ((bits >> i & 1) == 0) {
                continue;
            }
            expansion[i] = EXPANSION[i + 24];
            expansion[i + 24] = EXPANSION[i];
        }
        return salt.substring(0, SALT_LENGTH) + text(encrypt(roundKeys(secret), expansion));
    }

    /** The place of a character in the alphabet, -1 when it is not of it. */
    static int digit(char c) {
        return ALPHABET.indexOf(c);
    }

    /** The keys of the rounds, of the lower seven bits of eight characters. */
    private static long[] roundKeys(String secret) {
        long key = 0;
        for (int i = 0; i < 8; i++) {
            key = key << 8 | (i < secret.length() ? (secret.charAt(i) & 0x7f) << 1 : 0);
        }
        long halves = permute(key, 64, KEY);
        long c = halves >>> 28;
        long d = halves & 0xfffffffL;
        long[] keys = new long[SHIFTS.length];
        for (int round = 0; round < keys.length; round++) {
            c = rotate(c, SHIFTS[round]);
            d = rotate(d, SHIFTS[round]);
            keys[round] = permute(c << 28 | d, 56, ROUND_KEY);
        }
        return keys;
    }

    private static long rotate(long half, int by) {
        return (half << by | half >>> 28 - by) & 0xfffffffL;
    }

    private static long encrypt(long[] keys, int[] expansion) {
        // a block of zeros; the initial permutation undoes the final one of the time before
        long left = 0;
        long right = 0;
        for (int time = 0; time < TIMES; time++) {
            for (long key : keys) {
                long next = left ^ permute(substitute(permute(right, 32, expansion) ^ key), 32, PERMUTATION);
                left = right;
                right = next;
            }
            long swapped = left;
            left = right;
            right = swapped;
        }
        return permute(left << 32 | right, 64, FINAL);
    }

    private static long substitute(long bits) {
        long result = 0;
        for (int box = 0; box < 8; box++) {
            int six = (int) (bits >>> 42 - 6 * box) & 0x3f;
            int row = six >> 4 & 2 | six & 1;
            int column = six >> 1 & 0xf;
            result = result << 4 | Character.digit(SUBSTITUTIONS[box].charAt(row * 16 + column), 16);
        }
        return result;
    }

    private static long permute(long bits, int length, int[] table) {
        long result = 0;
        for (int bit : table) {
            result = result << 1 | bits >>> length - bit & 1;
        }
        return result;
    }

    /** Six bits in each character, two of zero at the end. */
    private static String text(long block) {
        char[] text = new char[LENGTH - SALT_LENGTH];
        for (int i = 0; i < text.length; i++) {
            int shift = 58 - 6 * i;
            text[i] = ALPHABET.charAt((int) (shift < 0 ? block << -shift : block >>> shift) & 0x3f);
        }
        return new String(text);
    }
}
