package org.eclipse.jetty.start.cli;

import java.io.PrintStream;

/** What one invocation of start.jar does. Confined to the main thread. */
interface Command {
    /**
     * Does it.
     *
     * @param out for what the command reports
     * @return the exit code of the process, 0-255
     */
    int run(PrintStream out);
}
