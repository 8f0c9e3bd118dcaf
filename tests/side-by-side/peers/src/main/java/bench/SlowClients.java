package bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * Connections that send one byte per second each, evenly spread, either of a request head that never ends or of the
 * body of a POST whose head came at once. One that the server closes is opened again. Confined to one thread.
 */
final class SlowClients {
    private static final byte[] HEAD =
            "GET /plaintext HTTP/1.1\r\nHost: localhost\r\nX-Slow: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] POST = "POST /post HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);

    private final InetSocketAddress server;
    private final boolean bodies;
    private final SocketChannel[] channels;
    private final int[] sent;
    private final ByteBuffer in = ByteBuffer.allocateDirect(4096);
    private final ByteBuffer out = ByteBuffer.allocateDirect(1);
    private final long interval;
    private long nextAt;
    private int next;
    private long closed;

    SlowClients(int port, int count, boolean bodies) throws IOException {
        server = new InetSocketAddress("127.0.0.1", port);
        this.bodies = bodies;
        channels = new SocketChannel[count];
        sent = new int[count];
        interval = 1_000_000_000L / count;
        for (int i = 0; i < count; i++) {
            open(i);
        }
        nextAt = System.nanoTime();
    }

    long closed() {
        return closed;
    }

    /** Sends the byte of the connection whose turn it is, if it is due. */
    void drip(long now) throws IOException {
        if (now < nextAt) {
            return;
        }
        // a byte that came late moves the later ones: never more than one per second
        nextAt = Math.max(nextAt + interval, now);
        int i = next;
        next = (next + 1) % channels.length;
        try {
            if (channels[i].read(in.clear()) != 0) {
                throw new IOException("answered or closed");
            }
            byte b = bodies || sent[i] >= HEAD.length ? (byte) 'x' : HEAD[sent[i]];
            channels[i].write(out.clear().put(b).flip());
            sent[i]++;
        } catch (IOException e) {
            // what the server does about a slow client is its affair; here it is only counted
            closed++;
            channels[i].close();
            open(i);
        }
    }

    private void open(int i) throws IOException {
        channels[i] = SocketChannel.open(server);
        sent[i] = 0;
        if (bodies) {
            channels[i].write(ByteBuffer.wrap(POST));
        }
        channels[i].configureBlocking(false);
    }
}
