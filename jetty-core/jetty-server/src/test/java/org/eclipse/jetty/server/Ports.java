package org.eclipse.jetty.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for servers that must have the same one again. */
public final class Ports {
    private static final int FIRST = 15_000;
    private static final int BOUND = 30_000;

    private Ports() {}

    /**
     * A port that nothing listens at. It is none that a system gives to those who ask for any (from 32768 on Linux, from 49152 by
     * RFC 6335, section 6): neither another server nor a client gets it before it is used, or between two uses.
     */
    public static int unused() throws IOException {
        IOException last = null;
        for (int i = 0; i < 100; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, BOUND);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException x) {
                last = x;
            }
        }
        throw new IOException("no port from " + FIRST + " to " + (BOUND - 1) + " is unused", last);
    }
}
