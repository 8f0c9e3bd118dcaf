package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A client's WebSocket that costs its process little: messages are text, in single frames of less than 64 KiB. Confined to one thread. */
final class WebSocketConnection {
    private static final byte[] KEY = {1, 2, 3, 4};

    /** Is notified of the payload of each frame, by its place in the buffer. */
    interface FrameConsumer {
        void accept(WebSocketConnection connection, byte[] bytes, int offset, int length) throws IOException;
    }

    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocate(128 * 1024);

    WebSocketConnection(int port, String path) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
        channel.socket().setTcpNoDelay(true);
        write(ByteBuffer.wrap(("GET " + path
                        + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII)));
        String head;
        do {
            if (channel.read(in) < 0) {
                throw new IOException("not upgraded");
            }
            head = new String(in.array(), 0, in.position(), StandardCharsets.US_ASCII);
        } while (!head.endsWith("\r\n\r\n"));
        if (!head.startsWith("HTTP/1.1 101 ")) {
            throw new IOException(head);
        }
        in.clear();
    }

    void register(Selector selector) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, this);
    }

    void close() throws IOException {
        channel.close();
    }

    void send(byte[] text) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(8 + text.length);
        frame.put((byte) 0x81);
        if (text.length < 126) {
            frame.put((byte) (0x80 | text.length));
        } else {
            frame.put((byte) (0x80 | 126)).putShort((short) text.length);
        }
        frame.put(KEY);
        for (int i = 0; i < text.length; i++) {
            frame.put((byte) (text[i] ^ KEY[i & 3]));
        }
        write(frame.flip());
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Reads what has come. */
    void read(FrameConsumer consumer) throws IOException {
        if (channel.read(in) < 0) {
            throw new IOException("connection closed");
        }
        in.flip();
        while (in.remaining() >= 2) {
            int begin = in.position();
            int length = in.get(begin + 1);
            int head = 2;
            if (length == 126) {
                if (in.remaining() < 4) {
                    break;
                }
                length = in.getShort(begin + 2) & 0xffff;
                head = 4;
            }
            if (in.remaining() < head + length) {
                break;
            }
            in.position(begin + head + length);
            consumer.accept(this, in.array(), begin + head, length);
        }
        in.compact();
    }

    /** Reads of all that are registered what has come within so many milliseconds. */
    static void pump(Selector selector, int milliseconds, FrameConsumer consumer) throws IOException {
        selector.select(milliseconds);
        for (SelectionKey key : selector.selectedKeys()) {
            ((WebSocketConnection) key.attachment()).read(consumer);
        }
        selector.selectedKeys().clear();
    }
}
