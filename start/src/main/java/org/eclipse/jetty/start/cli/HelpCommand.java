package org.eclipse.jetty.start.cli;

import java.io.PrintStream;
import org.eclipse.jetty.start.report.Usage;

/** {@code --help}: prints the options. */
record HelpCommand() implements Command {
    @Override
    public int run(PrintStream out) {
        out.print(Usage.text());
        return 0;
    }
}
