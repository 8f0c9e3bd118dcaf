package org.eclipse.jetty.tests.maven;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;

/** A process of Maven, with the lines that it has written so far. {@link #close()} ends it and its children. Thread-safe. */
final class MavenRun implements AutoCloseable {
    static final Duration DEADLINE = Duration.ofSeconds(180);

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Process process;
    private final Thread reader;

    private MavenRun(Process process) {
        this.process = process;
        reader = new Thread(this::read, "output of Maven");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts Maven in a directory. */
    static MavenRun start(Path directory, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(
                Path.of(System.getProperty("tests.maven.home"), "bin", "mvn").toString());
        command.add("-B");
        command.add("-ntp");
        command.addAll(LocalRepository.get().options());
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // it lives for seconds: half of the processor's time would go to compiling methods well
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        return new MavenRun(builder.start());
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

    String output() {
        return String.join("\n", lines);
    }

    /** Waits for a line, and returns the first group of the pattern in it, or "". */
    String awaitLine(String regex) {
        Pattern pattern = Pattern.compile(regex);
        String[] found = new String[1];
        try {
            await().pollInterval(Duration.ofMillis(20)).atMost(DEADLINE).until(() -> {
                boolean ended = !process.isAlive();
                for (String line : lines) {
                    Matcher matcher = pattern.matcher(line);
                    if (matcher.find()) {
                        found[0] = matcher.groupCount() > 0 ? matcher.group(1) : "";
                        return true;
                    }
                }
                if (ended && !reader.isAlive()) {
                    throw new AssertionError("ended without a line like " + regex + ":\n" + output());
                }
                return false;
            });
        } catch (ConditionTimeoutException x) {
            throw new AssertionError("no line like " + regex + ":\n" + output(), x);
        }
        return found[0];
    }

    /** Waits for the line with the port, and returns that. */
    int port() {
        return Integer.parseInt(awaitLine("Started the server at port (\\d+)"));
    }

    /** Presses the Enter key. */
    void enter() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /** Waits for the end, and returns the status. */
    int status() throws InterruptedException {
        if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("runs after " + DEADLINE + ":\n" + output());
        }
        reader.join(DEADLINE.toMillis());
        return process.exitValue();
    }

    /** The processes below that of Maven. */
    List<ProcessHandle> children() {
        return process.descendants().toList();
    }

    @Override
    public void close() {
        List<ProcessHandle> all = new ArrayList<>(children());
        process.destroy();
        try {
            process.waitFor(30, TimeUnit.SECONDS);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
