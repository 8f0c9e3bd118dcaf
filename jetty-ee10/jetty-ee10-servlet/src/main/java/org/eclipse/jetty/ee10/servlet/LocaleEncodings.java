package org.eclipse.jetty.ee10.servlet;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The encodings that locales have where the application says nothing (Servlet section 5.6, "a container dependent mapping").
 * Japanese is Shift_JIS, the example of the specification; other languages that legacy encodings were made for are UTF-8, in
 * which no character is lost. Immutable.
 */
final class LocaleEncodings {
    private static final Map<String, String> BY_LANGUAGE = new HashMap<>();

    static {
        for (String language :
                ("ar be bg ca cs da de el en es et fi fr hr hu is it ko lt lv mk nl no pl pt ro ru sk sl sq sr"
                                + " sv tr uk zh")
                        .split(" ")) {
            BY_LANGUAGE.put(language, "utf-8");
        }
        BY_LANGUAGE.put("ja", "Shift_JIS");
    }

    private LocaleEncodings() {}

    /** The encoding for the language of a locale; null for one that has none by default. */
    static @Nullable String of(Locale locale) {
        return BY_LANGUAGE.get(locale.getLanguage());
    }
}
