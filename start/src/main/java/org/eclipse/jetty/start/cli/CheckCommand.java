package org.eclipse.jetty.start.cli;

import java.io.PrintStream;
import java.util.List;
import org.eclipse.jetty.start.cache.StartCache;
import org.eclipse.jetty.start.check.BaseCheck;
import org.eclipse.jetty.start.files.ProductVersion;

/** {@code --check}: looks for what is wrong with a base, which is not started. */
record CheckCommand(List<String> arguments) implements Command {
    @Override
    public int run(PrintStream out) {
        return new BaseCheck(StartCache::isTrained).run(arguments.toArray(new String[0]), ProductVersion.read(), out);
    }
}
