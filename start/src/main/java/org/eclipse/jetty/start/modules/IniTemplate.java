package org.eclipse.jetty.start.modules;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.start.problems.Origin;
import org.jspecify.annotations.Nullable;

/** Reads the properties that the ini template of a module offers: {@code # name=default}, and the comment above it. */
public final class IniTemplate {
    /** A property with its description and offered value. */
    public record Setting(String name, String value, String description, Origin origin) {}

    private IniTemplate() {}

    public static List<Setting> settings(ModuleFile module) {
        List<Setting> settings = new ArrayList<>();
        StringBuilder comment = new StringBuilder();
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.INI_TEMPLATE)) {
            String text = entry.text();
            String name = settingName(text);
            if (name != null) {
                settings.add(new Setting(
                        name, text.substring(text.indexOf('=') + 1).trim(), comment.toString(), module.origin(entry)));
                comment.setLength(0);
            } else if (text.isEmpty() || text.startsWith("###")) {
                comment.setLength(0);
            } else if (text.charAt(0) == '#') {
                if (comment.length() > 0) {
                    comment.append(' ');
                }
                comment.append(withoutMark(text));
            }
        }
        return settings;
    }

    private static String withoutMark(String comment) {
        int start = 0;
        while (start < comment.length() && (comment.charAt(start) == '#' || comment.charAt(start) == ' ')) {
            start++;
        }
        return comment.substring(start);
    }

    /** The property that a line assigns, perhaps behind a comment mark; null when it assigns none. */
    private static @Nullable String settingName(String line) {
        if (line.startsWith("##")) {
            return null;
        }
        String text = line.startsWith("#") ? line.substring(1).trim() : line;
        int equals = text.indexOf('=');
        if (equals <= 0 || text.charAt(0) == '-') {
            return null;
        }
        String name = name(text, equals);
        boolean dotted = false;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '.' || c == '-' || c == '_') {
                dotted = true;
            } else if (!Character.isLetterOrDigit(c)) {
                return null;
            }
        }
        // a sentence of one word and an equals sign is a comment
        return dotted || !line.startsWith("#") ? name : null;
    }

    /** What stands before {@code =}, {@code +=} or {@code ?=}. */
    public static String name(String setting, int equals) {
        char operator = setting.charAt(equals - 1);
        boolean plain = operator != '+' && operator != '?';
        return setting.substring(0, plain ? equals : equals - 1).trim();
    }

    /** The names within <code>${}</code>. */
    public static Set<String> references(String text) {
        Set<String> names = new LinkedHashSet<>();
        int start = text.indexOf("${");
        while (start >= 0) {
            int end = text.indexOf('}', start);
            if (end < 0) {
                break;
            }
            names.add(text.substring(start + 2, end));
            start = text.indexOf("${", end);
        }
        return names;
    }
}
