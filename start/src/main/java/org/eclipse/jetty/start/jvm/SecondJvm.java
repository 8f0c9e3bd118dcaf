package org.eclipse.jetty.start.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.jspecify.annotations.Nullable;

/** A JVM that does the work of this one: it has the same input and output, and ends with it. */
public final class SecondJvm {
    /** Lets the server hand its listening sockets over to another process, as the manifest of start.jar does for this JVM. */
    public static final List<String> OPENS =
            List.of("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens=java.base/java.lang=ALL-UNNAMED");

    /** The exit code of a JVM that could not be created, or whose main class failed. */
    public static final int FAILED = 1;

    private SecondJvm() {}

    /**
     * Runs a command and returns its exit code.
     *
     * @param directory the working directory; null for that of this JVM
     */
    public static int run(List<String> command, @Nullable Path directory) {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        tellCommand(builder);
        HandedSockets.handOn(builder);
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        return run(builder);
    }

    /** Runs a command whose output goes to a file. */
    public static int runQuietly(List<String> command, Path output) {
        return run(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()));
    }

    private static int run(ProcessBuilder builder) {
        if (StartLog.isDebugEnabled()) {
            StartLog.debug("fork: " + builder.command());
        }
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new StartException(StartException.MAIN_FAILED, "Cannot start a second JVM: " + e, e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(process), "stop-second-jvm"));
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException(StartException.MAIN_FAILED, "Interrupted while the second JVM runs", e);
        }
    }

    /** A server that restarts starts what has started it. */
    private static void tellCommand(ProcessBuilder builder) {
        List<String> own = JvmArguments.commandLine();
        if (own == null) {
            return;
        }
        builder.environment().put("JETTY_START_COMMAND", String.join("\u001f", own));
        builder.environment().put("JETTY_START_DIRECTORY", System.getProperty("user.dir"));
    }

    /** Who waits for this JVM waits for the server: it is told to stop, and stops in order. */
    private static void stop(Process process) {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
