package bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * Sends requests down one connection as fast as the server takes them, without waiting for the responses.
 *
 * <p>Arguments: PORT PATH. For each line on stdin, which is a number of requests, opens a connection, has that many answered, and prints
 * one line of JSON that starts with RESULT.
 */
public final class Burst {
    private static final int BATCH = 1024;

    public static void main(String[] args) throws Exception {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
        for (String order; (order = orders.readLine()) != null; ) {
            long count = Long.parseLong(order.trim());
            long start = System.nanoTime();
            long answered = burst(Integer.parseInt(args[0]), args[1], count);
            long micros = (System.nanoTime() - start) / 1000;
            System.out.println("RESULT {\"requests\": " + answered + ", \"micros\": " + micros + ", \"errors\": "
                    + (count - answered) + "}");
        }
    }

    private static long burst(int port, String path, long count) throws IOException {
        byte[] request = Responses.request(path);
        ByteBuffer batch = ByteBuffer.allocateDirect(request.length * BATCH);
        for (int i = 0; i < BATCH; i++) {
            batch.put(request);
        }
        ByteBuffer in = ByteBuffer.allocateDirect(1 << 18);
        Responses responses = new Responses();
        long unsent = count * request.length;
        long answered = 0;
        batch.flip();
        try (Selector selector = Selector.open();
                SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port))) {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            while (answered < count) {
                int written = 0;
                if (unsent > 0) {
                    if (!batch.hasRemaining()) {
                        batch.rewind();
                    }
                    batch.limit((int) Math.min(batch.capacity(), batch.position() + unsent));
                    written = channel.write(batch);
                    unsent -= written;
                }
                int read = channel.read(in.clear());
                if (read < 0) {
                    return answered;
                }
                answered += responses.take(in.flip());
                if (written == 0 && read == 0) {
                    key.interestOps(unsent > 0 ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
                    if (selector.select(10_000) == 0) {
                        return answered;
                    }
                    selector.selectedKeys().clear();
                }
            }
        }
        return answered;
    }
}
