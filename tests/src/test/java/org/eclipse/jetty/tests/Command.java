package org.eclipse.jetty.tests;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;

/** A running process, the lines that it has written so far, and its certain end: {@link #close()} kills it and its children. Thread-safe. */
final class Command implements AutoCloseable {
    static final Duration DEADLINE = Duration.ofSeconds(120);

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Process process;
    private final Thread reader;
    private final Thread killer = new Thread(this::kill);

    private Command(Process process) {
        this.process = process;
        Runtime.getRuntime().addShutdownHook(killer);
        reader = new Thread(this::read, "output of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts a process whose standard output and error are read together. */
    static Command run(ProcessBuilder builder) {
        try {
            return new Command(builder.redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start());
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException x) {
            lines.add("(output ended: " + x + ")");
        }
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    List<String> lines(String pattern) {
        return lines.stream().filter(Pattern.compile(pattern).asPredicate()).toList();
    }

    String output() {
        return String.join("\n", lines);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until a line matches, and returns the first that does. */
    Matcher awaitLine(String regex) {
        Pattern pattern = Pattern.compile(regex);
        Predicate<String> found = line -> pattern.matcher(line).find();
        try {
            await().atMost(DEADLINE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> lines.stream().anyMatch(found) || (!process.isAlive() && !reader.isAlive()));
        } catch (ConditionTimeoutException x) {
            throw new AssertionError("no line matches " + regex + " in:\n" + output(), x);
        }
        Matcher matcher = pattern.matcher(lines.stream()
                .filter(found)
                .findFirst()
                .orElseThrow(() -> new AssertionError(
                        "the process has ended without a line that matches " + regex + ":\n" + output())));
        matcher.find();
        return matcher;
    }

    /** Waits until as many lines match, which come a little after what a process does beside; returns all that do by then. */
    List<String> awaitLines(String pattern, int count) {
        try {
            return await().atMost(DEADLINE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> lines(pattern), found -> found.size() >= count);
        } catch (ConditionTimeoutException x) {
            throw new AssertionError("fewer than " + count + " lines match " + pattern + " in:\n" + output(), x);
        }
    }

    /** Waits for the end by itself, and returns the exit code. */
    int awaitExit() {
        return awaitExit(DEADLINE);
    }

    int awaitExit(Duration deadline) {
        try {
            if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("still alive after " + deadline + ":\n" + output());
            }
            reader.join(DEADLINE.toMillis());
            return process.exitValue();
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }

    /** Sends SIGTERM; what is written afterwards is still read, which {@link Process#destroy} would not do. */
    void terminate() {
        process.toHandle().destroy();
    }

    private void kill() {
        List<ProcessHandle> descendants = process.descendants().toList();
        // first who would replace a child that has ended by another, which would hold the output
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        kill();
        try {
            process.waitFor();
            reader.join(DEADLINE.toMillis());
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().removeShutdownHook(killer);
    }
}
