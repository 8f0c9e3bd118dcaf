package org.eclipse.jetty.maven;

import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.jspecify.annotations.Nullable;

/** Splits a parameter into arguments as a shell would: at white space, but for what is in quotes. Thread-safe. */
public final class Arguments {
    private Arguments() {}

    /**
     * Splits a text.
     *
     * @param parameter the name of the parameter, for errors
     * @param text the text; null for no arguments
     * @throws MojoExecutionException when a quote is left open
     */
    public static List<String> split(String parameter, @Nullable String text) throws MojoExecutionException {
        List<String> arguments = new ArrayList<>();
        StringBuilder argument = null;
        char quote = 0;
        for (char c : (text == null ? "" : text).toCharArray()) {
            if (quote == 0 && Character.isWhitespace(c)) {
                if (argument != null) {
                    arguments.add(argument.toString());
                }
                argument = null;
                continue;
            }
            if (argument == null) {
                argument = new StringBuilder();
            }
            if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else {
                argument.append(c);
            }
        }
        if (quote != 0) {
            throw new MojoExecutionException(
                    parameter + ": " + text + " (expected: a second " + quote + " for the first)");
        }
        if (argument != null) {
            arguments.add(argument.toString());
        }
        return arguments;
    }
}
