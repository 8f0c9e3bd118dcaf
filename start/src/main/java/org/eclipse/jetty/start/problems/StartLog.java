package org.eclipse.jetty.start.problems;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes what the launcher does to standard error, or to the file of {@code --start-log-file}.
 *
 * <p>Confined to the main thread.
 */
public final class StartLog {
    private static final PrintStream ERR = System.err;
    private static PrintStream out = ERR;
    private static boolean debug;

    private StartLog() {}

    public static void debugEnabled(boolean enabled) {
        debug = enabled;
    }

    public static boolean isDebugEnabled() {
        return debug;
    }

    /** Sends everything that follows to a file, which is created or appended to. */
    public static void toFile(Path file) {
        try {
            if (file.getParent() != null) {
                Files.createDirectories(file.getParent());
            }
            out = new PrintStream(
                    Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                    true,
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new StartException(
                    StartException.UNSATISFIED, "Cannot write the start log file " + file + ": " + e, e);
        }
    }

    /** Sends everything that follows to {@code stream}. */
    public static void to(PrintStream stream) {
        out = stream;
    }

    public static PrintStream stream() {
        return out;
    }

    public static void debug(String message) {
        if (debug) {
            out.println("DEBUG : " + message);
        }
    }

    public static void info(String message) {
        out.println("INFO  : " + message);
    }

    public static void warn(String message) {
        out.println("WARN  : " + message);
    }

    /** Writes an error, also to what has captured standard error meanwhile: the log file must say why the server did not start. */
    public static void error(String message) {
        out.println("ERROR : " + message);
        if (System.err != ERR) {
            System.err.println("ERROR : " + message);
        }
    }
}
