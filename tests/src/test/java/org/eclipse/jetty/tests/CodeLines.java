package org.eclipse.jetty.tests;

import java.util.ArrayList;
import java.util.List;

/** The lines of a source that are neither blank nor comments only, trimmed; the formatter gives comments lines of their own. */
final class CodeLines {
    private CodeLines() {}

    static List<String> of(List<String> lines) {
        List<String> code = new ArrayList<>();
        boolean comment = false;
        for (String line : lines) {
            String text = line.strip();
            if (comment) {
                comment = !text.endsWith("*/");
            } else if (text.startsWith("/*")) {
                comment = !text.endsWith("*/");
            } else if (!text.isEmpty() && !text.startsWith("//")) {
                code.add(text);
            }
        }
        return code;
    }

    /** The others: what comments say. */
    static List<String> comments(List<String> lines) {
        List<String> comments = new ArrayList<>();
        boolean comment = false;
        for (String line : lines) {
            String text = line.strip();
            if (comment || text.startsWith("/*") || text.startsWith("//")) {
                comments.add(text);
                comment = (comment || text.startsWith("/*")) && !text.endsWith("*/");
            }
        }
        return comments;
    }
}
