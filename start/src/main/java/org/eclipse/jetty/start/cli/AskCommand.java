package org.eclipse.jetty.start.cli;

import java.io.PrintStream;
import org.eclipse.jetty.start.running.DiagnosticsClient;
import org.eclipse.jetty.start.session.StartSession;

/** {@code --threads}, {@code --dump}, {@code --log-level}, {@code --diagnose}: asks the running server of the base. */
record AskCommand(StartSession session, String version) implements Command {
    @Override
    public int run(PrintStream out) {
        new DiagnosticsClient(session, version, out).run();
        return 0;
    }
}
