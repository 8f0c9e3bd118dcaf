package org.eclipse.jetty.server.internal.proxied;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.server.ConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * What a PROXY header says, version 1 or 2 (HAProxy, "The PROXY protocol"). Immutable but for the bytes. Thread-safe.
 *
 * @param remote the client's address; null to keep that of the connection
 * @param local the address that the client connected to; null to keep that of the connection
 * @param tlvs the extensions of version 2 by their type
 */
public record ProxyHeader(
        @Nullable InetSocketAddress remote, @Nullable InetSocketAddress local, Map<Integer, byte[]> tlvs) {
    /** The bytes of version 2 before what its length counts. */
    public static final int V2_PREFIX = 16;

    /** The most bytes of a line of version 1, with CR and LF (section 2.1). */
    private static final int V1_MAX = 107;

    private static final byte[] V1_SIGNATURE = "PROXY ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] V2_SIGNATURE = "\r\n\r\n\0\r\nQUIT\n".getBytes(StandardCharsets.US_ASCII);
    private static final ProxyHeader KEEP = new ProxyHeader(null, null, Map.of());

    /**
     * Parses and consumes a header.
     *
     * @param buffer the first bytes of a connection
     * @param max the most bytes of addresses and extensions
     * @return the header, or null if more bytes are needed
     * @throws IOException if it is malformed or too large
     */
    public static @Nullable ProxyHeader parse(ByteBuffer buffer, int max) throws IOException {
        if (startsWith(buffer, V1_SIGNATURE)) {
            return parseLine(buffer);
        }
        if (startsWith(buffer, V2_SIGNATURE)) {
            return buffer.remaining() < V2_PREFIX ? null : parseBinary(buffer, max);
        }
        throw new IOException("PROXY header expected");
    }

    /** The most bytes that a header needs at once, of either version. */
    static int maxSize(int max) {
        return Math.max(V1_MAX, V2_PREFIX + max);
    }

    /** Whether the first bytes of a connection are those of a header. */
    public static ConnectionFactory.Detecting.Detection detect(ByteBuffer buffer) {
        byte[] signature = startsWith(buffer, V1_SIGNATURE) ? V1_SIGNATURE : V2_SIGNATURE;
        if (!startsWith(buffer, signature)) {
            return ConnectionFactory.Detecting.Detection.NOT_RECOGNIZED;
        }
        return buffer.remaining() < signature.length
                ? ConnectionFactory.Detecting.Detection.NEED_MORE_BYTES
                : ConnectionFactory.Detecting.Detection.RECOGNIZED;
    }

    /** Whether what there is of the buffer matches the signature. */
    private static boolean startsWith(ByteBuffer buffer, byte[] signature) {
        int length = Math.min(buffer.remaining(), signature.length);
        for (int i = 0; i < length; i++) {
            if (buffer.get(buffer.position() + i) != signature[i]) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable ProxyHeader parseLine(ByteBuffer buffer) throws IOException {
        int start = buffer.position();
        int end = Math.min(buffer.limit(), start + V1_MAX);
        for (int i = start; i < end; i++) {
            if (buffer.get(i) == '\n') {
                if (i == start || buffer.get(i - 1) != '\r') {
                    throw new IOException("PROXY line without CR");
                }
                byte[] line = new byte[i - 1 - start];
                buffer.get(line);
                buffer.position(i + 1);
                return line(new String(line, StandardCharsets.US_ASCII));
            }
        }
        if (end - start == V1_MAX) {
            throw new IOException("PROXY line longer than " + V1_MAX + " bytes");
        }
        return null;
    }

    private static ProxyHeader line(String line) throws IOException {
        String[] words = line.split(" ", -1);
        if (words[1].equals("UNKNOWN")) {
            return KEEP;
        }
        boolean ip6 = words[1].equals("TCP6");
        if (words.length != 6 || !ip6 && !words[1].equals("TCP4")) {
            throw new IOException("malformed PROXY line '" + line + "'");
        }
        return new ProxyHeader(
                new InetSocketAddress(address(words[2], ip6), port(words[4])),
                new InetSocketAddress(address(words[3], ip6), port(words[5])),
                Map.of());
    }

    /** The address of a literal; names are never looked up. */
    private static InetAddress address(String literal, boolean ip6) throws IOException {
        if (!ip6) {
            String[] octets = literal.split("\\.", -1);
            byte[] bytes = new byte[4];
            for (int i = 0; i < 4 && octets.length == 4; i++) {
                bytes[i] = (byte) number(octets[i], 255);
            }
            if (octets.length == 4) {
                return InetAddress.getByAddress(bytes);
            }
        } else if (literal.indexOf(':') >= 0
                // else it is a name to the JDK
                && literal.charAt(0) != '.'
                && literal.chars().allMatch(c -> c == ':' || c == '.' || Character.digit(c, 16) >= 0)) {
            try {
                return InetAddress.getByName(literal);
            } catch (UnknownHostException x) {
                throw new IOException("malformed address '" + literal + "' in PROXY line", x);
            }
        }
        throw new IOException("malformed address '" + literal + "' in PROXY line");
    }

    private static int port(String text) throws IOException {
        return number(text, 65535);
    }

    /** Section 2.1: without zeros in front. */
    private static int number(String text, int max) throws IOException {
        boolean zeros = text.length() > 1 && text.charAt(0) == '0';
        int number = text.isEmpty() || text.length() > 5 || zeros ? max + 1 : 0;
        for (int i = 0; i < text.length() && number <= max; i++) {
            char c = text.charAt(i);
            number = c < '0' || c > '9' ? max + 1 : number * 10 + c - '0';
        }
        if (number > max) {
            throw new IOException("malformed number '" + text + "' in PROXY line (expected: 0-" + max + ")");
        }
        return number;
    }

    private static @Nullable ProxyHeader parseBinary(ByteBuffer buffer, int max) throws IOException {
        int start = buffer.position();
        int versionAndCommand = buffer.get(start + 12) & 0xff;
        int family = buffer.get(start + 13) & 0xff;
        int length = buffer.getShort(start + 14) & 0xffff;
        if (versionAndCommand != 0x20 && versionAndCommand != 0x21) {
            throw new IOException("PROXY version and command 0x" + Integer.toHexString(versionAndCommand)
                    + " (expected: 0x20 or 0x21)");
        }
        if (length > max) {
            throw new IOException("PROXY header of " + length + " bytes (limit: " + max + ")");
        }
        if (buffer.remaining() < V2_PREFIX + length) {
            return null;
        }
        ByteBuffer body = buffer.slice(start + V2_PREFIX, length);
        buffer.position(start + V2_PREFIX + length);
        // LOCAL: the proxy speaks for itself, as in a health check
        return versionAndCommand == 0x20 ? KEEP : body(family, body);
    }

    private static ProxyHeader body(int family, ByteBuffer body) throws IOException {
        int protocol = family & 0xf;
        if (protocol > 2) {
            throw new IOException("PROXY transport protocol " + protocol + " (expected: 0-2)");
        }
        return switch (family >>> 4) {
            case 0 -> KEEP;
            case 1 -> addresses(body, 4);
            case 2 -> addresses(body, 16);
            case 3 -> {
                // paths of Unix-domain sockets, which are no addresses of a TCP connection
                need(body, 216);
                body.position(216);
                yield new ProxyHeader(null, null, tlvs(body));
            }
            default -> throw new IOException("PROXY address family " + (family >>> 4) + " (expected: 0-3)");
        };
    }

    private static ProxyHeader addresses(ByteBuffer body, int size) throws IOException {
        need(body, 2 * size + 4);
        byte[] source = new byte[size];
        byte[] destination = new byte[size];
        body.get(source).get(destination);
        int sourcePort = body.getShort() & 0xffff;
        int destinationPort = body.getShort() & 0xffff;
        return new ProxyHeader(
                new InetSocketAddress(InetAddress.getByAddress(source), sourcePort),
                new InetSocketAddress(InetAddress.getByAddress(destination), destinationPort),
                tlvs(body));
    }

    private static Map<Integer, byte[]> tlvs(ByteBuffer body) throws IOException {
        if (!body.hasRemaining()) {
            return Map.of();
        }
        Map<Integer, byte[]> tlvs = new HashMap<>();
        while (body.hasRemaining()) {
            need(body, 3);
            int type = body.get() & 0xff;
            int length = body.getShort() & 0xffff;
            need(body, length);
            byte[] value = new byte[length];
            body.get(value);
            tlvs.put(type, value);
        }
        return tlvs;
    }

    private static void need(ByteBuffer body, int bytes) throws IOException {
        if (body.remaining() < bytes) {
            throw new IOException("truncated PROXY header: " + body.remaining() + " bytes of " + bytes);
        }
    }
}
