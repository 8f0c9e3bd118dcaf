package org.eclipse.jetty.server;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.server.internal.restart.DeadlineLines;
import org.eclipse.jetty.server.internal.restart.Takeover;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.ShutdownThread;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens at a port for the command to stop: one TCP connection per command, {@code <key>\r\n<command>\r\n}.
 *
 * <table>
 * <caption>Commands</caption>
 * <tr><th>command</th><th>answer</th><th>then</th></tr>
 * <tr><td>status</td><td>{@code OK\r\n}</td><td></td></tr>
 * <tr><td>pid</td><td>the number of the process</td><td></td></tr>
 * <tr><td>stop</td><td>{@code Stopped\r\n}, when everything has stopped</td><td>the JVM exits if it shall</td></tr>
 * <tr><td>stopexit, forcestop</td><td>the same</td><td>the JVM exits</td></tr>
 * <tr><td>exit</td><td></td><td>the JVM exits</td></tr>
 * </table>
 *
 * <p>Others can be added, such as {@code restart} ({@link RestartService}), and tasks, which take arguments and run beside the
 * others. A wrong key or unknown command is answered by closing the connection. What stops are the components that were added and
 * all that stop with the JVM. Thread-safe.
 */
public class ShutdownService {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownService.class);

    /** How long a client has for both lines of a command, in milliseconds. */
    private static final int TIMEOUT_MILLIS = 5_000;

    /** How many tasks are done at once. */
    private static final int MAX_TASKS = 4;

    private final List<LifeCycle> components = new CopyOnWriteArrayList<>();
    private final Map<String, Command> commands = new ConcurrentHashMap<>();
    private final Map<String, Task> tasks = new ConcurrentHashMap<>();
    private final Semaphore taskPermits = new Semaphore(MAX_TASKS);
    private final String host;
    private final int port;
    private final String key;
    private final boolean generated;
    private final boolean exitVm;
    private final int timeoutMillis;
    private volatile @Nullable ServerSocket serverSocket;

    /**
     * @param host the address to listen at; null for 127.0.0.1
     * @param port the port; 0 for any free one, less for none
     * @param key what commands must begin with; null or empty for a generated one
     * @param exitVm whether the JVM exits after a stop
     */
    public ShutdownService(@Nullable String host, int port, @Nullable String key, boolean exitVm) {
        this(host, port, key, exitVm, TIMEOUT_MILLIS);
    }

    ShutdownService(@Nullable String host, int port, @Nullable String key, boolean exitVm, int timeoutMillis) {
        this.host = host == null || host.isEmpty() ? "127.0.0.1" : host;
        this.port = port;
        generated = StringUtil.isEmpty(key);
        this.key = StringUtil.isEmpty(key) ? newKey() : key;
        this.exitVm = exitVm;
        this.timeoutMillis = timeoutMillis;
    }

    private static String newKey() {
        return new BigInteger(128, new SecureRandom()).toString(36);
    }

    /** What is done at a command. */
    @FunctionalInterface
    public interface Command {
        /**
         * Does it, in the thread that listens.
         *
         * @param answer takes what the client is told
         */
        void run(OutputStream answer) throws IOException;
    }

    /** Knows one more command. */
    public void addCommand(String name, Command command) {
        commands.put(name.toLowerCase(Locale.ROOT), command);
    }

    /** What is done at a command in a thread of its own, so that the command to stop need not wait for it. */
    @FunctionalInterface
    public interface Task {
        /**
         * Does it.
         *
         * @param argument what follows the name of the command and a space; empty for nothing
         * @param answer takes what the client is sent; the connection is closed when this returns
         */
        void run(String argument, OutputStream answer) throws IOException;
    }

    /**
     * Knows one more command, which is done for clients at loopback addresses only, and a few at once.
     *
     * @param name the first word of the command
     */
    public void addTask(String name, Task task) {
        tasks.put(name.toLowerCase(Locale.ROOT), task);
    }

    /** Knows a command of {@link #addTask} no longer. */
    public void removeTask(String name) {
        tasks.remove(name.toLowerCase(Locale.ROOT));
    }

    /** Stops this component, too, at the command to stop. */
    public void addComponent(LifeCycle component) {
        components.add(component);
    }

    public boolean removeComponent(LifeCycle component) {
        return components.remove(component);
    }

    public boolean hasComponent(LifeCycle component) {
        return components.contains(component);
    }

    /**
     * Listens from now on, unless the port says not to; and prints the port, and a key that was generated, for scripts. In a process
     * that is to take over from another one, which listens there yet, nothing is done until it has.
     *
     * @throws IOException when the port is taken
     */
    public void start() throws IOException {
        if (port < 0 || isListening() || Takeover.isPending()) {
            return;
        }
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), port), 1);
        } catch (IOException e) {
            socket.close();
            throw new IOException("Unable to listen for shutdown at " + host + ":" + port + ": " + e.getMessage(), e);
        }
        serverSocket = socket;
        print("STOP.PORT=" + socket.getLocalPort());
        // a key that was configured is known to those who may know it
        if (generated) {
            print("STOP.KEY=" + key);
        }
        print("STOP.EXIT=" + exitVm);
        Thread thread = new Thread(() -> listen(socket), "ShutdownService");
        thread.setDaemon(true);
        thread.start();
    }

    /** Prints a line to standard output, for scripts. */
    protected void print(String line) {
        System.out.println(line);
    }

    /** Listens no more. */
    public void stop() {
        ServerSocket socket = serverSocket;
        serverSocket = null;
        if (socket == null) {
            return;
        }
        try {
            socket.close();
        } catch (IOException e) {
            LOG.warn("Unable to close {}", socket, e);
        }
    }

    public boolean isExitVm() {
        return exitVm;
    }

    public String getHost() {
        return host;
    }

    public String getKey() {
        return key;
    }

    public int getPort() {
        return port;
    }

    /** The port that is listened at, or -1. */
    public int getLocalPort() {
        ServerSocket socket = serverSocket;
        return socket == null ? -1 : socket.getLocalPort();
    }

    public boolean isListening() {
        return serverSocket != null;
    }

    private void listen(ServerSocket socket) {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                boolean goesOn = false;
                try {
                    goesOn = serve(client, new DeadlineLines(client, timeoutMillis));
                } finally {
                    if (!goesOn) {
                        client.close();
                    }
                }
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    LOG.debug("shutdown connection failed", e);
                }
            }
        }
    }

    /** Does what a client commands; returns whether a task goes on with the connection. */
    private boolean serve(Socket client, DeadlineLines lines) throws IOException {
        String given = lines.next();
        if (given == null || !isKey(given)) {
            LOG.warn("Shutdown command with a wrong key from {}", client.getRemoteSocketAddress());
            return false;
        }
        String command = lines.next();
        if (command == null) {
            return false;
        }
        int space = command.indexOf(' ');
        String name = (space < 0 ? command : command.substring(0, space)).toLowerCase(Locale.ROOT);
        Task task = tasks.get(name);
        if (task != null) {
            return begin(name, task, space < 0 ? "" : command.substring(space + 1), client);
        }
        perform(command, client);
        return false;
    }

    /** Begins with a task in a thread of its own; returns whether it does. */
    private boolean begin(String name, Task task, String argument, Socket client) throws IOException {
        if (!client.getInetAddress().isLoopbackAddress()) {
            LOG.warn("Refused '{}' command from {}: not this machine", name, client.getRemoteSocketAddress());
            return false;
        }
        if (!taskPermits.tryAcquire()) {
            answer(client, "ERROR busy with " + MAX_TASKS + " other commands\r\n");
            return false;
        }
        boolean begun = false;
        try {
            LOG.info("Performing '{}' command", name);
            Thread thread = new Thread(() -> run(task, argument, client), "ShutdownService-" + name);
            thread.setDaemon(true);
            thread.start();
            begun = true;
            return true;
        } finally {
            if (!begun) {
                taskPermits.release();
            }
        }
    }

    private void run(Task task, String argument, Socket client) {
        try (client) {
            task.run(argument, client.getOutputStream());
        } catch (IOException e) {
            LOG.debug("client of a command is gone", e);
        } catch (RuntimeException e) {
            LOG.warn("Command failed", e);
        } finally {
            taskPermits.release();
        }
    }

    private void perform(String command, Socket client) throws IOException {
        Command added = commands.get(command.toLowerCase(Locale.ROOT));
        if (added != null) {
            LOG.info("Performing '{}' command", command);
            added.run(client.getOutputStream());
            return;
        }
        switch (command.toLowerCase(Locale.ROOT)) {
            case "status" -> answer(client, "OK\r\n");
            case "pid" -> answer(client, Long.toString(ProcessHandle.current().pid()));
            case "stop" -> stopBeforeEnd(client, command, exitVm);
            case "stopexit", "forcestop" -> stopBeforeEnd(client, command, true);
            case "exit" -> exit(command);
            default -> LOG.warn("Unknown shutdown command from {}", client.getRemoteSocketAddress());
        }
    }

    /** In constant time, so that the key cannot be guessed letter by letter. */
    private boolean isKey(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), key.getBytes(StandardCharsets.UTF_8));
    }

    private static void answer(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        client.getOutputStream().flush();
    }

    /** In a thread that keeps the JVM: once the server has stopped, nothing else would until the answer is sent. */
    private void stopBeforeEnd(Socket client, String command, boolean exit) {
        Thread keeper = new Thread(() -> stopAndTell(client, command, exit), "ShutdownService-stop");
        keeper.setDaemon(false);
        keeper.start();
        try {
            keeper.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stopAndTell(Socket client, String command, boolean exit) {
        try {
            stopAll(client, command, exit);
        } catch (IOException e) {
            LOG.debug("unable to answer that the server has stopped", e);
        }
    }

    private void stopAll(Socket client, String command, boolean exit) throws IOException {
        LOG.info("Performing '{}' command", command);
        stop();
        for (LifeCycle component : components) {
            try {
                component.stop();
            } catch (Exception e) {
                LOG.warn("Unable to stop {}", component, e);
            }
        }
        ShutdownThread.getInstance().run();
        try {
            answer(client, "Stopped\r\n");
        } finally {
            if (exit) {
                exit(command);
            }
        }
    }

    /** Ends the JVM. */
    protected void exit(String command) {
        LOG.info("Exiting JVM after '{}' command", command);
        System.exit(0);
    }

    @Override
    public String toString() {
        return String.format("%s@%x{%s:%d}", getClass().getSimpleName(), hashCode(), host, getLocalPort());
    }
}
