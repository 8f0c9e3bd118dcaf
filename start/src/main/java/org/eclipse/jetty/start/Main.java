package org.eclipse.jetty.start;

import java.io.PrintStream;
import org.eclipse.jetty.start.cli.Commands;
import org.eclipse.jetty.start.problems.StartException;

/**
 * The entry of start.jar: reports on or changes a base when a command is given, else starts the server.
 *
 * <p>The exit codes are those of {@link StartException}; 0 means success.
 */
public final class Main {
    private static final String USAGE = "Usage: java -jar $JETTY_HOME/start.jar [options] [properties] [configs]"
            + System.lineSeparator()
            + "       java -jar $JETTY_HOME/start.jar --help  # for more information";

    private Main() {}

    /** Runs the command, and ends the JVM with its exit code unless a server runs now. */
    public static void main(String[] arguments) {
        int exitCode = run(arguments, System.out);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    /** Runs the command; what it reports goes to {@code out}, messages go to the log of the start. */
    static int run(String[] arguments, PrintStream out) {
        return Commands.runReporting(arguments, out, USAGE);
    }
}
