package org.eclipse.jetty.deploy.internal.parallel;

import java.math.BigInteger;
import java.util.Comparator;

/** Orders versions: digits as numbers, so that 10 is newer than 9, and the rest as text; no version is older than any. */
final class VersionOrder implements Comparator<String> {
    static final VersionOrder OLDEST_FIRST = new VersionOrder();

    private VersionOrder() {}

    @Override
    public int compare(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            int order;
            if (isDigit(a.charAt(i)) && isDigit(b.charAt(j))) {
                int endOfA = endOfNumber(a, i);
                int endOfB = endOfNumber(b, j);
                order = new BigInteger(a.substring(i, endOfA)).compareTo(new BigInteger(b.substring(j, endOfB)));
                i = endOfA;
                j = endOfB;
            } else {
                order = Character.compare(a.charAt(i++), b.charAt(j++));
            }
            if (order != 0) {
                return order;
            }
        }
        int rest = Integer.compare(a.length() - i, b.length() - j);
        // 1.01 and 1.1 are not the same name
        return rest != 0 ? rest : a.compareTo(b);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int endOfNumber(String text, int begin) {
        int end = begin;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }
}
