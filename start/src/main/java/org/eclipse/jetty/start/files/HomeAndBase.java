package org.eclipse.jetty.start.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a command line says about home and base, which must be known before anything can be read, and the rest of it.
 *
 * @param home the directory, or null
 * @param base the directory, or null
 * @param rest the other arguments, trimmed, without empty ones
 */
public record HomeAndBase(@Nullable String home, @Nullable String base, List<String> rest) {
    public static HomeAndBase of(String[] commandLine) {
        List<String> rest = new ArrayList<>(commandLine.length);
        String home = null;
        String base = null;
        for (String argument : commandLine) {
            String text = argument.trim();
            if (text.isEmpty()) {
                continue;
            }
            String lower = text.toLowerCase(Locale.ROOT);
            if (lower.startsWith("jetty.home=")) {
                home = text.substring(11);
            } else if (lower.startsWith("jetty.base=")) {
                base = text.substring(11);
            } else if (lower.startsWith("-djetty.home=")) {
                home = text.substring(13);
            } else if (lower.startsWith("-djetty.base=")) {
                base = text.substring(13);
            } else {
                rest.add(text);
            }
        }
        return new HomeAndBase(home, base, rest);
    }

    public BaseHome open() {
        return BaseHome.of(home, base);
    }
}
