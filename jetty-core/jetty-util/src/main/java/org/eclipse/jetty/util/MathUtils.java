package org.eclipse.jetty.util;

/** Arithmetic that does not overflow silently. */
public class MathUtils {
    private MathUtils() {}

    public static boolean sumOverflows(int a, int b) {
        return (int) ((long) a + b) != (long) a + b;
    }

    /** The sum of two values that are not negative, at most Long.MAX_VALUE. */
    public static long cappedAdd(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? Long.MAX_VALUE : sum;
    }

    public static int cappedAdd(int a, int b, int maxValue) {
        return (int) Math.min((long) a + b, maxValue);
    }

    public static int ceilToNextPowerOfTwo(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative: " + value);
        }
        int highest = Integer.highestOneBit(value);
        if (highest == value) {
            return value == 0 ? 1 : value;
        }
        return highest == 1 << 30 ? Integer.MAX_VALUE : highest << 1;
    }

    public static int ceilLog2(int value) {
        return value <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(value - 1);
    }
}
