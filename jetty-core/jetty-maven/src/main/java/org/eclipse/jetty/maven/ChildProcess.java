package org.eclipse.jetty.maven;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.maven.plugin.MojoExecutionException;
import org.jspecify.annotations.Nullable;

/** A process with a server, which a goal starts and, if it stays, ends with. Confined to its goal. */
public final class ChildProcess {
    private static final int STOP_SECONDS = 30;

    private final Process process;
    private final @Nullable Path output;

    private ChildProcess(Process process, @Nullable Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Starts a process.
     *
     * @param output the file for what it writes; null to print that, and to end it with this JVM
     */
    public static ChildProcess start(
            List<String> command, Map<String, String> env, File directory, @Nullable Path output) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory).redirectErrorStream(true);
        builder.environment().putAll(env);
        if (output == null) {
            Process process = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process), "jetty-child-end"));
            Thread printer = new Thread(() -> print(process), "jetty-child-output");
            printer.setDaemon(true);
            printer.start();
            return new ChildProcess(process, null);
        }
        Files.createDirectories(output.getParent());
        File nothing = new File(System.getProperty("os.name").startsWith("Windows") ? "NUL" : "/dev/null");
        builder.redirectInput(nothing).redirectOutput(output.toFile());
        return new ChildProcess(builder.start(), output);
    }

    private static void print(Process process) {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(line);
            }
        } catch (IOException x) {
            // the process has ended
        }
    }

    /**
     * Waits until a file says that the server has started.
     *
     * @param says whether its content says so
     * @return its content
     * @throws MojoExecutionException when the process ends before, or it takes too long, after which the process is ended
     */
    public String await(Path started, Predicate<String> says, int checks, long millis) throws MojoExecutionException {
        try {
            for (int i = 0; i <= checks; i++) {
                String content = Files.exists(started) ? Files.readString(started) : null;
                if (content != null && says.test(content)) {
                    return content;
                }
                if (i == checks) {
                    break;
                }
                if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
                    throw new MojoExecutionException("The process of the server ended with status "
                            + process.exitValue() + " before the server had started." + seeOutput());
                }
            }
            end(process);
            throw new MojoExecutionException("The server did not start within " + checks + " x " + millis + " ms."
                    + seeOutput() + " A larger maxChildStartChecks waits longer.");
        } catch (InterruptedException x) {
            end(process);
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("Interrupted while the server started", x);
        } catch (IOException x) {
            throw new MojoExecutionException("The file " + started + " cannot be read", x);
        }
    }

    private String seeOutput() {
        return output == null ? " Its output is above." : " Its output is in " + output + ".";
    }

    /** Sends a line to its standard input. */
    public void send(String line) throws IOException {
        OutputStream out = process.getOutputStream();
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Waits until it ends, and returns its status. */
    public int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    /** Ends it, at first politely. */
    public void end() {
        end(process);
    }

    private static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException x) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
