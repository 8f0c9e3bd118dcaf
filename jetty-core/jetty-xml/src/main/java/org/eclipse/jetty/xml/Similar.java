package org.eclipse.jetty.xml;

import java.util.Collection;
import java.util.Locale;

/** Finds what somebody may have meant. */
final class Similar {
    private Similar() {}

    /** ": did you mean ...?" when one of the names is similar, else what there is. */
    static String didYouMean(String name, Collection<String> candidates) {
        String best = null;
        int least = Math.max(2, name.length() / 3) + 1;
        for (String candidate : candidates) {
            int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        if (best != null) {
            return ": did you mean " + best + "?";
        }
        return candidates.isEmpty() || candidates.size() > 100 ? "" : ", there are: " + candidates;
    }

    /** Insertions, deletions and replacements from one to the other. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
