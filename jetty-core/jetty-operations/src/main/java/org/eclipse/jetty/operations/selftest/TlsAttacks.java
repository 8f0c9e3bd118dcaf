package org.eclipse.jetty.operations.selftest;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Attacks by TLS handshakes that offer only what is old or weak: made byte by byte, as the JDK refuses to offer it. */
final class TlsAttacks {
    private static final int TLS10 = 0x0301;
    private static final int TLS11 = 0x0302;
    private static final int TLS12 = 0x0303;
    private static final int[] FORWARD_SECRET = {0xc009, 0xc00a, 0xc013, 0xc014, 0xc02b, 0xc02f, 0xc02c, 0xc030};
    private static final int[] RSA_KEY_EXCHANGE = {0x009c, 0x009d, 0x002f, 0x0035, 0x003c, 0x003d};
    private static final int[] NO_OR_WEAK = {0x0001, 0x0002, 0x0004, 0x0005, 0x000a, 0x0016, 0xc012, 0x003b};

    private TlsAttacks() {}

    static List<Attack> all() {
        return List.of(
                attack("TLS 1.0 alone", "jetty.sslContext.excludeProtocols", TLS10, FORWARD_SECRET),
                attack("TLS 1.1 alone", "jetty.sslContext.excludeProtocols", TLS11, FORWARD_SECRET),
                attack(
                        "cipher suites without forward secrecy",
                        "jetty.sslContext.excludeCipherSuites",
                        TLS12,
                        RSA_KEY_EXCHANGE),
                attack(
                        "cipher suites with NULL, RC4, 3DES, export",
                        "jetty.sslContext.excludeCipherSuites",
                        TLS12,
                        NO_OR_WEAK));
    }

    private static Attack attack(String name, String property, int version, int[] suites) {
        return new Attack("TLS: " + name, "the handshake refused", property, target -> {
            try (Socket socket = target.connectPlain()) {
                socket.getOutputStream().write(hello(version, suites));
                socket.getOutputStream().flush();
                return outcome(socket.getInputStream());
            } catch (SocketException x) {
                return Outcome.held("closed");
            }
        });
    }

    /** The type of the first record: 22 is the answer to the hello, 21 an alert (RFC 8446, section 5.1). */
    private static Outcome outcome(InputStream in) throws IOException {
        int type = in.read();
        return switch (type) {
            case 22 -> Outcome.failed("accepted");
            case 21 -> Outcome.held("refused by an alert");
            case -1 -> Outcome.held("closed");
            default -> Outcome.failed("record of type " + type);
        };
    }

    /** A ClientHello (RFC 5246, section 7.4.1.2) in its record. */
    private static byte[] hello(int version, int[] suites) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(body);
        out.writeShort(version);
        out.write(new byte[32]);
        out.writeByte(0);
        out.writeShort(2 * suites.length);
        for (int suite : suites) {
            out.writeShort(suite);
        }
        out.writeByte(1);
        out.writeByte(0);
        byte[] extensions = extensions();
        out.writeShort(extensions.length);
        out.write(extensions);
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        DataOutputStream framed = new DataOutputStream(record);
        framed.writeByte(22);
        framed.writeShort(TLS10);
        framed.writeShort(body.size() + 4);
        framed.writeByte(1);
        framed.writeByte(0);
        framed.writeShort(body.size());
        body.writeTo(framed);
        return record.toByteArray();
    }

    private static byte[] extensions() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        // server_name (RFC 6066): localhost
        byte[] host = "localhost".getBytes(StandardCharsets.US_ASCII);
        out.writeShort(0);
        out.writeShort(host.length + 5);
        out.writeShort(host.length + 3);
        out.writeByte(0);
        out.writeShort(host.length);
        out.write(host);
        // supported_groups: secp256r1, x25519; ec_point_formats: uncompressed (RFC 8422)
        out.writeShort(10);
        out.writeShort(6);
        out.writeShort(4);
        out.writeShort(0x0017);
        out.writeShort(0x001d);
        out.writeShort(11);
        out.writeShort(2);
        out.writeByte(1);
        out.writeByte(0);
        // signature_algorithms: with SHA-256 and SHA-1, RSA and ECDSA, and RSA-PSS
        int[] signatures = {0x0401, 0x0403, 0x0804, 0x0201, 0x0203};
        out.writeShort(13);
        out.writeShort(2 * signatures.length + 2);
        out.writeShort(2 * signatures.length);
        for (int signature : signatures) {
            out.writeShort(signature);
        }
        return bytes.toByteArray();
    }
}
