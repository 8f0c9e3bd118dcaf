package org.eclipse.jetty.session.testing;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A real server of a store, started by a test in a temporary directory and on a free port of the loopback interface.
 *
 * <p>Where its program is not installed the test is skipped, with a line that begins with {@code SKIPPED} on the standard error. Confined
 * to the thread of the test.
 */
public final class ServerProcess implements Closeable {
    private static final long DEADLINE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path directory;
    private final Path log;
    private Process process;

    /** Makes the directory of a server, below that of temporary files. */
    public ServerProcess(String name) throws IOException {
        directory = Files.createTempDirectory(Path.of("/tmp"), name);
        log = directory.resolve("server.log");
    }

    /**
     * Returns the first of some programs that is installed; skips the test if there is none.
     *
     * @param debianPackage the package to install
     * @param programs paths
     */
    public static Path require(String debianPackage, String... programs) {
        for (String program : programs) {
            if (Files.isExecutable(Path.of(program))) {
                return Path.of(program);
            }
        }
        String reason = "no " + String.join(", ", programs) + " (install the package " + debianPackage + ")";
        System.err.println("SKIPPED: " + reason);
        return Assumptions.abort(reason);
    }

    /** Returns a port of the loopback interface that is free now. */
    public static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** The directory of the server; it is removed at the end. */
    public Path directory() {
        return directory;
    }

    /** Runs a command to its end, as one that creates a database does. */
    public void run(String... command) throws IOException, InterruptedException {
        Process run = builder(command).start();
        if (!run.waitFor(1, TimeUnit.MINUTES) || run.exitValue() != 0) {
            run.destroyForcibly();
            throw new IOException(String.join(" ", command) + " failed: " + Files.readString(log));
        }
    }

    /** Starts the server, and waits until it accepts connections. */
    public void start(int port, String... command) throws IOException {
        process = builder(command).start();
        long begin = System.nanoTime();
        while (!accepts(port)) {
            if (!process.isAlive() || System.nanoTime() - begin > DEADLINE_NS) {
                throw new IOException(String.join(" ", command) + " does not serve: " + Files.readString(log));
            }
            LockSupport.parkNanos(POLL_NS);
        }
    }

    private ProcessBuilder builder(String... command) {
        return new ProcessBuilder(new ArrayList<>(List.of(command)))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    private static boolean accepts(int port) {
        try (Socket probe = new Socket()) {
            probe.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException x) {
            return false;
        }
    }

    /** Kills the server at once, as a crash does. */
    public void kill() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        try {
            process.waitFor(1, TimeUnit.MINUTES);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        if (process != null) {
            kill();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
