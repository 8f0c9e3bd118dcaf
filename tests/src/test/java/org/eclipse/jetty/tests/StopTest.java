package org.eclipse.jetty.tests;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import org.eclipse.jetty.tests.webapp.EchoServlet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server is stopped by SIGTERM or by the command {@code --stop}, and lets requests in flight end. */
class StopTest {
    @AutoClose
    private Base base;

    @ParameterizedTest
    @ValueSource(strings = {"http,ee10-deploy", "http,ee10-deploy,graceful"})
    void requestInFlightEndsAndNewConnectionsAreRefused(String modules) throws IOException {
        base = Base.with(Jdk.oldest(), modules);
        new War().servlet(EchoServlet.class, "/").deploy(base, "echo.war");
        Server server = base.serve("jetty.server.stopTimeout=50000");
        try (Socket idle = connect(server);
                Socket inFlight = connect(server)) {
            idle.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII));
            assertThat(idle.getInputStream().read()).isEqualTo('H');
            inFlight.getOutputStream()
                    .write("POST /echo/ HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n01234".getBytes(US_ASCII));
            server.command().awaitLine("reading the content of /echo/");

            server.command().terminate();
            server.awaitRefusal();
            server.command().awaitLine("Stopping \\S*Server@.*requests in flight may end within 50000 ms");
            assertThat(server.command().isAlive()).isTrue();

            inFlight.getOutputStream().write("56789".getBytes(US_ASCII));
            String response = new String(inFlight.getInputStream().readAllBytes(), US_ASCII);
            assertThat(response)
                    .startsWith("HTTP/1.1 200")
                    .containsIgnoringCase("Connection: close")
                    .endsWith("0123456789");
        }
        server.command().awaitExit(Duration.ofSeconds(30));
        assertThat(server.command().lines(":(WARN|ERROR) ?:")).isEmpty();
        server.command().awaitLine("Stopped (\\S*\\.)?Server@");
    }

    @Test
    void idleServerEndsAtOnceBySigterm() throws IOException {
        base = Base.with(Jdk.oldest(), "http,ee10-deploy");
        base.deploy("hello.war", Distribution.HELLO_WAR);
        Server server = base.serve();
        assertThat(server.get("/hello/").statusCode()).isEqualTo(200);
        server.command().terminate();
        server.command().awaitExit(Duration.ofSeconds(30));
        assertThat(server.command().lines(":(WARN|ERROR) ?:|Exception")).isEmpty();
    }

    @Test
    void stopCommandStops() {
        base = Base.with(Jdk.oldest(), "http,shutdown");
        Server server = base.serve("jetty.shutdown.port=0", "jetty.shutdown.key=secret");
        String port = server.command()
                .awaitLine("(?i)stop\\.port=(\\d+)|ShutdownService.*:(\\d+)")
                .group(1);

        Command wrongKey = base.start("--stop", "stop.port=" + port, "stop.key=guess", "stop.wait=1");
        assertThat(wrongKey.awaitExit()).as(wrongKey::output).isNotZero();
        assertThat(server.get("/").statusCode()).isEqualTo(404);

        Command stop = base.start("--stop", "stop.port=" + port, "stop.key=secret", "stop.wait=30");
        assertThat(stop.awaitExit()).as(stop::output).isZero();
        assertThat(server.command().awaitExit()).isZero();
    }

    @Test
    void stopCommandWithoutAServerFails() {
        base = Base.with(Jdk.oldest(), "http");
        Command noPort = base.start("--stop");
        assertThat(noPort.awaitExit()).isNotZero();
        assertThat(noPort.output()).contains("stop.port");
    }

    private static Socket connect(Server server) throws IOException {
        Socket socket = new Socket("127.0.0.1", server.port());
        socket.setSoTimeout((int) Command.DEADLINE.toMillis());
        return socket;
    }
}
