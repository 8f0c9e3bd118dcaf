package org.eclipse.jetty.start.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.start.problems.StartLog;
import org.jspecify.annotations.Nullable;

/** What the command line of this process says before {@code -jar}: a second JVM must be given the same. */
public final class JvmArguments {
    private static final Path LINUX = Path.of("/proc/self/cmdline");

    private JvmArguments() {}

    /** The arguments of this JVM; null when it was not started by {@code java -jar}, or the system does not tell. */
    public static @Nullable List<String> own() {
        List<String> command = commandLine();
        if (command == null) {
            return null;
        }
        int end = command.indexOf("-jar");
        return end < 1 ? null : List.copyOf(command.subList(1, end));
    }

    /** The whole command line, the command first; null when the system does not tell. */
    public static @Nullable List<String> commandLine() {
        try {
            if (Files.exists(LINUX)) {
                // what the JDK says about long command lines is cut off
                String text = new String(Files.readAllBytes(LINUX), StandardCharsets.UTF_8);
                return List.of((text.endsWith("\0") ? text.substring(0, text.length() - 1) : text).split("\0", -1));
            }
        } catch (IOException e) {
            StartLog.debug("no command line in " + LINUX + ": " + e);
        }
        ProcessHandle.Info info = ProcessHandle.current().info();
        Optional<String[]> arguments = info.arguments();
        if (arguments.isEmpty() || info.command().isEmpty()) {
            return null;
        }
        List<String> command = new java.util.ArrayList<>();
        command.add(info.command().get());
        command.addAll(List.of(arguments.get()));
        return command;
    }
}
