package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sockets that systemd opens for the server: {@code jetty.http.activatedSocket} and {@code jetty.unixdomain.activatedSocket}. */
class SocketActivationTest {
    private static final Path ACTIVATE = Path.of("/usr/bin/systemd-socket-activate");

    private enum Java {
        OLDEST(Jdk.oldest()),
        NEWEST(Jdk.newest());

        private final Jdk jdk;

        Java(Jdk jdk) {
            this.jdk = jdk;
        }
    }

    private static String ask(Path socket) throws Exception {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            channel.write(ByteBuffer.wrap("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer response = ByteBuffer.allocate(100_000);
            while (channel.read(response) >= 0) {
                // up to the end
            }
            return new String(response.array(), 0, response.position(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @EnumSource
    void firstConnectionStartsTheServer(Java java) throws Exception {
        if (!Files.isExecutable(ACTIVATE)) {
            System.err.println("SKIPPED: no " + ACTIVATE + " (install the package systemd)");
        }
        Assumptions.assumeTrue(Files.isExecutable(ACTIVATE), "the package systemd is not installed");
        Path directory = Files.createTempDirectory(Path.of("/tmp"), "activation");
        Path socket = directory.resolve("s");
        int port = Ports.unused();
        try (Base base = Base.with(java.jdk, "http,unixdomain-http,health")) {
            Command server = base.run(
                    List.of(
                            ACTIVATE.toString(),
                            "--listen=127.0.0.1:" + port,
                            "--listen=" + socket,
                            "--fdname=web:local",
                            java.jdk.java().toString(),
                            "-Xmx256m",
                            "-jar",
                            Distribution.HOME.resolve("start.jar").toString(),
                            "jetty.http.activatedSocket=web",
                            "jetty.unixdomain.activatedSocket=1",
                            "jetty.unixdomain.path=" + directory.resolve("other"),
                            "jetty.http.port=1"),
                    base.folder());
            server.awaitLine(".*Listening on 127.0.0.1:" + port + ".*");
            HttpResponse<String> response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health/live"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(server::output).isEqualTo(200);
            assertThat(ask(socket)).startsWith("HTTP/1.1 200 ");
            assertThat(directory.resolve("other")).doesNotExist();
            server.terminate();
            server.awaitExit();
            assertThat(socket).exists();
        } finally {
            Distribution.delete(directory);
        }
    }

    @Test
    void socketThatIsNotPassedIsBoundInstead() {
        try (Base base = Base.with(Jdk.oldest(), "http,health")) {
            Server server = base.serve("jetty.http.activatedSocket=web");
            assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
            assertThat(server.command().output())
                    .contains("No socket of systemd, activatedSocket: web (expected: one of the 0 sockets that systemd"
                            + " has passed, by its number from 0): binding");
        } catch (java.io.IOException x) {
            throw new java.io.UncheckedIOException(x);
        }
    }
}
