package org.eclipse.jetty.start.cli;

import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.util.List;
import org.eclipse.jetty.start.cache.StartCache;
import org.eclipse.jetty.start.config.Options;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.files.HomeAndBase;
import org.eclipse.jetty.start.files.ProductVersion;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.eclipse.jetty.start.session.StartSession;
import org.jspecify.annotations.Nullable;

/** Finds and runs the command that the arguments of one invocation ask for. Stateless. */
public final class Commands {
    private Commands() {}

    /**
     * Runs the command.
     *
     * @param out for what the command reports; messages go to {@link StartLog}
     * @return the exit code of the process, 0-255
     * @throws StartException when the command fails, its message says why and what to do
     */
    public static int run(String[] arguments, PrintStream out) {
        Command command = unread(arguments);
        if (command != null) {
            return command.run(out);
        }
        int exitCode = launchTrained(arguments);
        return exitCode >= 0 ? exitCode : read(arguments).run(out);
    }

    /**
     * Runs the command like {@link #run}; a failure is reported to {@link StartLog} instead.
     *
     * @param usage what follows the report of a failure that another command line would not have
     */
    public static int runReporting(String[] arguments, PrintStream out, String usage) {
        try {
            return run(arguments, out);
        } catch (StartException e) {
            return report(e, usage);
        } catch (InvalidPathException e) {
            return report(notAPath(e), usage);
        }
    }

    private static StartException notAPath(InvalidPathException e) {
        String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
        return new StartException(
                StartException.BAD_ARGUMENT,
                "Not a path: " + e.getMessage()
                        + (encoding.equalsIgnoreCase("UTF-8")
                                ? ""
                                : ". Names of files are in " + encoding
                                        + " here: set the environment variable LC_ALL to a locale with UTF-8, as C.UTF-8"),
                e);
    }

    /** Reports a failure to {@link StartLog}, and returns its exit code. */
    public static int report(StartException e, String usage) {
        e.messages().forEach(StartLog::error);
        if (StartLog.isDebugEnabled() && e.getCause() != null) {
            e.getCause().printStackTrace(StartLog.stream());
        }
        if (e.exitCode() != StartException.MAIN_FAILED && e.exitCode() != StartException.NOT_STOPPED) {
            StartLog.stream().println();
            StartLog.stream().println(usage);
        }
        return e.exitCode();
    }

    /** The command that does without a valid configuration; null when there is none. */
    private static @Nullable Command unread(String[] arguments) {
        boolean checking = false;
        for (String argument : arguments) {
            if (argument.equals("--help") || argument.equals("-?")) {
                return new HelpCommand();
            }
            if (argument.equals("--debug")) {
                StartLog.debugEnabled(true);
            }
            checking |= argument.equals("--check") || argument.startsWith("--check=");
        }
        return checking ? new CheckCommand(List.of(arguments)) : null;
    }

    /** Starts the server by its start cache if nothing has changed since; returns its exit code, or -1 if not. */
    private static int launchTrained(String[] arguments) {
        HomeAndBase directories = HomeAndBase.of(arguments);
        StartCache cache = StartCache.of(directories.open());
        return cache == null ? -1 : cache.launchUnchanged(directories.rest());
    }

    /** The command that arguments and ini files ask for. */
    private static Command read(String[] arguments) {
        String version = ProductVersion.read();
        StartSession session = StartSession.open(arguments, version);
        StartConfig config = session.config();
        Options options = config.options();
        // an ini file or a file of commands may say so, too
        if (options.check != null) {
            return new CheckCommand(List.of(arguments));
        }
        if (options.stop) {
            return new StopCommand(config.properties());
        }
        if (options.restart) {
            return new RestartCommand(config.properties());
        }
        if (options.seconds != null && options.diagnose == null) {
            throw new StartException(StartException.BAD_ARGUMENT, "--seconds without --diagnose (expected: both)");
        }
        if (options.asksServer()) {
            return new AskCommand(session, version);
        }
        if (options.pack != null) {
            return new PackCommand(session, version, List.of(arguments));
        }
        if (!options.withModules.isEmpty()) {
            throw new StartException(
                    StartException.BAD_ARGUMENT,
                    "--with-modules without --pack (expected: both; --modules enables modules of a start)");
        }
        if (options.updateIni) {
            return new UpdateIniCommand(session);
        }
        if (!options.removeModules.isEmpty()) {
            return new RemoveModulesCommand(session);
        }
        return options.isToolMode()
                ? new ToolCommand(session, version)
                : new StartCommand(session, version, List.of(arguments));
    }
}
