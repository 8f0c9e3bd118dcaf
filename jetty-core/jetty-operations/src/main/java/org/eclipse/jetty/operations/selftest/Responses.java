package org.eclipse.jetty.operations.selftest;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server sent to a request in HTTP/1.1 until it closed the connection.
 *
 * @param text all bytes, as characters
 * @param closed whether it closed in time
 */
record Responses(String text, boolean closed) {
    private static final Pattern STATUS = Pattern.compile("(?m)^HTTP/1\\.[01] (\\d{3}) ");
    private static final int MAX_BYTES = 1 << 20;
    private static final int TRIES = 3;

    /**
     * Sends bytes by a connection of their own, and reads until the server closes it; again if there is no response, which may be
     * lost with a connection that the server closes while it is sent bytes.
     */
    static Responses to(Target target, String request, int timeoutMillis) throws IOException {
        for (int left = TRIES - 1; ; left--) {
            try {
                Responses responses = once(target, request, timeoutMillis);
                if (left == 0 || responses.status() != 0 || !responses.closed()) {
                    return responses;
                }
            } catch (SocketException x) {
                if (left == 0) {
                    throw x;
                }
            }
        }
    }

    private static Responses once(Target target, String request, int timeoutMillis) throws IOException {
        try (Socket socket = target.connectHttp1()) {
            socket.setSoTimeout(timeoutMillis);
            try {
                socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
                socket.getOutputStream().flush();
            } catch (SocketException x) {
                // the server may answer and close before it has read all
                return read(socket);
            }
            return read(socket);
        }
    }

    static Responses read(Socket socket) throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] buffer = new byte[8192];
        InputStream in = socket.getInputStream();
        try {
            for (int n = in.read(buffer); n >= 0 && text.length() < MAX_BYTES; n = in.read(buffer)) {
                text.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
            }
            return new Responses(text.toString(), true);
        } catch (SocketTimeoutException x) {
            return new Responses(text.toString(), false);
        } catch (IOException x) {
            // a reset: bytes were left unread
            return new Responses(text.toString(), true);
        }
    }

    /** The statuses of all responses. */
    List<Integer> statuses() {
        List<Integer> statuses = new ArrayList<>();
        Matcher matcher = STATUS.matcher(text);
        while (matcher.find()) {
            statuses.add(Integer.valueOf(matcher.group(1)));
        }
        return statuses;
    }

    /** The status of the first response; 0 if there is none. */
    int status() {
        List<Integer> statuses = statuses();
        return statuses.isEmpty() ? 0 : statuses.get(0);
    }

    String summary() {
        return (statuses().isEmpty() ? "no response" : "status " + statuses()) + (closed ? ", closed" : ", open");
    }
}
