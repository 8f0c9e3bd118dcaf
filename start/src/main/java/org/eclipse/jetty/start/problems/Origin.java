package org.eclipse.jetty.start.problems;

/**
 * Where an argument or property came from: a file and its line, the command line, or the launcher itself.
 *
 * @param name the file in short form ({@code ${jetty.base}/start.d/http.ini}) or a name in angle brackets
 * @param line the line, from 1, or 0 when there is none
 */
public record Origin(String name, int line) {
    public static final Origin COMMAND_LINE = new Origin("<command-line>", 0);
    public static final Origin COMPUTED = new Origin("<computed>", 0);

    /** {@code name:line}, for messages. */
    public String place() {
        return line > 0 ? name + ":" + line : name;
    }
}
