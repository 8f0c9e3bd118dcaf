package bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells the HTTP/1.1 responses of one connection apart and refuses all but status 200. Confined to its connection. */
final class Responses {
    private static final byte[] OK = "HTTP/1.1 200".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LENGTH = "\ncontent-length:".getBytes(StandardCharsets.US_ASCII);
    private static final int END = 0x0d0a0d0a;

    private final byte[] head = new byte[8192];
    private int size;
    private int last;
    private long body;

    /** The bytes of a GET with Host and the header fields that the lines of the file named by the property {@code headers} tell. */
    static byte[] request(String path) throws IOException {
        String file = System.getProperty("headers");
        StringBuilder head = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        if (file != null) {
            for (String line : Files.readAllLines(Path.of(file))) {
                head.append(line).append("\r\n");
            }
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** Takes all bytes of the buffer and returns how many responses ended within them. */
    int take(ByteBuffer in) throws IOException {
        int complete = 0;
        while (in.hasRemaining()) {
            if (body > 0) {
                int skipped = (int) Math.min(body, in.remaining());
                in.position(in.position() + skipped);
                body -= skipped;
                if (body == 0) {
                    complete++;
                }
                continue;
            }
            if (size == head.length) {
                throw new IOException("a response head of more than " + size + " bytes");
            }
            byte b = in.get();
            head[size++] = b;
            last = last << 8 | b & 0xff;
            if (last == END) {
                body = length();
                size = last = 0;
                if (body == 0) {
                    complete++;
                }
            }
        }
        return complete;
    }

    private long length() throws IOException {
        for (int i = 0; i < OK.length; i++) {
            if (head[i] != OK[i]) {
                throw new IOException("not 200: " + text());
            }
        }
        for (int at = OK.length; at + LENGTH.length < size; at++) {
            if (head[at] != '\n' || !matches(at)) {
                continue;
            }
            long value = 0;
            for (int i = at + LENGTH.length; head[i] != '\r'; i++) {
                if (head[i] != ' ') {
                    value = value * 10 + head[i] - '0';
                }
            }
            return value;
        }
        throw new IOException("a response without Content-Length: " + text());
    }

    private boolean matches(int at) {
        for (int i = 1; i < LENGTH.length; i++) {
            byte b = head[at + i];
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != LENGTH[i]) {
                return false;
            }
        }
        return true;
    }

    private String text() {
        return new String(head, 0, size, StandardCharsets.ISO_8859_1).replace("\r\n", " | ");
    }
}
