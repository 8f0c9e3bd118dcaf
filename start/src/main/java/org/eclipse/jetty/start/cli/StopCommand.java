package org.eclipse.jetty.start.cli;

import java.io.PrintStream;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.running.StopClient;

/** {@code --stop}: stops the running server of the base. */
record StopCommand(StartProperties properties) implements Command {
    @Override
    public int run(PrintStream out) {
        new StopClient(properties).stop();
        return 0;
    }
}
