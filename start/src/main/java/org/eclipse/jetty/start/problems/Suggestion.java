package org.eclipse.jetty.start.problems;

import java.util.Collection;
import java.util.Locale;

/** Finds what somebody who misspelled a name most likely meant. */
public final class Suggestion {
    private Suggestion() {}

    /**
     * The remedy for an unknown name: {@code " Did you mean 'http2c'?"}, or an empty string when nothing is near.
     *
     * <p>Near is a Damerau-Levenshtein distance of at most a third of the length of the name.
     */
    public static String didYouMean(String name, Collection<String> known) {
        String best = null;
        int bestDistance = Math.max(1, (name.length() + 2) / 3) + 1;
        String wanted = name.toLowerCase(Locale.ROOT);
        for (String candidate : known) {
            int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT));
            if (distance < bestDistance || distance == bestDistance && best != null && candidate.compareTo(best) < 0) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best == null ? "" : " Did you mean '" + best + "'?";
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn one string into the other. */
    public static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replace, Math.min(last[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return last[b.length()];
    }
}
