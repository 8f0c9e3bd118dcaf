package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.eclipse.jetty.io.ConnectionStatistics;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchedulingConsoleHandlerTest {
    private final Server server = new Server(new QueuedThreadPool(20, 4));
    private final ServerConnector connector = new ServerConnector(server, 1, 2);
    private final SchedulingConsoleHandler console = new SchedulingConsoleHandler(LocalServer.answer("next"));

    @BeforeEach
    void connect() {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(console);
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private String get(String path, String... fields) throws Exception {
        return ask("GET " + path + " HTTP/1.1\nHost: localhost\nConnection: close\n" + String.join("\n", fields)
                + (fields.length == 0 ? "\n" : "\n\n"));
    }

    private String ask(String request) throws Exception {
        if (!server.isStarted()) {
            server.start();
        }
        try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            socket.getOutputStream().write(LocalServer.wire(request).getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void textShowsEverySelectorWithItsStrategy() throws Exception {
        get("/other");
        String response = get("/scheduling");
        assertThat(response).startsWith("HTTP/1.1 200 ").contains("Content-Type: text/plain;charset=utf-8");
        String body = LocalServer.body(response);
        assertThat(body)
                .contains("\nthreadPool:\n  class: QueuedThreadPool\n")
                .contains("\n  maxThreads: 20\n")
                .contains("\n  queueSize: 0\n")
                .contains("\n  reserved:\n    available: ")
                .contains("\n    misses: ")
                .contains("\n    selectors: 2\n");
        assertThat(body.split("\\n {8}strategy:\\n", -1)).hasSize(3);
        assertThat(Pattern.compile("\n {10}(pc|pic|pec|epc|inPlace|virtual)Tasks(Consumed|Executed): \\d+")
                        .matcher(body)
                        .results()
                        .count())
                .isEqualTo(12);
        assertThat(body)
                .containsPattern("\n {10}production: (IDLE|PRODUCING|REPRODUCING|CONSUMING)")
                .containsPattern("\n {10}mode: (NONE|IN_PLACE|EPC|PEC|VIRTUAL)\n");
    }

    @Test
    void jsonIsAnsweredToWhoAcceptsItOrAsksForIt() throws Exception {
        for (String response : new String[] {
            get("/scheduling", "Accept: text/plain;q=0.5, application/json"), get("/scheduling.json"),
        }) {
            assertThat(response)
                    .startsWith("HTTP/1.1 200 ")
                    .contains("Content-Type: application/json")
                    .contains("Cache-Control: no-store");
            assertThat(LocalServer.body(response))
                    .startsWith("{\n  \"server\": \"STARTED\",\n  \"threadPool\": {\n")
                    .contains("\"maxThreads\": 20,", "\"lowOnThreads\": false", "\"inPlaceTasksConsumed\": ")
                    .endsWith("\n  ]\n}\n");
        }
        assertThat(get("/scheduling", "Accept: text/html, application/json;q=0.5"))
                .contains("Content-Type: text/plain");
        assertThat(get("/scheduling.txt", "Accept: application/json")).contains("Content-Type: text/plain");
    }

    @Test
    void otherPathsGoToTheNextHandler() throws Exception {
        assertThat(get("/")).endsWith("next");
        assertThat(get("/schedulings")).endsWith("next");
        assertThat(get("/scheduling.xml")).endsWith("next");
        console.setPath("/status/threads");
        assertThat(get("/scheduling")).endsWith("next");
        assertThat(get("/status/threads")).contains("\nthreadPool:\n");
    }

    @Test
    void requestThatWasForwardedIsRefusedUnlessAddressesAreAllowed() throws Exception {
        assertThat(get("/scheduling", "X-Forwarded-For: 127.0.0.1")).startsWith("HTTP/1.1 403 ");
        assertThat(get("/scheduling", "Forwarded: for=127.0.0.1")).startsWith("HTTP/1.1 403 ");
        console.setAllow("127.0.0.0/8");
        assertThat(get("/scheduling", "X-Forwarded-For: 127.0.0.1")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void clientThatIsNotAllowedIsRefused() throws Exception {
        console.setAllow("10.0.0.0/8, 192.168.1.1");
        assertThat(get("/scheduling")).startsWith("HTTP/1.1 403 ").doesNotContain("threadPool");
        assertThat(get("/other")).endsWith("next");
    }

    @Test
    void otherMethodsAreRefused() throws Exception {
        assertThat(ask("POST /scheduling HTTP/1.1\nHost: h\nContent-Length: 0\nConnection: close\n\n"))
                .startsWith("HTTP/1.1 405 ")
                .contains("Allow: GET, HEAD");
        assertThat(LocalServer.body(ask("HEAD /scheduling HTTP/1.1\nHost: h\nConnection: close\n\n")))
                .isEmpty();
    }

    @Test
    void badConfigurationNamesTheProperty() {
        assertThatThrownBy(() -> console.setPath("scheduling"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("jetty.schedulingConsole.path");
        assertThatThrownBy(() -> console.setPath("/")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> console.setAllow("10.0.0.300"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("10.0.0.300")
                .hasMessageContaining("jetty.schedulingConsole.allow");
    }

    @Test
    void countersOfStatisticsAndLimitsAreShownOnceEach() throws Exception {
        server.insertHandler(new StatisticsHandler());
        server.insertHandler(new SizeLimitHandler(4, -1));
        server.addBeanToAllConnectors(new ConnectionStatistics());
        server.addBean(new NetworkConnectionLimit(100, server));
        get("/other");
        ask("POST / HTTP/1.1\nHost: h\nConnection: close\nContent-Length: 5\n\nabcde");
        String text = LocalServer.body(get("/scheduling"));
        assertThat(text)
                .contains("\ncounters: 4\n")
                .containsPattern("\n  - class: StatisticsHandler\n(    .*\n)*    responses2xx: 1\n")
                .containsPattern("\n  - class: ConnectionStatistics\n(    .*\n)*    connectionsTotal: 3\n")
                .containsPattern("\n  - class: SizeLimitHandler\n(    .*\n)*    totalRefusedRequestCount: 1\n")
                .contains("\n  - class: NetworkConnectionLimit\n");
    }

    @Test
    void dumpShowsTheStrategyOfEachSelector() throws Exception {
        get("/other");
        assertThat(server.dump()).doesNotContain("+> null");
        assertThat(server.dump())
                .containsPattern(
                        "(?s)ManagedSelector@\\w+\\{id=0.*AdaptiveExecutionStrategy@\\w+\\{\\w+(\\+PENDING)?,mode="
                                + ".*ManagedSelector@\\w+\\{id=1.*AdaptiveExecutionStrategy@\\w+\\{")
                .containsPattern("ReservedThreadExecutor@\\w+\\{capacity=2,threads=\\d+,.*misses=\\d+}");
    }
}
