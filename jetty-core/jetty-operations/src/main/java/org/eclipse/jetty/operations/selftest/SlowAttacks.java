package org.eclipse.jetty.operations.selftest;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Attacks by clients that send nothing, or too little: they must not hold a connection for long. */
final class SlowAttacks {
    private SlowAttacks() {}

    /** @param seconds after which the server should have ended the connection */
    static List<Attack> all(int seconds, String prefix) {
        String expected = "closed within " + seconds + " s";
        return List.of(
                new Attack(
                        "slow client: sends nothing",
                        expected,
                        prefix + ".idleTimeout",
                        target -> silent(target, seconds)),
                new Attack(
                        "slow client: drips the head of a request",
                        expected,
                        "jetty.httpConfig.requestHeadTimeout",
                        target -> drip(target, seconds)));
    }

    private static Outcome silent(Target target, int seconds) throws IOException {
        try (Socket socket = target.connectHttp1()) {
            socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(seconds));
            Responses responses = Responses.read(socket);
            return new Outcome(responses.closed(), responses.summary());
        }
    }

    private static Outcome drip(Target target, int seconds) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        try (Socket socket = target.connectHttp1()) {
            OutputStream out = socket.getOutputStream();
            out.write("GET / HTTP/1.1\r\nHost: localhost\r\nX: ".getBytes(StandardCharsets.US_ASCII));
            // a byte for each time that the server sends nothing
            socket.setSoTimeout(500);
            while (System.nanoTime() - end < 0) {
                Responses responses = Responses.read(socket);
                if (responses.closed() || !responses.statuses().isEmpty()) {
                    return Outcome.held(responses.summary());
                }
                try {
                    out.write('a');
                    out.flush();
                } catch (IOException x) {
                    return Outcome.held("closed");
                }
            }
            return Outcome.failed("open");
        }
    }
}
