package org.eclipse.jetty.start.cli;

import java.io.PrintStream;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.running.StopClient;

/** {@code --restart}: replaces the running server of the base. */
record RestartCommand(StartProperties properties) implements Command {
    @Override
    public int run(PrintStream out) {
        new StopClient(properties).restart();
        return 0;
    }
}
