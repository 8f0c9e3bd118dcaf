package org.eclipse.jetty.server.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * The side of the new process in a restart: the variable {@value #VARIABLE} in its environment holds the port at which the old
 * one waits to be told, and the word by which it knows who tells.
 *
 * <p>Thread-safe.
 */
public final class Takeover {
    /** The name of the variable. */
    static final String VARIABLE = "JETTY_TAKEOVER";

    private static final int TIMEOUT_MILLIS = 10_000;
    private static volatile boolean done;

    private Takeover() {}

    /** Whether this process is to take over from another one, and has not yet done so. */
    public static boolean isPending() {
        return !done && System.getenv(VARIABLE) != null;
    }

    /** Tells the old process that this one serves, and returns when it has left the ports of its administration. */
    public static void tell() throws IOException {
        String[] told = System.getenv(VARIABLE).split(" ");
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(told[0])), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            String line = told[1] + " " + ProcessHandle.current().pid() + "\r\n";
            socket.getOutputStream().write(line.getBytes(StandardCharsets.US_ASCII));
            if (socket.getInputStream().read() < 0) throw new IOException("the old process gave no answer");
        } finally {
            done = true;
        }
    }
}
