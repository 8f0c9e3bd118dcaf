package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.tests.webapp.WaitServlet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Each limit has a module, is reached, and tells so. */
class LimitsTest {
    @AutoClose
    private Base base;

    private Server serve(String modules, String... properties) {
        base = Base.with(Jdk.oldest(), "http,ee10-deploy," + modules);
        new War().servlet(WaitServlet.class, "/").deploy(base, "limits.war");
        return base.serve(properties);
    }

    /** One request waits; returns what completes with its response. */
    private static CompletableFuture<HttpResponse<String>> occupy(Server server) {
        CompletableFuture<HttpResponse<String>> waiting =
                CompletableFuture.supplyAsync(() -> server.get("/limits/wait"));
        server.command().awaitLine("waiting for go");
        return waiting;
    }

    private static void release(Server server, CompletableFuture<HttpResponse<String>> waiting) {
        assertThat(server.get("/limits/go").body()).isEqualTo("gone");
        assertThat(waiting.join().body()).isEqualTo("waited");
    }

    @Test
    void qosRefusesTheSurplus() {
        Server server = serve(
                "qos",
                "jetty.qos.maxRequestCount=1",
                "jetty.qos.maxSuspendedRequestCount=0",
                "jetty.qos.retryAfter=3",
                "jetty.qos.exclude.path=/limits/go,/limits/free");
        CompletableFuture<HttpResponse<String>> waiting = occupy(server);
        HttpResponse<String> refused = server.get("/limits/other");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("3");
        assertThat(server.get("/limits/free?a=b").body()).isEqualTo("a=b;");
        server.command().awaitLine("QoSHandler refuses: 1 requests are handled, and 0 suspended");
        release(server, waiting);
        // the client has its response a little before the request has ended
        server.await("/limits/other", 200);
    }

    @Test
    void adaptiveQosServesWithinItsBounds() {
        Server server = serve(
                "qos", "jetty.qos.adaptive=true", "jetty.qos.minRequestCount=2", "jetty.qos.maxSuspendDuration=10000");
        for (int i = 0; i < 100; i++) {
            assertThat(server.get("/limits/?a=" + i).body()).isEqualTo("a=" + i + ";");
        }
    }

    @Test
    void threadLimitRefusesTheSurplusOfOneClient() {
        Server server = serve(
                "thread-limit",
                "jetty.threadlimit.threadLimit=1",
                "jetty.threadlimit.maxSuspendedRequestCount=0",
                "jetty.threadlimit.exclude.path=/limits/go");
        CompletableFuture<HttpResponse<String>> waiting = occupy(server);
        assertThat(server.get("/limits/other").statusCode()).isEqualTo(429);
        assertThat(server.send(server.request("/limits/other")
                                .header("X-Forwarded-For", "192.0.2.1")
                                .build())
                        .statusCode())
                .isEqualTo(200);
        server.command().awaitLine("ThreadLimitHandler refuses: .* has 1 threads");
        release(server, waiting);
    }

    @Test
    void connectionsBeyondTheLimitWait() throws IOException {
        Server server = serve(
                "network-connection-limit,accept-rate-limit,lowresources",
                "jetty.networkConnectionLimit.maxNetworkConnectionCount=2",
                "jetty.networkConnectionLimit.endPointIdleTimeout=0");
        try (Socket first = open(server);
                Socket second = open(server)) {
            assertThat(ask(first)).startsWith("HTTP/1.1 200");
            assertThat(ask(second)).startsWith("HTTP/1.1 200");
            server.command().awaitLine("limit of 2 network connections reached");
            try (Socket third = open(server)) {
                first.close();
                assertThat(ask(third)).startsWith("HTTP/1.1 200");
            }
        }
    }

    @Test
    void aFormIsReadBeforeTheApplicationIsCalled() throws IOException {
        Server server =
                serve("eager-content,qos,thread-limit", "jetty.eager.form.maxLength=10", "jetty.qos.maxRequestCount=1");
        HttpRequest.BodyPublisher form = HttpRequest.BodyPublishers.ofString("a=1&b=2");
        HttpRequest post = server.request("/limits/")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(form)
                .build();
        assertThat(server.send(post).body()).isEqualTo("a=1;b=2;");
        // it neither counts nor has a thread as long as its content has not come
        try (Socket slow = open(server)) {
            write(
                    slow,
                    "POST /limits/ HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n"
                            + "Content-Type: application/x-www-form-urlencoded\r\n\r\na=");
            assertThat(server.send(post).body()).isEqualTo("a=1;b=2;");
            write(slow, "9");
            StringBuilder response = new StringBuilder();
            while (response.indexOf("a=9;") < 0) {
                String part = read(slow);
                assertThat(part).as(response::toString).isNotEmpty();
                response.append(part);
            }
            assertThat(response.toString()).endsWith("a=9;");
        }
        HttpRequest tooLong = server.request("/limits/")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("a=123456789"))
                .build();
        assertThat(server.send(tooLong).statusCode()).isEqualTo(413);
    }

    @Test
    void oldNamesOfModulesStillWork() {
        Server server = serve("acceptratelimit,connectionlimit,threadlimit");
        assertThat(server.get("/limits/?a=b").body()).isEqualTo("a=b;");
    }

    private static Socket open(Server server) throws IOException {
        Socket socket = new Socket("127.0.0.1", server.port());
        socket.setSoTimeout((int) Command.DEADLINE.toMillis());
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String ask(Socket socket) throws IOException {
        write(socket, "GET /limits/ HTTP/1.1\r\nHost: h\r\n\r\n");
        return read(socket);
    }

    private static String read(Socket socket) throws IOException, SocketTimeoutException {
        byte[] bytes = new byte[4096];
        int length = socket.getInputStream().read(bytes);
        return length < 0 ? "" : new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }
}
