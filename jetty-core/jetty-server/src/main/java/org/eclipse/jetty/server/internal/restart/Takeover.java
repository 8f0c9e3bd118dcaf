package org.eclipse.jetty.server.internal.restart;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The side of the new process in a restart: the variable {@value #VARIABLE} in its environment holds the port at which the old
 * one waits to be told, the word by which it knows who tells, and the numbers of the listening sockets that it hands over.
 *
 * <p>Thread-safe.
 */
public final class Takeover {
    /** The name of the variable. */
    static final String VARIABLE = "JETTY_TAKEOVER";

    private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);
    private static final int TIMEOUT_MILLIS = 10_000;
    private static volatile boolean done = !isAwaited();

    private Takeover() {}

    /** Whether this process is to take over from another one, and has not yet done so. */
    public static boolean isPending() {
        return !done;
    }

    /** The variable is handed down to all processes that this one starts: only while the old one waits, it has a meaning. */
    private static boolean isAwaited() {
        if (System.getenv(VARIABLE) == null) {
            return false;
        }
        try (Socket socket = connect()) {
            return socket.isConnected();
        } catch (IOException x) {
            LOG.debug("nobody waits to be replaced", x);
            return false;
        }
    }

    /** The descriptors of the sockets, in the order of the connectors. */
    public static List<Integer> descriptors() {
        List<Integer> numbers = new ArrayList<>();
        for (String number : System.getenv(VARIABLE).split(" ")[2].split(",")) {
            numbers.add(Integer.parseInt(number));
        }
        return numbers;
    }

    private static Socket connect() throws IOException {
        String port = System.getenv(VARIABLE).split(" ")[0];
        Socket socket = new Socket();
        try {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port)), TIMEOUT_MILLIS);
            return socket;
        } catch (IOException | RuntimeException x) {
            socket.close();
            throw new IOException(VARIABLE + ": no connection to port " + port, x);
        }
    }

    /** Tells the old process that this one serves, and returns when it has left the ports of its administration. */
    public static void tell() throws IOException {
        String[] told = System.getenv(VARIABLE).split(" ");
        try (Socket socket = connect()) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            String line = told[1] + " " + ProcessHandle.current().pid() + "\r\n";
            socket.getOutputStream().write(line.getBytes(StandardCharsets.US_ASCII));
            if (socket.getInputStream().read() < 0) {
                throw new IOException("the old process gave no answer");
            }
        } finally {
            done = true;
        }
    }
}
