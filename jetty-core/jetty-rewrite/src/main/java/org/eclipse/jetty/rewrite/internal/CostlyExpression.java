package org.eclipse.jetty.rewrite.internal;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.BoundedText;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a short text that takes an expression a great many steps, by trying those out that begin as the expression does, repeat
 * what it names, and then do not match.
 */
final class CostlyExpression {
    /** As long as an ordinary path: a number of steps that grows with the cube of the length stays below the limit. */
    private static final int LENGTH = 64;

    private static final String META = ".[]{}()*+?^$|\\";
    private static final Pattern WORD = Pattern.compile("[\\w%/~-]+");

    private CostlyExpression() {}

    /** Returns a text that takes more than {@link BoundedText#MAX_STEPS} steps; null if none was found. */
    static @Nullable String exampleFor(Pattern regex) {
        String start = literalStart(regex.pattern());
        for (String repeated : repeated(regex.pattern())) {
            for (String end : new String[] {"", "!", "/"}) {
                int times = (LENGTH - start.length() - end.length()) / repeated.length();
                String text = start + repeated.repeat(Math.max(1, times)) + end;
                if (isCostly(regex, text)) {
                    return text;
                }
            }
        }
        return null;
    }

    private static boolean isCostly(Pattern regex, String text) {
        try {
            BoundedText.matcher(regex, text).matches();
            return false;
        } catch (BoundedText.LimitException | StackOverflowError x) {
            return true;
        }
    }

    /** The characters that every match begins with. */
    private static String literalStart(String regex) {
        if (regex.indexOf('|') >= 0) {
            return "/";
        }
        int end = 0;
        while (end < regex.length() && META.indexOf(regex.charAt(end)) < 0) {
            end++;
        }
        boolean optional = end < regex.length() && "*?{".indexOf(regex.charAt(end)) >= 0;
        return regex.substring(0, optional ? Math.max(0, end - 1) : end);
    }

    /** What may be repeated: ordinary characters, and the characters and words of the expression. */
    private static Set<String> repeated(String regex) {
        Set<String> texts = new LinkedHashSet<>(Set.of("a", "/", "0", "A", "-", ".", "a/"));
        Matcher words = WORD.matcher(regex);
        while (words.find()) {
            String word = words.group();
            if (word.length() <= LENGTH / 4) {
                texts.add(word);
            }
            word.chars().limit(LENGTH).forEach(c -> texts.add(String.valueOf((char) c)));
        }
        return texts;
    }
}
