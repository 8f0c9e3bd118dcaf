package org.eclipse.jetty.maven;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** Asks a server to stop at its port for that: {@code <key>\r\nstop\r\n}, answered by {@code Stopped\r\n}. Thread-safe. */
public final class StopRequest {
    private static final int CONNECT_MILLIS = 10_000;

    /** What became of it. */
    public enum Outcome {
        /** The server has stopped. */
        STOPPED,
        /** It was asked; nothing was waited for. */
        ASKED,
        /** Nothing listens there. */
        NOT_RUNNING
    }

    private final int port;
    private final String key;

    public StopRequest(int port, String key) {
        this.port = port;
        this.key = key;
    }

    /**
     * Asks once.
     *
     * @param command {@code stop}, or {@code forcestop}, after which the process ends
     * @param seconds how long it may take to stop; 0 does not wait
     * @throws IOException when it refuses, or does not stop in time
     */
    public Outcome send(String command, int seconds) throws IOException {
        try (Socket socket = new Socket()) {
            try {
                socket.connect(new InetSocketAddress("127.0.0.1", port), CONNECT_MILLIS);
            } catch (ConnectException x) {
                return Outcome.NOT_RUNNING;
            }
            socket.getOutputStream().write((key + "\r\n" + command + "\r\n").getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            if (seconds == 0) {
                return Outcome.ASKED;
            }
            socket.setSoTimeout(seconds * 1000);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String line = in.readLine();
            if (!"Stopped".equals(line)) {
                throw new IOException("The server at port " + port + " refused to stop"
                        + " (expected: the stopKey with which it was started, and a port that is its stopPort)");
            }
            return Outcome.STOPPED;
        } catch (SocketTimeoutException x) {
            throw new IOException(
                    "The server at port " + port + " did not stop within " + seconds
                            + " seconds. A longer stopWait waits longer.",
                    x);
        }
    }
}
