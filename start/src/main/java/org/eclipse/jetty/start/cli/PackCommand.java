package org.eclipse.jetty.start.cli;

import java.io.PrintStream;
import java.util.List;
import org.eclipse.jetty.start.config.Options;
import org.eclipse.jetty.start.pack.Packer;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.properties.UnknownProperties;
import org.eclipse.jetty.start.session.StartSession;

/** {@code --pack}: makes a bootable jar of the base. */
record PackCommand(StartSession session, String version, List<String> arguments) implements Command {
    @Override
    public int run(PrintStream out) {
        Options options = session.config().options();
        if (!options.addModules.isEmpty() || !options.removeModules.isEmpty()) {
            throw new StartException(
                    StartException.BAD_ARGUMENT,
                    "--pack with a change of the base in one command (expected: one command for each; modules of the"
                            + " jar alone are named by --modules)");
        }
        new Packer(session, version, arguments).pack();
        new UnknownProperties(session.config(), session.baseHome(), session.registry()).report();
        return 0;
    }
}
