package org.eclipse.jetty.server.internal.restart;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a few short lines of UTF-8 from a socket until a deadline for all of them, however slowly their bytes come.
 *
 * <p>Confined to its thread.
 */
public final class DeadlineLines {
    private static final int MAX_LINE = 1024;

    private final Socket socket;
    private final InputStream in;
    private final long deadline;

    /** @param milliseconds how long all lines together may take, from now on */
    public DeadlineLines(Socket socket, long milliseconds) throws IOException {
        this.socket = socket;
        in = socket.getInputStream();
        deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
    }

    /**
     * The next line without white space at its ends; null if there is none, or one of more than 1024 bytes.
     *
     * @throws SocketTimeoutException at the deadline
     */
    public @Nullable String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = read(); b >= 0; b = read()) {
            if (b == '\n') {
                return text(line);
            }
            if (line.size() >= MAX_LINE) {
                return null;
            }
            line.write(b);
        }
        return line.size() == 0 ? null : text(line);
    }

    private static String text(ByteArrayOutputStream line) {
        return line.toString(StandardCharsets.UTF_8).strip();
    }

    private int read() throws IOException {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
            throw new SocketTimeoutException("the lines took too long");
        }
        socket.setSoTimeout((int) Math.min(left, Integer.MAX_VALUE));
        return in.read();
    }
}
