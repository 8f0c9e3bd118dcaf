package org.eclipse.jetty.security.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** The lines of a properties file, with their numbers, so that one that is wrong does not spoil the others. */
public final class RealmLines {
    private RealmLines() {}

    /**
     * A key and its value.
     *
     * @param number of the first line of the file that it was read from, from 1
     * @param key null where the line cannot be read
     */
    public record Line(int number, @Nullable String key, String value) {}

    /** That of UTF-8, as ISO-8859-1 reads it: it would be part of the first user's name. */
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    /** Reads a file as {@link Properties#load(InputStream)} does, in ISO-8859-1 with escapes. */
    public static List<Line> read(Resource file) throws IOException {
        String text;
        try (InputStream input = file.newInputStream()) {
            text = new String(input.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
        if (text.startsWith(BYTE_ORDER_MARK)) {
            text = text.substring(BYTE_ORDER_MARK.length());
        }
        List<Line> lines = new ArrayList<>();
        String[] natural = text.split("\r\n|\r|\n", -1);
        for (int i = 0; i < natural.length; i++) {
            int number = i + 1;
            String start = natural[i].stripLeading();
            if (start.isEmpty() || start.startsWith("#") || start.startsWith("!")) {
                continue;
            }
            StringBuilder logical = new StringBuilder(natural[i]);
            while (isContinued(natural[i]) && i + 1 < natural.length) {
                logical.append('\n').append(natural[++i]);
            }
            lines.add(parse(number, logical.toString()));
        }
        return lines;
    }

    /** Whether it ends in a backslash that is not escaped by another one. */
    private static boolean isContinued(String line) {
        int backslashes = 0;
        while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    private static Line parse(int number, String text) throws IOException {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IllegalArgumentException x) {
            // an escape that is none
            return new Line(number, null, "");
        }
        String key = properties.stringPropertyNames().stream().findFirst().orElse("");
        return new Line(number, key, properties.getProperty(key, ""));
    }
}
