package bench;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * The floor: one thread, one selector, requests told apart by their blank line only, fixed answers.
 * It is no HTTP server; it shows what java.nio and the kernel alone cost per request.
 */
public final class NioMain {
    private static final ByteBuffer KEEP = answer("");
    private static final ByteBuffer CLOSE = answer("Connection: close\r\n");
    private static final int END = 0x0d0a0d0a;

    private static ByteBuffer answer(String extra) {
        byte[] bytes = ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n" + extra + "\r\nHello, World!")
            .getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    public static void main(String[] argv) throws Exception {
        ServerSocketChannel listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress("127.0.0.1", Args.of(argv).http()), 4096).configureBlocking(false);
        Selector selector = Selector.open();
        listener.register(selector, SelectionKey.OP_ACCEPT);
        ByteBuffer in = ByteBuffer.allocateDirect(65536);
        // an answer is longer than the shortest request: up to four times
        ByteBuffer out = ByteBuffer.allocateDirect(4 * 65536);
        while (true) {
            selector.select(key -> {
                try {
                    if (key.isAcceptable()) {
                        for (SocketChannel c; (c = listener.accept()) != null; ) {
                            c.configureBlocking(false).register(selector, SelectionKey.OP_READ);
                        }
                    } else if (!serve((SocketChannel) key.channel(), key, in.clear(), out.clear())) {
                        key.channel().close();
                    }
                } catch (java.io.IOException e) {
                    key.cancel();
                }
            });
        }
    }

    private static boolean serve(SocketChannel channel, SelectionKey key, ByteBuffer in, ByteBuffer out)
            throws java.io.IOException {
        if (key.attachment() instanceof byte[] rest) {
            in.put(rest);
            key.attach(null);
        }
        if (channel.read(in) < 0) {
            return false;
        }
        boolean keep = true;
        int start = 0;
        for (int i = 3; i < in.position(); i++) {
            if (in.get(i) == '\n' && in.getInt(i - 3) == END) {
                keep = !closes(in, start, i);
                out.put((keep ? KEEP : CLOSE).duplicate());
                start = i + 1;
                i += 3;
            }
        }
        if (start < in.position()) {
            byte[] rest = new byte[in.position() - start];
            in.get(start, rest);
            key.attach(rest);
        }
        out.flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        return keep;
    }

    /** Whether a header line reads "Connection: c...", as the churn scenario sends it. */
    private static boolean closes(ByteBuffer in, int from, int to) {
        for (int i = from; i + 13 < to; i++) {
            if (in.get(i) == '\n' && in.get(i + 1) == 'C' && in.get(i + 3) == 'n' && in.get(i + 11) == ':' && in.get(i + 13) == 'c') {
                return true;
            }
        }
        return false;
    }
}
