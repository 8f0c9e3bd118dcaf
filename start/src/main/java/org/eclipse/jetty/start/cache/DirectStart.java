package org.eclipse.jetty.start.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.HomeAndBase;
import org.eclipse.jetty.start.jvm.JvmArguments;
import org.eclipse.jetty.start.jvm.SecondJvm;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.jspecify.annotations.Nullable;

/**
 * The main class of {@code java @start-cache/java.args}, which {@code --train} has written: the server in the JVM that has its
 * start cache, without another one that looks whether it fits.
 *
 * <p>When something has changed since, {@code java -jar start.jar} does what there is to do, in a second JVM with the arguments that
 * this one was given.
 */
public final class DirectStart {
    private DirectStart() {}

    /** @param arguments the argument file, and those of start.jar */
    public static void main(String[] arguments) throws Throwable {
        for (String argument : arguments) {
            if (argument.equals("--debug")) {
                StartLog.debugEnabled(true);
            }
        }
        try {
            Call call = Call.of(JvmArguments.commandLine(), arguments);
            CacheStamp stamp = call.trained();
            if (stamp == null) {
                System.exit(SecondJvm.run(call.usual(), null));
            } else {
                CachedStart.run(stamp);
            }
        } catch (StartException e) {
            e.messages().forEach(StartLog::error);
            System.exit(e.exitCode());
        }
    }

    /** Does what a start does before the server, for the archive to have its classes. */
    static void rehearse(String file) {
        JvmArguments.commandLine();
        Call.of(List.of("java", "@" + file), new String[] {file}).trained();
    }

    /**
     * How the JVM was called.
     *
     * @param made the argument file, as it was called when it was made
     * @param file the same, as it is called now
     * @param jvm the arguments of the JVM before it
     * @param words those of start.jar
     */
    private record Call(Path made, Path file, List<String> jvm, String[] words) {
        static Call of(@Nullable List<String> command, String[] arguments) {
            // the launcher replaces no argument after the main class
            int at = command == null ? -1 : command.size() - arguments.length;
            if (command == null
                    || at < 1
                    || arguments.length == 0
                    || !command.get(at).startsWith("@")) {
                throw new StartException(
                        StartException.BAD_ARGUMENT,
                        "Not called by an argument file (expected: java [JVM arguments] @$JETTY_BASE/start-cache/java.args"
                                + " [arguments of start.jar])");
            }
            return new Call(
                    Path.of(arguments[0]),
                    Path.of(command.get(at).substring(1)).toAbsolutePath().normalize(),
                    command.subList(1, at),
                    Arrays.copyOfRange(arguments, 1, arguments.length));
        }

        /** The stamp, if the server may start as it was trained, else null. */
        @Nullable
        CacheStamp trained() {
            if (!isThatWhichWasMade()) {
                StartLog.debug("start cache: " + file + " was made for " + made);
                return null;
            }
            try {
                HomeAndBase said = HomeAndBase.of(words);
                BaseHome baseHome = said.open();
                CacheStamp stamp = new StartCache(baseHome, jvm).unchanged(said.rest());
                String changed = stamp == null ? null : stamp.changed("direct");
                if (changed == null) {
                    return stamp;
                }
                StartLog.debug("start cache: " + changed + " has changed");
            } catch (StartException e) {
                // as of a directory that is missing, which start.jar tells
                StartLog.debug("start cache: " + e.getMessage());
            }
            return null;
        }

        /** Not a copy, nor moved with its base. */
        private boolean isThatWhichWasMade() {
            if (file.equals(made)) {
                return true;
            }
            try {
                return Files.isSameFile(file, made);
            } catch (IOException e) {
                return false;
            }
        }

        /** The usual command that does the same: for the base that the file is in. */
        List<String> usual() {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(jvm);
            command.add("-jar");
            command.add(StartCache.own().toString());
            HomeAndBase said = HomeAndBase.of(words);
            Path directory = Objects.requireNonNull((isThatWhichWasMade() ? made : file).getParent());
            if (said.home() == null) {
                command.add("jetty.home=" + System.getProperty("jetty.home"));
            }
            if (said.base() == null) {
                command.add("jetty.base=" + directory.getParent());
            }
            command.addAll(List.of(words));
            return command;
        }
    }
}
