package org.eclipse.jetty.rewrite.internal;

import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * A text with references to the groups of an expression: {@code $1}, {@code ${name}}, and {@code $Q} for the query. A backslash makes the
 * character after it literal.
 */
public final class Replacement {
    private final String template;
    private final Matcher matcher;
    private final String query;
    private final StringBuilder text;
    private int position;

    private Replacement(String template, Matcher matcher, @Nullable String query) {
        this.template = template;
        this.matcher = matcher;
        this.query = query == null ? "" : query;
        text = new StringBuilder(template.length() + 32);
    }

    /**
     * Returns the text with its references replaced. Groups that have not matched are empty. A reference to a group that the expression has
     * not remains as it is; of {@code $12} the longest number that is a group counts.
     *
     * @param query replaces {@code $Q}; null for the empty text
     */
    public static String expand(String template, Matcher matcher, @Nullable String query) {
        boolean plain = template.indexOf('$') < 0 && template.indexOf('\\') < 0;
        return plain ? template : new Replacement(template, matcher, query).expand();
    }

    private String expand() {
        while (position < template.length()) {
            char c = template.charAt(position++);
            if (position == template.length() || c != '$' && c != '\\') {
                text.append(c);
            } else if (c == '\\') {
                text.append(template.charAt(position++));
            } else {
                reference(template.charAt(position));
            }
        }
        return text.toString();
    }

    /** Appends what a dollar sign refers to. */
    private void reference(char next) {
        if (next == 'Q') {
            position++;
            text.append(query);
        } else if (next >= '0' && next <= '9') {
            number();
        } else if (next == '{' && template.indexOf('}', position) > 0) {
            name(template.substring(position + 1, template.indexOf('}', position)));
        } else {
            text.append('$');
        }
    }

    private void number() {
        int group = template.charAt(position) - '0';
        if (group > matcher.groupCount()) {
            text.append('$');
            return;
        }
        position++;
        while (position < template.length() && template.charAt(position) >= '0' && template.charAt(position) <= '9') {
            int longer = group * 10 + template.charAt(position) - '0';
            if (longer > matcher.groupCount()) {
                break;
            }
            group = longer;
            position++;
        }
        append(matcher.group(group));
    }

    private void name(String name) {
        String matched;
        try {
            matched = matcher.group(name);
        } catch (IllegalArgumentException x) {
            text.append('$');
            return;
        }
        position += name.length() + 2;
        append(matched);
    }

    private void append(@Nullable String matched) {
        text.append(matched == null ? "" : matched);
    }
}
