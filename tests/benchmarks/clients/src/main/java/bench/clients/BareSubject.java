package bench.clients;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * No client: a channel, a selector and one direct buffer, whose size is the property {@code bare.buffer} (65,536). What it takes to
 * move content is the kernel's part and the JDK's, and so the least that a client takes. Speaks HTTP/1.1 in clear text, and
 * understands just the responses of {@link BenchServer}.
 */
final class BareSubject implements Subject {
    private static final int SIZE = Integer.getInteger("bare.buffer", 64 * 1024);

    @Override
    public void get(URI uri, Reply reply) {
        reply.failed(new UnsupportedOperationException("moves content only"));
    }

    @Override
    public void download(URI uri, Reply reply) {
        start(uri, "GET", 0, reply);
    }

    @Override
    public void upload(URI uri, long octets, Reply reply) {
        start(uri, "POST", octets, reply);
    }

    private static void start(URI uri, String method, long octets, Reply reply) {
        new Thread(() -> {
                    try {
                        exchange(uri, method, octets, reply);
                    } catch (IOException x) {
                        reply.failed(x);
                    }
                })
                .start();
    }

    private static void exchange(URI uri, String method, long octets, Reply reply) throws IOException {
        try (Selector selector = Selector.open();
                SocketChannel channel = SocketChannel.open(new InetSocketAddress(uri.getHost(), uri.getPort()))) {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, 0);
            String head = method + " " + uri.getPath() + " HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\nConnection: close\r\n"
                    + (octets == 0 ? "" : "Content-Length: " + octets + "\r\n") + "\r\n";
            send(channel, key, ByteBuffer.wrap(head.getBytes(StandardCharsets.ISO_8859_1)));
            ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
            for (long left = octets; left > 0; left -= PIECE) {
                send(channel, key, piece.clear());
            }
            receive(channel, key, reply);
        }
    }

    private static void send(SocketChannel channel, SelectionKey key, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (channel.write(bytes) == 0) {
                key.interestOps(SelectionKey.OP_WRITE);
                key.selector().select(ready -> {});
            }
        }
    }

    /** The head of the response is in the first bytes that come, and the server closes after the content. */
    private static void receive(SocketChannel channel, SelectionKey key, Reply reply) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE);
        key.interestOps(SelectionKey.OP_READ);
        Content content = null;
        for (int count; (count = channel.read(buffer)) >= 0; buffer.clear()) {
            if (count == 0) {
                key.selector().select(ready -> {});
                continue;
            }
            buffer.flip();
            if (content == null) {
                content = new Content(buffer);
            }
            content.count(buffer);
        }
        if (content == null) {
            throw new IOException("The server closed without a response");
        }
        reply.answered(content.status, content.octets);
    }

    @Override
    public void close() {}

    /** Counts content, with or without chunks. */
    private static final class Content {
        private final int status;
        private final boolean chunked;
        private long octets;
        /** The octets up to the next line of a chunk, the end of its line included. */
        private long left;
        /** The number that the line of the chunk has told so far. */
        private long size;

        private Content(ByteBuffer first) throws IOException {
            String text = StandardCharsets.ISO_8859_1.decode(first.duplicate()).toString();
            int end = text.indexOf("\r\n\r\n");
            if (end < 0) {
                throw new IOException("The head came in pieces");
            }
            first.position(end + 4);
            status = Integer.parseInt(text.split(" ", 3)[1]);
            chunked = text.substring(0, end).toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked");
        }

        private void count(ByteBuffer bytes) {
            if (!chunked) {
                octets += bytes.remaining();
                return;
            }
            while (bytes.hasRemaining()) {
                if (left > 0) {
                    int taken = (int) Math.min(left, bytes.remaining());
                    bytes.position(bytes.position() + taken);
                    left -= taken;
                    continue;
                }
                int octet = bytes.get();
                if (octet == '\n') {
                    octets += size;
                    left = size + 2;
                    size = 0;
                } else if (octet != '\r') {
                    size = size * 16 + Character.digit(octet, 16);
                }
            }
        }
    }
}
