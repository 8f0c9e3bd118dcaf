package org.eclipse.jetty.security.jwt.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads settings as properties have them. */
public final class SettingText {
    private SettingText() {}

    /** The text without blanks at its ends; null if it is blank. */
    public static @Nullable String emptyToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.trim();
    }

    /** The names in texts, which may have commas or blanks in between. */
    public static List<String> names(@Nullable String @Nullable ... texts) {
        List<String> names = new ArrayList<>();
        for (String text : texts == null ? new String[0] : texts) {
            for (String name : text == null ? new String[0] : text.trim().split("[,\\s]+")) {
                if (!name.isEmpty()) {
                    names.add(name);
                }
            }
        }
        return names;
    }
}
