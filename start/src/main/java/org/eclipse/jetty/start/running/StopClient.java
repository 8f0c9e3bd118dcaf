package org.eclipse.jetty.start.running;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;

/**
 * Asks a running server to stop, or to restart: one TCP connection, {@code <key>\r\nstop\r\n}, answered by {@code
 * Stopped\r\n}.
 *
 * <p>Without {@code stop.wait} it does not wait for the answer.
 */
public final class StopClient {
    /** The server gives its new process less than this. */
    private static final int RESTART_SECONDS = 120;

    private final StopPort server;

    public StopClient(StartProperties properties) {
        server = new StopPort(properties);
    }

    public void stop() {
        int port = server.port();
        String host = server.host();
        String key = server.key();
        if (key.isEmpty()) {
            StartLog.warn("stop.key is not set: the server refuses to stop if it has a key");
        }
        int seconds = seconds();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), 10_000);
            OutputStream out = socket.getOutputStream();
            out.write((key + "\r\nstop\r\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            if (seconds > 0) {
                await(socket, seconds);
            }
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
    public void restart() {
        int port = server.port();
        String host = server.host();
        int seconds = seconds();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), 10_000);
            socket.setSoTimeout((seconds > 0 ? seconds : RESTART_SECONDS) * 1000);
            OutputStream out = socket.getOutputStream();
            out.write((server.key() + "\r\nrestart\r\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String line = in.readLine();
            if (line == null) {
                throw notRestarted(
                        "The server closed the connection. Is stop.key the same, and the module restart enabled?");
            }
            if (!line.startsWith("Restarted ")) {
                throw notRestarted(line);
            }
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
            if (left <= 0) {
                throw new SocketTimeoutException();
            }
            socket.setSoTimeout((int) Math.min(Integer.MAX_VALUE, left));
        }
        throw new StartException(
                StartException.NOT_STOPPED, "The server closed the connection without stopping. Is stop.key the same?");
    }

    private int seconds() {
        String text = server.value("stop.wait", "0");
        int seconds = StopPort.parse(text);
        if (seconds < 0) {
            throw new StartException(
                    StartException.BAD_STOP_PROPERTIES, "stop.wait: " + text + " (expected: a number of seconds)");
        }
        return seconds;
    }
}
