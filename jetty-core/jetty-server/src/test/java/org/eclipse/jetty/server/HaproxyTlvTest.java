package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The extensions of the PROXY protocol, version 2, as the real HAProxy sends them. */
class HaproxyTlvTest {
    private static final Path HAPROXY = Path.of("/usr/sbin/haproxy");
    private static final int UNIQUE_ID = 0x05;
    private static final int SSL = 0x20;
    private static final int SSL_CN = 0x22;

    @TempDir
    private Path folder;

    /** Answers with the address of the client and the extensions. */
    private static final class Report extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            ProxyConnectionFactory.ProxyEndPoint endPoint = (ProxyConnectionFactory.ProxyEndPoint)
                    request.getConnectionMetaData().getConnection().getEndPoint();
            String text = "client=" + Request.getRemoteAddr(request)
                    + " port=" + Request.getLocalPort(request)
                    + " id=" + text(endPoint.getTLV(UNIQUE_ID))
                    + " cn=" + commonName(endPoint.getTLV(SSL));
            Content.Sink.write(response, true, text, callback);
            return true;
        }

        private static String text(byte[] value) {
            return value == null ? null : new String(value, StandardCharsets.UTF_8);
        }

        /** A byte of flags, four of the verification, and extensions within the extension. */
        private static String commonName(byte[] ssl) {
            ByteBuffer value = ByteBuffer.wrap(ssl);
            assertThat(value.get()).as("TLS with a certificate").isEqualTo((byte) 7);
            assertThat(value.getInt()).as("verified").isZero();
            while (value.hasRemaining()) {
                int type = value.get();
                byte[] content = new byte[value.getShort()];
                value.get(content);
                if (type == SSL_CN) {
                    return text(content);
                }
            }
            return null;
        }
    }

    @Test
    void extensionsOfHaproxyAreRead() throws Exception {
        if (!Files.isExecutable(HAPROXY)) {
            System.err.println("SKIPPED: no " + HAPROXY + " (install the package haproxy)");
        }
        Assumptions.assumeTrue(Files.isExecutable(HAPROXY), "the package haproxy is not installed");
        Server server = new Server();
        ServerConnector connector =
                new ServerConnector(server, new ProxyConnectionFactory(), new HttpConnectionFactory());
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Report());
        server.start();
        int port = Ports.unused();
        TestKeyStores keyStores = Transport.keyStores();
        Files.writeString(folder.resolve("server.pem"), keyStores.getServerPem());
        Files.writeString(folder.resolve("clients.pem"), keyStores.getClientPem());
        Files.writeString(folder.resolve("haproxy.cfg"), """
                defaults
                  timeout connect 10s
                  timeout client 30s
                  timeout server 30s
                listen tcp
                  mode tcp
                  unique-id-format id-%%[dst_port]
                  bind 127.0.0.1:%d ssl crt %s ca-file %s verify required
                  server jetty 127.0.0.1:%d send-proxy-v2-ssl-cn proxy-v2-options unique-id
                """.formatted(
                        port, folder.resolve("server.pem"), folder.resolve("clients.pem"), connector.getLocalPort()));
        Process haproxy = new ProcessBuilder(
                        HAPROXY.toString(),
                        "-db",
                        "-f",
                        folder.resolve("haproxy.cfg").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("haproxy.log").toFile())
                .start();
        try {
            String response = Awaitility.await("an answer by HAProxy")
                    .atMost(30, TimeUnit.SECONDS)
                    .ignoreExceptions()
                    .until(() -> ask(keyStores, port), text -> text.startsWith("HTTP/1.1 200 "));
            assertThat(response)
                    .as(Files.readString(folder.resolve("haproxy.log")))
                    .contains("client=127.0.0.1 port=" + port + " id=id-" + port + " cn=client");
        } finally {
            haproxy.destroyForcibly().waitFor();
            server.stop();
        }
    }

    private static String ask(TestKeyStores keyStores, int port) throws Exception {
        try (SSLSocket socket =
                (SSLSocket) keyStores.newClientContext(true).getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.setSoTimeout(10_000);
            OutputStream output = socket.getOutputStream();
            output.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
