package org.eclipse.jetty.benchmarks;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A client's persistent HTTP/1.1 connection that posts JSON and costs its process little. Responses come in the order of the
 * requests, their content with a length or in chunks (RFC 9112, section 6). Confined to one thread.
 */
final class JsonConnection {
    /** Is notified of the content of each response. */
    interface ContentConsumer {
        void accept(JsonConnection connection, byte[] bytes, int length) throws IOException;
    }

    private final SocketChannel channel;
    private final Object attachment;
    private final String head;
    private String cookie;
    private byte[] in = new byte[16 * 1024];
    private int filled;
    private byte[] content = new byte[16 * 1024];
    private int length;

    /** @param attachment whoever owns it */
    JsonConnection(int port, String path, Object attachment) throws IOException {
        this.attachment = attachment;
        channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
        channel.socket().setTcpNoDelay(true);
        head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json;charset=UTF-8\r\n";
    }

    Object attachment() {
        return attachment;
    }

    /** The cookie that it sends with each request: by default the first one that it got, if any, else null. */
    String getCookie() {
        return cookie;
    }

    void setCookie(String cookie) {
        this.cookie = cookie;
    }

    void register(Selector selector) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, this);
    }

    void close() throws IOException {
        channel.close();
    }

    void post(String json) throws IOException {
        byte[] bytes = (head + (cookie == null ? "" : "Cookie: " + cookie + "\r\n") + "Content-Length: " + json.length()
                        + "\r\n\r\n" + json)
                .getBytes(StandardCharsets.US_ASCII);
        ByteBuffer out = ByteBuffer.wrap(bytes);
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    /** Posts, and waits for the content of the response; for a connection that is not registered. */
    String ask(String json) throws IOException {
        post(json);
        String[] response = new String[1];
        while (response[0] == null) {
            read((connection, bytes, length) -> response[0] = new String(bytes, 0, length, StandardCharsets.UTF_8));
        }
        return response[0];
    }

    /** Reads what has come. */
    void read(ContentConsumer consumer) throws IOException {
        if (filled == in.length) {
            in = Arrays.copyOf(in, 2 * in.length);
        }
        int read = channel.read(ByteBuffer.wrap(in, filled, in.length - filled));
        if (read < 0) {
            throw new EOFException("connection closed by the server");
        }
        filled += read;
        int end;
        while ((end = response()) > 0) {
            System.arraycopy(in, end, in, 0, filled - end);
            filled -= end;
            consumer.accept(this, content, length);
        }
    }

    /** Takes the content of the first response, if all of it has come; returns where it ends, or -1. */
    private int response() throws IOException {
        int end = find(0, "\r\n\r\n");
        if (end < 0) {
            return -1;
        }
        String fields = new String(in, 0, end, StandardCharsets.US_ASCII);
        if (!fields.startsWith("HTTP/1.1 200 ")) {
            throw new IOException(fields);
        }
        String set = field(fields, "set-cookie");
        if (cookie == null && set != null) {
            cookie = set.split(";")[0];
        }
        length = 0;
        String contentLength = field(fields, "content-length");
        if (contentLength == null) {
            return chunks(end + 4);
        }
        int size = Integer.parseInt(contentLength);
        return take(end + 4, size) ? end + 4 + size : -1;
    }

    private int chunks(int from) {
        while (true) {
            int line = find(from, "\r\n");
            if (line < 0) {
                return -1;
            }
            int size = Integer.parseInt(new String(in, from, line - from, StandardCharsets.US_ASCII), 16);
            if (!take(line + 2, size) || filled < line + 4 + size) {
                return -1;
            }
            from = line + 4 + size;
            if (size == 0) {
                return from;
            }
        }
    }

    private boolean take(int from, int size) {
        if (filled < from + size) {
            return false;
        }
        if (content.length < length + size) {
            content = Arrays.copyOf(content, 2 * (length + size));
        }
        System.arraycopy(in, from, content, length, size);
        length += size;
        return true;
    }

    private int find(int from, String ascii) {
        for (int i = from; i <= filled - ascii.length(); i++) {
            int n = 0;
            while (n < ascii.length() && in[i + n] == ascii.charAt(n)) {
                n++;
            }
            if (n == ascii.length()) {
                return i;
            }
        }
        return -1;
    }

    private static String field(String head, String name) {
        for (String line : head.split("\r\n")) {
            if (line.regionMatches(true, 0, name + ": ", 0, name.length() + 2)) {
                return line.substring(name.length() + 2);
            }
        }
        return null;
    }
}
