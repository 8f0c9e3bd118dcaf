package org.eclipse.jetty.start.cli;

import java.io.PrintStream;

/** What one invocation of start.jar does. Confined to the main thread. */
sealed interface Command
        permits AskCommand,
                CheckCommand,
                HelpCommand,
                RemoveModulesCommand,
                RestartCommand,
                StartCommand,
                StopCommand,
                ToolCommand,
                UpdateIniCommand {
    /**
     * Does it.
     *
     * @param out for what the command reports
     * @return the exit code of the process, 0-255
     */
    int run(PrintStream out);
}
