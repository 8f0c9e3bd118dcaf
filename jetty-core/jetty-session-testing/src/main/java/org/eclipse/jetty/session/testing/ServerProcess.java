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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A real server of a store, started by a test in a temporary directory and on a free port of the loopback interface.
 *
 * <p>Where its program is not installed the test is skipped, with a line that begins with {@code SKIPPED} on the standard error. Confined
 * to the thread of the test.
 */
public final class ServerProcess implements Closeable {
    private static final long DEADLINE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int FIRST_PORT = 15_000;
    private static final int PORT_BOUND = 30_000;
    private static final int PORT_ATTEMPTS = 100;
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path directory;
    private final Path log;
    private String[] command = {};
    private int port;
    private @Nullable Process process;

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

    /**
     * Returns a port of the loopback interface that nothing listens at. It is none that a system gives to those who ask for any (from 32768
     * on Linux), so that no other gets it before it is used, or while its server is down.
     */
    public static int freePort() throws IOException {
        IOException last = null;
        for (int i = 0; i < PORT_ATTEMPTS; i++) {
            int chosen = ThreadLocalRandom.current().nextInt(FIRST_PORT, PORT_BOUND);
            try (ServerSocket free = new ServerSocket(chosen, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (IOException x) {
                last = x;
            }
        }
        throw new IOException("no port from " + FIRST_PORT + " to " + (PORT_BOUND - 1) + " is free", last);
    }

    /** The directory of the server; it is removed at the end. */
    public Path directory() {
        return directory;
    }

    /**
     * Returns the beginning of commands that another user runs, as some servers refuse to be root, and makes the directory that user's. It
     * is empty where the test itself is not run by root.
     */
    public List<String> runAs(String user) throws IOException {
        if (!System.getProperty("user.name").equals("root")) {
            return List.of();
        }
        Files.setOwner(
                directory,
                directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user));
        return List.of("/usr/sbin/runuser", "-u", user, "--");
    }

    /** Runs a command to its end, as one that creates a database does. */
    public void run(String... arguments) throws IOException, InterruptedException {
        Process run = builder(arguments).start();
        if (!run.waitFor(1, TimeUnit.MINUTES) || run.exitValue() != 0) {
            run.destroyForcibly();
            throw new IOException(String.join(" ", arguments) + " failed: " + Files.readString(log));
        }
    }

    /** Starts the server, and waits until it accepts connections. */
    public void start(int listeningPort, String... arguments) throws IOException {
        port = listeningPort;
        command = arguments.clone();
        Process started = builder(command).start();
        process = started;
        long begin = System.nanoTime();
        while (!accepts(port)) {
            if (!started.isAlive() || System.nanoTime() - begin > DEADLINE_NS) {
                throw new IOException(String.join(" ", command) + " does not serve: " + Files.readString(log));
            }
            LockSupport.parkNanos(POLL_NS);
        }
    }

    /**
     * Starts the server again that was killed, with its data. Tries again while it does not start, as what is left of the killed one may
     * hold locks for a moment.
     */
    public void restart() throws IOException {
        long begin = System.nanoTime();
        while (true) {
            try {
                start(port, command);
                return;
            } catch (IOException x) {
                if (System.nanoTime() - begin > DEADLINE_NS) {
                    throw x;
                }
                LockSupport.parkNanos(POLL_NS);
            }
        }
    }

    /** Stops the server where it is, with its connections open: SIGSTOP for all of its processes. */
    public void pause() throws IOException {
        signal("STOP");
    }

    /** Has a paused server go on. */
    public void resume() throws IOException {
        signal("CONT");
    }

    private Process process() {
        Process started = process;
        if (started == null) {
            throw new IllegalStateException("not started: " + directory);
        }
        return started;
    }

    private void signal(String name) throws IOException {
        Process server = process();
        List<String> kill = new ArrayList<>(List.of("kill", "-" + name, String.valueOf(server.pid())));
        server.descendants().map(child -> String.valueOf(child.pid())).forEach(kill::add);
        // a child that has ended meanwhile is no failure
        Process signal = new ProcessBuilder(kill)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            signal.waitFor(1, TimeUnit.MINUTES);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    /** The port that it was started at. */
    public int port() {
        return port;
    }

    private ProcessBuilder builder(String... arguments) {
        return new ProcessBuilder(new ArrayList<>(List.of(arguments)))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    private static boolean accepts(int probed) {
        try (Socket probe = new Socket()) {
            probe.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), probed), 1000);
            return true;
        } catch (IOException x) {
            return false;
        }
    }

    /** Kills the server at once, as a crash does. */
    public void kill() {
        Process server = process();
        List<ProcessHandle> children = server.descendants().toList();
        server.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        try {
            server.waitFor(1, TimeUnit.MINUTES);
            for (ProcessHandle child : children) {
                child.onExit().get(10, TimeUnit.SECONDS);
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException x) {
            // one that nobody has buried; it holds nothing any longer
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
