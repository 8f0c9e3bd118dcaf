package org.eclipse.jetty.http;

import java.util.EnumSet;
import java.util.Set;
import org.eclipse.jetty.http.HttpCompliance.Violation;
import org.eclipse.jetty.http.internal.FieldLists;

/** Looks for parameters of a field value that are not written as RFC 9110, section 5.6.6 wants them. */
public final class ParameterSyntax {
    private ParameterSyntax() {}

    /** What parameters deviate in: white space around the equals sign, and quotes that are not those around a value. */
    public static Set<Violation> violations(String value) {
        Set<Violation> found = EnumSet.noneOf(Violation.class);
        for (int from = FieldLists.end(value, 0, ';') + 1; from <= value.length(); ) {
            int to = FieldLists.end(value, from, ';');
            check(value.substring(from, to).trim(), found);
            from = to + 1;
        }
        return found;
    }

    private static void check(String parameter, Set<Violation> found) {
        int equals = parameter.indexOf('=');
        String name = equals < 0 ? parameter : parameter.substring(0, equals);
        String text = equals < 0 ? "" : parameter.substring(equals + 1);
        if (name.endsWith(" ") || name.endsWith("\t") || text.startsWith(" ") || text.startsWith("\t")) {
            found.add(Violation.WHITESPACE_IN_PARAMETER);
        }
        text = text.trim();
        boolean quoted = text.startsWith("\"") && closingQuote(text) == text.length() - 1;
        if (name.indexOf('"') >= 0 || text.indexOf('"') >= 0 && !quoted) {
            found.add(Violation.BAD_QUOTES_IN_TOKEN);
        }
    }

    /** Where the quoted string ends that the text begins with, or -1. */
    private static int closingQuote(String text) {
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '"') {
                return i;
            }
        }
        return -1;
    }
}
