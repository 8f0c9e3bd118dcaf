package org.eclipse.jetty.start.jvm;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of arguments of the java command, for {@code java @file}; one a line, as the section "java Command-Line Argument Files" of its
 * manual has it. Confined to the main thread.
 */
public final class ArgumentFile {
    private final List<String> lines = new ArrayList<>();

    /** Adds a line that the command ignores. */
    public ArgumentFile comment(String text) {
        lines.add("# " + text.replace('\n', ' ').replace('\r', ' '));
        return this;
    }

    public ArgumentFile addAll(Iterable<String> arguments) {
        for (String argument : arguments) {
            lines.add(quote(argument));
        }
        return this;
    }

    /** In quotes nothing but a backslash has a meaning: neither blanks, nor {@code #}, nor other quotes. */
    static String quote(String argument) {
        StringBuilder quoted = new StringBuilder(argument.length() + 2).append('"');
        for (int i = 0; i < argument.length(); i++) {
            char c = argument.charAt(i);
            if (c == '\n') {
                quoted.append("\\n");
            } else if (c == '\r') {
                quoted.append("\\r");
            } else if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    /** Writes it in the encoding of command lines. */
    public void write(Path file) throws IOException {
        String encoding = System.getProperty("sun.jnu.encoding");
        Charset charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
        Files.writeString(file, String.join("\n", lines) + "\n", charset);
    }
}
