package org.eclipse.jetty.server.internal.restart;

import java.io.File;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The process that is to take over from this one, as this one sees it: started by the same command, in the same directory and
 * environment, with the same output.
 *
 * <p>Confined to the thread that restarts.
 */
public final class Successor implements AutoCloseable {
    /** The command that start.jar was called by, when this is a second JVM: its words, separated by {@link #SEPARATOR}. */
    private static final String COMMAND = "JETTY_START_COMMAND";

    private static final String SCRIPT = "JETTY_TAKEOVER_SCRIPT";
    private static final String DIRECTORY = "JETTY_START_DIRECTORY";
    private static final String SEPARATOR = "\u001f";
    private static final Path OWN_COMMAND = Path.of("/proc/self/cmdline");
    private static final int POLL_MILLIS = 100;

    private final ServerSocket meeting = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final InheritedOutputs outputs = InheritedOutputs.own();
    private final String word = new BigInteger(128, new SecureRandom()).toString(36);
    private @Nullable Process process;
    private @Nullable Socket told;
    private long pid;

    public Successor() throws IOException {}

    /** How many of some listening sockets it can inherit, from the first one on. */
    public int capacity(int count) {
        return outputs.numbers(count).size();
    }

    /** Starts it with the listening sockets. */
    public void start(InheritedListener inherited, List<ServerSocketChannel> listeners) throws IOException {
        List<Integer> numbers = outputs.numbers(listeners.size());
        List<String> command = new ArrayList<>();
        String script = outputs.script(numbers.size(), ProcessHandle.current().pid());
        if (numbers.size() > 1) {
            command.addAll(List.of("/bin/sh", "-c", script, "sh"));
        }
        command.addAll(command());
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        // the launcher of a second JVM does the same with that
        builder.environment().put(SCRIPT, script);
        builder.redirectInput(inherited.redirect(listeners.get(0)));
        if (numbers.size() > 1) {
            builder.redirectOutput(inherited.redirect(listeners.get(1)));
        }
        if (numbers.size() > 2) {
            builder.redirectError(inherited.redirect(listeners.get(2)));
        }
        builder.environment()
                .put(
                        Takeover.VARIABLE,
                        meeting.getLocalPort() + " " + word + " "
                                + numbers.stream().map(String::valueOf).collect(Collectors.joining(",")));
        String directory = System.getenv(DIRECTORY);
        if (directory != null) {
            builder.directory(new File(directory));
        }
        process = builder.start();
    }

    private static List<String> command() throws IOException {
        String start = System.getenv(COMMAND);
        if (start != null) {
            return List.of(start.split(SEPARATOR, -1));
        }
        if (!Files.exists(OWN_COMMAND)) {
            throw new IOException("this system does not tell the command line of a process in " + OWN_COMMAND);
        }
        String text = Files.readString(OWN_COMMAND);
        return List.of(text.substring(0, text.length() - 1).split("\0", -1));
    }

    /**
     * Waits until it serves.
     *
     * @throws IOException when it ends before, or takes longer
     */
    public void awaitServing(long milliseconds) throws IOException {
        Process started = Objects.requireNonNull(process, "not started");
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
        meeting.setSoTimeout(POLL_MILLIS);
        while (System.nanoTime() - end < 0) {
            try {
                Socket socket = meeting.accept();
                if (isIt(socket)) {
                    return;
                }
                socket.close();
            } catch (SocketTimeoutException x) {
                if (!started.isAlive()) {
                    throw new IOException(
                            "the new process ended with " + started.exitValue() + "; its log says why", x);
                }
            }
        }
        throw new IOException("the new process did not serve within " + milliseconds + " ms");
    }

    private boolean isIt(Socket socket) throws IOException {
        try {
            String line = new DeadlineLines(socket, POLL_MILLIS * 10).next();
            if (line == null || !line.startsWith(word + " ")) {
                return false;
            }
            pid = Long.parseLong(line.substring(word.length() + 1));
            told = socket;
            return true;
        } catch (SocketTimeoutException | NumberFormatException x) {
            return false;
        }
    }

    /** The number of the process that serves. */
    public long pid() {
        return pid;
    }

    /** Lets it have the ports of the administration. */
    public void release() throws IOException {
        Socket socket = Objects.requireNonNull(told, "not serving");
        socket.getOutputStream().write('\n');
        socket.close();
    }

    /** Ends it, as it is of no use. */
    public void kill() {
        if (process == null) {
            return;
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        meeting.close();
    }
}
