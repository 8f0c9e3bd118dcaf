package org.eclipse.jetty.start.check;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.report.JsonReport;
import org.jspecify.annotations.Nullable;

/**
 * Something that {@code --check} found.
 *
 * @param isError whether the server, or a part of it, does not work; else it is only hardly meant
 * @param origin where the cause is, or null
 * @param message what is wrong, with the value
 * @param expected what was expected, or null
 * @param remedy what to do, or an empty text when the message says that
 */
public record Finding(
        boolean isError,
        @Nullable Origin origin,
        String message,
        @Nullable String expected,
        String remedy) {
    /** {@code ERROR file:line: message (expected: ...). Remedy}. */
    String text() {
        return (isError ? "ERROR " : "WARN  ") + sentence();
    }

    /** The same without the severity. */
    public String sentence() {
        StringBuilder text = new StringBuilder();
        if (origin != null) {
            text.append(origin.place()).append(": ");
        }
        text.append(message);
        if (expected != null) {
            text.append(" (expected: ").append(expected).append(')');
        }
        if (!remedy.isEmpty()) {
            boolean ended = text.charAt(text.length() - 1) == '.' || text.charAt(text.length() - 1) == '?';
            text.append(ended ? " " : ". ")
                    .append(Character.toUpperCase(remedy.charAt(0)))
                    .append(remedy, 1, remedy.length());
        }
        return text.toString();
    }

    /** For {@code --check=json}. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("severity", isError ? "error" : "warning");
        JsonReport.put(json, origin);
        json.put("message", message);
        if (expected != null) {
            json.put("expected", expected);
        }
        if (!remedy.isEmpty()) {
            json.put("remedy", remedy);
        }
        return json;
    }
}
