package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests over keep-alive connections, each with a secret of its own, and compares each response with the one that it
 * must be, to the byte. Confined to its thread.
 */
final class SecretLoad implements AutoCloseable {
    private static final int SECRET = 16;
    private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final Selector selector = Selector.open();
    private final Random random = new Random();
    private final InetSocketAddress address;
    private final byte[] request;
    private final int secretOffset;
    private final byte[] response;
    private long toSend;
    private long answered;
    private long wrong;
    private String firstWrong;

    /** @param path the path of requests, whose query is the secret that must be the content of the response */
    SecretLoad(int port, String path, int connections) throws IOException {
        address = new InetSocketAddress("127.0.0.1", port);
        String head = "GET " + path + "?";
        secretOffset = head.length();
        request = (head + "x".repeat(SECRET) + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        response = ("HTTP/1.1 200 OK\r\nContent-Length: " + SECRET + "\r\n\r\n" + "x".repeat(SECRET))
                .getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < connections; i++) {
            new Client();
        }
    }

    /** Sends so many requests, and waits for their responses. */
    void run(long requests) throws IOException {
        long end = answered + requests;
        toSend = requests;
        for (SelectionKey key : selector.keys()) {
            ((Client) key.attachment()).send();
        }
        while (answered < end) {
            selector.select(1000);
            for (SelectionKey key : selector.selectedKeys()) {
                ((Client) key.attachment()).read();
            }
            selector.selectedKeys().clear();
            long now = System.nanoTime();
            for (SelectionKey key : selector.keys().toArray(new SelectionKey[0])) {
                Client client = (Client) key.attachment();
                if (client.waits && now - client.sent > LOST_NANOS) {
                    client.end("no response within 20 s");
                }
            }
        }
    }

    long answered() {
        return answered;
    }

    long wrong() {
        return wrong;
    }

    /** The first response that was wrong; null if none was. */
    String firstWrong() {
        return firstWrong;
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }

    private final class Client {
        private final byte[] secret = new byte[SECRET];
        private final ByteBuffer out = ByteBuffer.allocate(request.length);
        private final ByteBuffer in = ByteBuffer.allocate(4096);
        private SocketChannel channel;
        private boolean waits;
        private long sent;

        private Client() throws IOException {
            connect();
        }

        private void connect() throws IOException {
            channel = SocketChannel.open(address);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        private void send() throws IOException {
            waits = toSend > 0;
            if (!waits) {
                return;
            }
            toSend--;
            long bits = random.nextLong();
            for (int i = 0; i < SECRET; i++, bits >>>= 4) {
                secret[i] = DIGITS[(int) bits & 15];
            }
            out.clear();
            out.put(request).put(secretOffset, secret).flip();
            in.clear();
            sent = System.nanoTime();
            // so short a request fits
            channel.write(out);
        }

        private void read() throws IOException {
            int length;
            try {
                length = channel.read(in);
            } catch (IOException x) {
                length = -1;
            }
            if (length < 0) {
                end("the connection ended");
            } else if (in.position() >= response.length) {
                if (isRight()) {
                    answered++;
                    send();
                } else {
                    end("a response that is not its own");
                }
            } else if (!isBegin()) {
                end("a response that is not its own");
            }
        }

        private boolean isBegin() {
            int length = Math.min(in.position(), response.length - SECRET);
            return Arrays.equals(in.array(), 0, length, response, 0, length);
        }

        private boolean isRight() {
            int head = response.length - SECRET;
            return in.position() == response.length
                    && isBegin()
                    && Arrays.equals(in.array(), head, response.length, secret, 0, SECRET);
        }

        /** Counts a wrong response, and goes on with another connection. */
        private void end(String why) throws IOException {
            if (waits) {
                answered++;
                wrong++;
                if (firstWrong == null) {
                    firstWrong = why + "; secret " + new String(secret, StandardCharsets.US_ASCII) + ", response: "
                            + new String(in.array(), 0, in.position(), StandardCharsets.ISO_8859_1);
                }
            }
            channel.close();
            connect();
            send();
        }
    }
}
