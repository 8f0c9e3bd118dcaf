package org.eclipse.jetty.start;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/**
 * Asks a running server to stop, or to restart: one TCP connection, {@code <key>\r\nstop\r\n}, answered by {@code
 * Stopped\r\n}.
 *
 * <p>Without {@code stop.wait} it does not wait for the answer.
 */
final class StopClient {
    /** The server gives its new process less than this. */
    private static final int RESTART_SECONDS = 120;

    private final StartProperties properties;

    StopClient(StartProperties properties) {
        this.properties = properties;
    }

    void stop() {
        int port = port();
        String host = value("stop.host", "127.0.0.1");
        String key = value("stop.key", "");
        if (key.isEmpty()) StartLog.warn("stop.key is not set: the server refuses to stop if it has a key");
        int seconds = seconds();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), 10_000);
            OutputStream out = socket.getOutputStream();
            out.write((key + "\r\nstop\r\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            if (seconds > 0) await(socket, seconds);
        } catch (SocketTimeoutException e) {
            throw new StartException(
                    StartException.NOT_STOPPED, "The server did not stop within " + seconds + " seconds", e);
        } catch (IOException e) {
            throw new StartException(
                    StartException.NOT_STOPPED,
                    "Cannot stop the server at " + host + ":" + port + ": " + e.getMessage()
                            + ". Is it running, with the same stop.port and stop.host?",
                    e);
        }
    }

    /** Asks a running server to replace itself by a new process, and returns when that serves. */
    void restart() {
        int port = port();
        String host = value("stop.host", "127.0.0.1");
        int seconds = seconds();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), 10_000);
            socket.setSoTimeout((seconds > 0 ? seconds : RESTART_SECONDS) * 1000);
            OutputStream out = socket.getOutputStream();
            out.write((value("stop.key", "") + "\r\nrestart\r\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String line = in.readLine();
            if (line == null)
                throw notRestarted(
                        "The server closed the connection. Is stop.key the same, and the module restart enabled?");
            if (!line.startsWith("Restarted ")) throw notRestarted(line);
            StartLog.info(line);
        } catch (IOException e) {
            throw new StartException(
                    StartException.NOT_STOPPED,
                    "Cannot restart the server at " + host + ":" + port + ": " + e.getMessage()
                            + ". Is it running, with the same stop.port and stop.host?",
                    e);
        }
    }

    private static StartException notRestarted(String why) {
        return new StartException(StartException.NOT_STOPPED, "The server did not restart: " + why);
    }

    private static void await(Socket socket, int seconds) throws IOException {
        StartLog.info("Waiting " + seconds + " seconds for jetty to stop");
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        socket.setSoTimeout((int) Math.min(Integer.MAX_VALUE, seconds * 1000L));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("Stopped")) {
                StartLog.info("Server reports itself as Stopped");
                return;
            }
            long left = (end - System.nanoTime()) / 1_000_000L;
            if (left <= 0) throw new SocketTimeoutException();
            socket.setSoTimeout((int) Math.min(Integer.MAX_VALUE, left));
        }
        throw new StartException(
                StartException.NOT_STOPPED, "The server closed the connection without stopping. Is stop.key the same?");
    }

    private int port() {
        String text = value("stop.port", null);
        int port = parse(text);
        if (port <= 0 || port > 65535)
            throw new StartException(
                    StartException.BAD_STOP_PROPERTIES,
                    "STOP.PORT property must be specified with a valid port number: stop.port="
                            + (text == null ? "" : text) + " (expected: 1-65535)");
        return port;
    }

    private int seconds() {
        String text = value("stop.wait", "0");
        int seconds = parse(text);
        if (seconds < 0)
            throw new StartException(
                    StartException.BAD_STOP_PROPERTIES, "stop.wait: " + text + " (expected: a number of seconds)");
        return seconds;
    }

    private String value(String name, String whenUnset) {
        String value = properties.expandedValue(name);
        if (value == null) value = System.getProperty(name.toUpperCase(java.util.Locale.ROOT));
        if (value == null) value = System.getProperty(name);
        // what the base says to the module shutdown
        if (value == null) value = properties.expandedValue(name.replace("stop.", "jetty.shutdown."));
        return value == null ? whenUnset : value.trim();
    }

    private static int parse(String text) {
        if (text == null) return -1;
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
