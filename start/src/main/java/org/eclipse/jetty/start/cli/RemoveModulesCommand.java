package org.eclipse.jetty.start.cli;

import java.io.PrintStream;
import org.eclipse.jetty.start.change.ModuleRemover;
import org.eclipse.jetty.start.config.Options;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.session.StartSession;

/** {@code --remove-modules}: takes modules out of the ini files of the base. */
record RemoveModulesCommand(StartSession session) implements Command {
    @Override
    public int run(PrintStream out) {
        Options options = session.config().options();
        if (!options.addModules.isEmpty()) {
            throw new StartException(
                    StartException.BAD_ARGUMENT,
                    "--remove-modules and --add-modules in one command (expected: one command for each, first"
                            + " --remove-modules=" + String.join(",", options.removeModules) + ")");
        }
        ModuleRemover remover = new ModuleRemover(session);
        remover.remove(options.removeModules);
        BaseChange.logModified(remover.isModified());
        return 0;
    }
}
