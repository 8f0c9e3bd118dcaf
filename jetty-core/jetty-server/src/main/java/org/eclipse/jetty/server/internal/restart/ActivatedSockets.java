package org.eclipse.jetty.server.internal.restart;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.Map;

/**
 * The listening sockets that systemd has opened for this process: descriptors from 3 on, which the variables {@code LISTEN_PID}, {@code
 * LISTEN_FDS} and {@code LISTEN_FDNAMES} describe (sd_listen_fds(3)).
 *
 * <p>Immutable.
 */
public final class ActivatedSockets {
    private static final int FIRST = 3;

    private final int count;
    private final List<String> names;

    ActivatedSockets(Map<String, String> environment, long pid) throws IOException {
        String number = environment.get("LISTEN_FDS");
        if (number == null) {
            count = 0;
            names = List.of();
            return;
        }
        String owner = environment.get("LISTEN_PID");
        if (!Long.toString(pid).equals(owner)) {
            throw new IOException("LISTEN_PID: " + owner + " (expected: " + pid
                    + ", the JVM of the server: let systemd start it, without a process in between)");
        }
        count = parse(number);
        String list = environment.get("LISTEN_FDNAMES");
        names = list == null ? List.of() : List.of(list.split(":", -1));
    }

    private static int parse(String number) throws IOException {
        if (!number.matches("[0-9]{1,4}")) {
            throw new IOException("LISTEN_FDS: " + number + " (expected: a number)");
        }
        return Integer.parseInt(number);
    }

    /**
     * Takes a socket; once, as the channel owns it.
     *
     * @param name that of {@code FileDescriptorName=} in the socket unit, or a number from 0
     * @throws IOException if systemd has passed no such socket, or if the JVM does not let it be taken
     */
    public static ServerSocketChannel take(String name) throws IOException {
        ActivatedSockets sockets =
                new ActivatedSockets(System.getenv(), ProcessHandle.current().pid());
        return InheritedListener.open().inherited(sockets.descriptor(name));
    }

    /** Returns the descriptor of a socket. */
    int descriptor(String name) throws IOException {
        int index = names.indexOf(name);
        if (index < 0 && name.matches("[0-9]{1,4}")) {
            index = Integer.parseInt(name);
        }
        if (index < 0 || index >= count) {
            throw new IOException("activatedSocket: " + name + " (expected: one of the " + count
                    + " sockets that systemd has passed, by its number from 0"
                    + (names.isEmpty() ? "" : " or name: " + String.join(", ", names)) + ")");
        }
        return FIRST + index;
    }
}
