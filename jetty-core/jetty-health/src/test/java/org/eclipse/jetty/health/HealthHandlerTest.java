package org.eclipse.jetty.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthHandlerTest {
    private final Server server = new Server();
    private final ServerConnector connector = connector(null);
    private final ContextHandler shop = new ContextHandler(new Hello(), "/shop");
    private final ContextHandler reports = new ContextHandler(new Hello(), "/reports");
    private final HealthHandler health = new HealthHandler(new ContextHandlerCollection(shop, reports));

    private static final class Hello extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Content.Sink.write(response, true, "hello", callback);
            return true;
        }
    }

    private static final class Database implements HealthCheck {
        private volatile Callable<Result> body = () -> Result.UP;

        @Override
        public String getName() {
            return "database \"main\"";
        }

        @Override
        public Set<Kind> getKinds() {
            return Set.of(Kind.READY);
        }

        @Override
        public Result check() throws Exception {
            return body.call();
        }
    }

    private ServerConnector connector(String name) {
        ServerConnector added = new ServerConnector(server, 1, 1);
        added.setHost("127.0.0.1");
        added.setName(name);
        server.addConnector(added);
        return added;
    }

    private void start() throws Exception {
        server.setHandler(health);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private String get(String path, String... fields) throws Exception {
        return ask(connector, "GET", path, fields);
    }

    private static String ask(ServerConnector connector, String method, String path, String... fields)
            throws Exception {
        try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            String lines = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
            String request =
                    method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + lines + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    @Test
    void startedServerIsLiveReadyAndStarted() throws Exception {
        start();
        for (String path : new String[] {"/health", "/health/live", "/health/ready", "/health/started"}) {
            assertThat(get(path))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("Content-Type: application/json", "Cache-Control: no-store")
                    .contains("\"status\": \"UP\"");
        }
        assertThat(body(get("/health/live"))).isEqualTo("""
                {
                  "status": "UP",
                  "checks": [
                    {
                      "name": "deadlocks",
                      "status": "UP"
                    }
                  ]
                }
                """);
        assertThat(body(get("/health/ready", "Accept: text/plain"))).isEqualTo("UP\n");
        assertThat(body(get("/health/ready", "Accept: */*, text/plain;q=0.1"))).startsWith("{");
        assertThat(body(ask(connector, "HEAD", "/health/ready"))).isEmpty();
        assertThat(ask(connector, "POST", "/health/ready"))
                .startsWith("HTTP/1.1 405 ")
                .contains("Allow: GET, HEAD");
        assertThat(get("/health/other")).startsWith("HTTP/1.1 404 ");
        assertThat(get("/healthy")).startsWith("HTTP/1.1 404 ");
        assertThat(get("/shop/")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void applicationThatIsNotAvailableMakesTheServerNotReadyUnlessItIsOptional() throws Exception {
        start();
        reports.setAvailable(false);
        assertThat(get("/health/ready"))
                .startsWith("HTTP/1.1 503 ")
                .contains("\"status\": \"DOWN\"", "\"/reports\": \"UNAVAILABLE\"");
        assertThat(get("/health/live")).startsWith("HTTP/1.1 200 ");
        assertThat(get("/health/started")).startsWith("HTTP/1.1 200 ");
        shop.stop();
        assertThat(get("/health/ready")).contains("\"/shop\": \"STOPPED\"");
        health.setOptional("/reports, /shop");
        assertThat(get("/health/ready")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void reachedLimitOfConnectionsMakesTheServerNotReady() throws Exception {
        NetworkConnectionLimit limit = new NetworkConnectionLimit(1, server);
        server.addBean(limit);
        start();
        assertThat(get("/health/ready"))
                .startsWith("HTTP/1.1 503 ")
                .contains("\"reason\": \"limit reached: connections\"");
    }

    @Test
    void beanOfTheServerContributes() throws Exception {
        Database database = new Database();
        server.addBean(database);
        start();
        database.body = () -> new HealthCheck.Result(true, Map.of("pool", 3));
        assertThat(get("/health/ready")).contains("\"name\": \"database \\\"main\\\"\"", "\"pool\": 3");
        database.body = () -> {
            throw new IllegalStateException("<no connection>");
        };
        assertThat(get("/health/ready"))
                .startsWith("HTTP/1.1 503 ")
                .contains("java.lang.IllegalStateException: \\u003cno connection\\u003e");
        database.body = () -> null;
        assertThat(get("/health/ready")).startsWith("HTTP/1.1 503 ").contains("the check returned nothing");
        assertThat(get("/health/live")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void applicationContributesByAttributesOfTheJdkAlone() throws Exception {
        start();
        boolean[] up = {true};
        BooleanSupplier cache = () -> up[0];
        shop.getContext().setAttribute("org.eclipse.jetty.health.ready.cache", cache);
        Callable<Object> queue = () -> Map.of("up", up[0], "length", 7);
        shop.getContext().setAttribute("org.eclipse.jetty.health.live.queue", queue);
        assertThat(get("/health/ready")).startsWith("HTTP/1.1 200 ").contains("\"name\": \"/shop cache\"");
        assertThat(get("/health/live")).contains("\"name\": \"/shop queue\"", "\"length\": 7");
        up[0] = false;
        assertThat(get("/health/ready")).startsWith("HTTP/1.1 503 ");
        assertThat(get("/health/live")).startsWith("HTTP/1.1 503 ");
        assertThat(get("/health/started")).startsWith("HTTP/1.1 200 ");
        Callable<Object> wrong = () -> "maybe";
        shop.getContext().setAttribute("org.eclipse.jetty.health.live.queue", wrong);
        assertThat(get("/health/live")).contains("maybe (expected: true, false, or a map with the key up)");
    }

    @Test
    void checkThatHangsTakesOneThreadOnly() throws Exception {
        Database database = new Database();
        server.addBean(database);
        start();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        database.body = () -> {
            entered.countDown();
            release.await();
            return HealthCheck.Result.UP;
        };
        CompletableFuture<String> hanging = new CompletableFuture<>();
        Thread probe = new Thread(() -> {
            try {
                hanging.complete(get("/health/ready"));
            } catch (Exception x) {
                hanging.completeExceptionally(x);
            }
        });
        probe.start();
        entered.await();
        assertThat(get("/health/ready")).startsWith("HTTP/1.1 503 ").contains("the check is still running");
        release.countDown();
        assertThat(hanging.get(10, TimeUnit.SECONDS)).startsWith("HTTP/1.1 200 ");
        probe.join();
    }

    @Test
    void clientsElsewhereSeeTheStatusOnly() throws Exception {
        health.setAllow("10.0.0.0/8");
        start();
        assertThat(body(get("/health/ready"))).isEqualTo("{\n  \"status\": \"UP\",\n  \"checks\": []\n}\n");
        health.setAllow("");
        assertThat(body(get("/health/ready", "X-Forwarded-For: 192.0.2.1"))).contains("\"checks\": []");
        assertThat(body(get("/health/ready"))).contains("\"name\": \"server\"");
    }

    @Test
    void connectorOfItsOwnAnswersProbesAndNothingElse() throws Exception {
        ServerConnector probes = connector("health");
        health.setConnectorName("health");
        start();
        assertThat(ask(probes, "GET", "/health/ready")).startsWith("HTTP/1.1 200 ");
        assertThat(ask(probes, "GET", "/shop/")).startsWith("HTTP/1.1 404 ");
        assertThat(get("/health/ready")).startsWith("HTTP/1.1 404 ");
        assertThat(get("/shop/")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void serverThatStopsIsNotReadyAndServesUntilTheDelayHasEnded() throws Exception {
        DrainDelay delay = new DrainDelay(60_000);
        CountDownLatch stopping = new CountDownLatch(1);
        server.addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleStopping(LifeCycle event) {
                stopping.countDown();
            }
        });
        server.addEventListener(delay);
        start();
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> LifeCycle.stop(server));
        stopping.await();
        assertThat(get("/health/ready")).startsWith("HTTP/1.1 503 ").contains("\"reason\": \"STOPPING\"");
        assertThat(get("/health/live")).startsWith("HTTP/1.1 200 ");
        assertThat(get("/shop/")).startsWith("HTTP/1.1 200 ");
        assertThat(stopped).isNotDone();
        delay.endDelay();
        stopped.get(10, TimeUnit.SECONDS);
        assertThat(server.isStopped()).isTrue();
    }

    @Test
    void wrongSettingsAreRefusedByTheirProperty() {
        assertThatThrownBy(() -> health.setPath("/health/"))
                .hasMessageContaining("/health/ (expected:")
                .hasMessageContaining("jetty.health.path");
        assertThatThrownBy(() -> health.setOptional("/a,b"))
                .hasMessageContaining("context path: b (expected:")
                .hasMessageContaining("jetty.health.optional");
        assertThatThrownBy(() -> health.setAllow("10.0.0.0/99")).hasMessageContaining("jetty.health.allow");
        assertThatThrownBy(() -> new DrainDelay(-1)).hasMessageContaining("jetty.stop.drainDelay: -1");
        health.setOptional(" /a , /b ");
        assertThat(health.getOptional().split(",")).containsExactlyInAnyOrder("/a", "/b");
    }
}
