package org.eclipse.jetty.start.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.start.problems.StartException;
import org.jspecify.annotations.Nullable;

/** The text of {@code --help}, and the options that it describes. */
public final class Usage {
    /**
     * An option.
     *
     * @param name with its dashes
     * @param placeholder what stands for its value, such as {@code module}; null when it takes none, or one of {@code values}
     * @param values the values that are written out
     * @param description the first sentence about it
     */
    record Option(String name, @Nullable String placeholder, List<String> values, String description) {}

    private static final String INDENT = "  --";

    private Usage() {}

    public static String text() {
        try (InputStream in = Usage.class.getResourceAsStream("usage.txt")) {
            if (in == null) {
                throw new StartException(StartException.UNKNOWN, "usage.txt is missing in start.jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "Cannot read usage.txt: " + e, e);
        }
    }

    /** The options in the order of the text; what an option is also called follows it. */
    static List<Option> options() {
        Map<String, Option> options = new LinkedHashMap<>();
        String[] lines = text().split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            if (!lines[i].startsWith(INDENT)) {
                continue;
            }
            StringBuilder described = new StringBuilder(description(lines[i]));
            for (int j = i + 1; j < lines.length && lines[j].startsWith("     "); j++) {
                described.append(' ').append(lines[j].trim());
            }
            Option option = option(lines[i], described.toString().trim());
            options.merge(option.name, option, Usage::merged);
            for (String alias : aliases(described.toString())) {
                options.putIfAbsent(alias, new Option(alias, option.placeholder, option.values, option.description));
            }
        }
        return new ArrayList<>(options.values());
    }

    private static Option merged(Option first, Option second) {
        return new Option(
                first.name,
                first.placeholder == null ? second.placeholder : first.placeholder,
                first.values.isEmpty() ? second.values : first.values,
                first.description);
    }

    private static String description(String line) {
        int gap = line.indexOf("  ", INDENT.length());
        return gap < 0 ? "" : line.substring(gap).trim();
    }

    private static Option option(String line, String described) {
        int end = 2;
        while (end < line.length() && line.charAt(end) != ' ' && line.charAt(end) != '=') {
            end++;
        }
        String name = line.substring(2, end);
        int sentence = described.indexOf(". ");
        String description = sentence < 0 ? described : described.substring(0, sentence + 1);
        if (end >= line.length() || line.charAt(end) != '=') {
            return new Option(name, null, List.of(), description);
        }
        String value = line.substring(end + 1).split(" ", 2)[0];
        int close = value.indexOf('>');
        return value.startsWith("<")
                ? new Option(name, value.substring(1, close), List.of(), description)
                : new Option(name, null, List.of(value.split("\\|")), description);
    }

    private static List<String> aliases(String described) {
        List<String> aliases = new ArrayList<>();
        int also = described.indexOf("also --");
        if (also < 0) {
            return aliases;
        }
        for (String word : described.substring(also + 5).split("[ ,;]+")) {
            if (!word.startsWith("--")) {
                break;
            }
            aliases.add(word.endsWith(".") ? word.substring(0, word.length() - 1) : word);
        }
        return aliases;
    }

    /** The names of all options, for a test that none is missing. */
    static Set<String> names() {
        Map<String, Option> names = new LinkedHashMap<>();
        for (Option option : options()) {
            names.put(option.name, option);
        }
        return names.keySet();
    }
}
