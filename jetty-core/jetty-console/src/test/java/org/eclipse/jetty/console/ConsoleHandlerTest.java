package org.eclipse.jetty.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.deploy.DeployedApplication;
import org.eclipse.jetty.deploy.DeploymentScanner;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ajax.JSON;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class ConsoleHandlerTest {
    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>\"'\u2028";

    private final Server server = new Server();
    private final ServerConnector connector = newConnector(server);
    private final ConsoleHandler console = new ConsoleHandler();
    private final CountDownLatch go = new CountDownLatch(1);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.eclipse.jetty.console");

    private static ServerConnector newConnector(Server server) {
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        return connector;
    }

    private String send(String request) throws IOException {
        return send(connector, request);
    }

    private static String send(ServerConnector connector, String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @BeforeEach
    void start() throws Exception {
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
        server.addConnector(connector);
        ContextHandler shop = new ContextHandler(new Application(), "/shop");
        shop.setDisplayName(HOSTILE);
        console.setHandler(new ContextHandlerCollection(shop));
        console.setPassword("s3cret:word");
        server.setHandler(console);
    }

    @AfterEach
    void stop() throws Exception {
        go.countDown();
        server.stop();
        logger.setLevel(null);
        logger.detachAppender(log);
    }

    private final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            switch (Request.getPathInContext(request)) {
                case "/fail" -> {
                    IllegalStateException failure = new IllegalStateException(HOSTILE);
                    // as servlet contexts do
                    request.setAttribute(ErrorHandler.ERROR_EXCEPTION, failure);
                    throw failure;
                }
                case "/wait" -> com.acme.Database.query(go);
                default -> response.setStatus(HttpStatus.OK_200);
            }
            callback.succeeded();
            return true;
        }
    }

    private static String login(String login) {
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8))
                + "\r\n";
    }

    private static final String LOGIN = login("admin:s3cret:word");

    private String get(String target, String fields) throws Exception {
        return send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "Connection: close\r\n\r\n");
    }

    private String get(String target) throws Exception {
        return get(target, LOGIN);
    }

    private static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    private Map<?, ?> json(String resource) throws Exception {
        return (Map<?, ?>) new JSON().fromJSON(body(get("/console/api/" + resource)));
    }

    private Object[] list(String resource) throws Exception {
        return (Object[]) new JSON().fromJSON(body(get("/console/api/" + resource)));
    }

    private String token() throws Exception {
        return "X-Console-Token: " + json("token").get("token") + "\r\n";
    }

    private String post(String action, String form, String fields) throws Exception {
        return send("POST /console/api/" + action + " HTTP/1.1\r\nHost: localhost\r\n" + fields
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length()
                + "\r\nConnection: close\r\n\r\n" + form);
    }

    private static int status(String response) {
        return Integer.parseInt(response.substring(9, 12));
    }

    @Test
    void pageForbidsScriptsOfOthersAndIsNotStored() throws Exception {
        server.start();
        String page = get("/console/");
        assertThat(page)
                .startsWith("HTTP/1.1 200")
                .contains(
                        "Content-Type: text/html;charset=utf-8\r\n",
                        "Cache-Control: no-store\r\n",
                        "script-src 'self';",
                        "frame-ancestors 'none'",
                        "X-Content-Type-Options: nosniff\r\n")
                .doesNotContain("unsafe-inline");
        assertThat(body(page)).doesNotContain("onclick=", "style=", "<style", "http://", "https://");
        for (String file : new String[] {"console.css", "console.js", "views.js", "plots.js", "icon.svg"}) {
            assertThat(status(get("/console/" + file))).as(file).isEqualTo(200);
        }
        assertThat(get("/console")).startsWith("HTTP/1.1 302").contains("Location: ");
        assertThat(status(get("/console/none"))).isEqualTo(404);
        assertThat(status(get("/console/api/none"))).isEqualTo(404);
        assertThat(status(get("/consoles"))).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Authorization: Basic\r\n",
                "Authorization: Basic !\r\n",
                "Authorization: Bearer YWRtaW46czNjcmV0OndvcmQ=\r\n"
            })
    void clientThatDoesNotLogInIsRefused(String field) throws Exception {
        server.start();
        for (String target : new String[] {"/console/", "/console/console.js", "/console/api/server", "/console/x"}) {
            assertThat(get(target, field))
                    .startsWith("HTTP/1.1 401")
                    .contains("WWW-Authenticate: Basic realm=\"console\", charset=\"UTF-8\"\r\n");
        }
    }

    @Test
    void clientThatGuessesPasswordsHasToWait() throws Exception {
        server.start();
        for (String wrong : new String[] {"admin:x", "root:s3cret:word", "admin:", "s3cret:word", ""}) {
            assertThat(status(get("/console/", login(wrong)))).as(wrong).isEqualTo(401);
            assertThat(status(get("/console/", login(wrong)))).as(wrong).isEqualTo(401);
        }
        assertThat(get("/console/")).startsWith("HTTP/1.1 429").contains("Retry-After: 60\r\n");
    }

    @Test
    void passwordThatIsNotSetIsMadeAndLogged() throws Exception {
        console.setPassword("");
        server.start();
        assertThat(log.list).anySatisfy(event -> {
            String made = event.getFormattedMessage().replaceFirst(".*user admin, password (\\S+) .*", "$1");
            assertThat(made).hasSize(20);
            assertThat(status(get("/console/", login("admin:" + made)))).isEqualTo(200);
        });
        assertThat(status(get("/console/", login("admin:")))).isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, 200",
        "localhost:8080, 200",
        "127.0.0.1, 200",
        "[::1]:8080, 200",
        "admin.example, 200",
        "evil.example, 421",
        "localhost.evil.example, 421",
        "127.0.0.1.evil.example, 421"
    })
    void nameThatAnotherSiteLetsLeadHereIsRefused(String host, int status) throws Exception {
        console.setHosts("Admin.example");
        server.start();
        String response =
                send("GET /console/ HTTP/1.1\r\nHost: " + host + "\r\n" + LOGIN + "Connection: close\r\n\r\n");
        assertThat(status(response)).isEqualTo(status);
    }

    @Test
    void requestThatAProxyForwardedIsNoneOfThisMachine() throws Exception {
        server.start();
        assertThat(status(get("/console/", LOGIN + "X-Forwarded-For: 192.0.2.1\r\n")))
                .isEqualTo(403);
    }

    @Test
    void otherMachinesAreAnsweredByHttpsOnly() throws Exception {
        console.setAllow("127.0.0.1");
        server.start();
        // the proxy is on this machine, the client is not
        assertThat(get("/console/", LOGIN + "X-Forwarded-For: 192.0.2.1\r\n"))
                .startsWith("HTTP/1.1 403")
                .contains("HTTPS only");
    }

    @Test
    void nothingIsChangedByAGet() throws Exception {
        server.start();
        for (String action : new String[] {"log-level", "application", "scan", "tracking", "collect"}) {
            assertThat(get("/console/api/" + action + "?enabled=true&logger=x&level=DEBUG", LOGIN + token()))
                    .startsWith("HTTP/1.1 405")
                    .contains("Allow: POST\r\n");
        }
        assertThat(json("requests").get("tracking")).isEqualTo(false);
        assertThat(get("/console/api/server", LOGIN)).startsWith("HTTP/1.1 200");
        assertThat(status(post("server", "", LOGIN + token()))).isEqualTo(405);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: cross-site\r\n",
                "Sec-Fetch-Site: same-site\r\n",
                "Sec-Fetch-Site: none\r\n",
                "Origin: http://evil.example\r\n",
                "Origin: null\r\n",
                "Origin: http://localhost.evil.example\r\n"
            })
    void pageOfAnotherSiteChangesNothingEvenWithTheToken(String field) throws Exception {
        server.start();
        assertThat(post("tracking", "enabled=true", LOGIN + token() + field)).startsWith("HTTP/1.1 403");
        assertThat(json("requests").get("tracking")).isEqualTo(false);
    }

    @Test
    void pageOfAnotherSiteReadsNothing() throws Exception {
        server.start();
        assertThat(status(get("/console/api/token", LOGIN + "Sec-Fetch-Site: cross-site\r\n")))
                .isEqualTo(403);
        assertThat(get("/console/api/token", LOGIN + "Origin: http://evil.example\r\n"))
                .doesNotContain("Access-Control-Allow-Origin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "X-Console-Token: x\r\n", "X-Console-Token:\r\n"})
    void changeWithoutTheTokenIsRefused(String field) throws Exception {
        server.start();
        assertThat(post("tracking", "enabled=true", LOGIN + field)).startsWith("HTTP/1.1 403");
        assertThat(post("tracking", "enabled=true", LOGIN + token() + "Origin: http://localhost\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void levelIsChangedForATimeAndTheLogSaysWhoDidIt() throws Exception {
        server.start();
        String done = post("log-level", "logger=com.acme&level=DEBUG&time=10m", LOGIN + token());
        assertThat(body(done)).isEqualTo("{\"done\":\"com.acme logs at DEBUG for 600 s\"}");
        assertThat(((Logger) LoggerFactory.getLogger("com.acme")).getLevel()).isEqualTo(Level.DEBUG);
        assertThat(body(get("/console/api/log"))).contains("\"logger\": \"com.acme\"", "\"until\": \"20");
        assertThat(log.list.stream().map(ILoggingEvent::getFormattedMessage))
                .anyMatch(line -> line.startsWith("admin at ")
                        && line.endsWith(
                                ": log-level logger=com.acme level=DEBUG time=10m: com.acme logs at DEBUG for 600 s"));
        assertThat(list("changes")).hasSize(1);
        post("log-level", "logger=com.acme&level=DEFAULT", LOGIN + token());
        assertThat(((Logger) LoggerFactory.getLogger("com.acme")).getLevel()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "log-level | level=DEBUG | 400 | logger: missing",
                "log-level | logger=x&level=LOUD | 400 | log level: x=LOUD (expected: ",
                "log-level | logger=x%0d%0ay&level=DEBUG | 400 | log level: x",
                "tracking | enabled=perhaps | 400 | enabled: perhaps (expected: true or false)",
                "application | id=/x&change=redeploy | 409 | No applications are deployed by files",
                "scan | | 409 | No applications are deployed by files",
            })
    void wrongChangeIsRefusedWithTheReasonAndLogged(String action, String form, int status, String reason)
            throws Exception {
        server.start();
        String response = post(action, form == null ? "" : form, LOGIN + token());
        assertThat(status(response)).isEqualTo(status);
        assertThat(body(response)).startsWith("{\"error\":\"" + reason);
        assertThat(log.list.stream().filter(event -> event.getLevel() == Level.WARN))
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage())
                        .startsWith("admin at ")
                        .doesNotContain("\n", "\r"));
    }

    @Test
    void changeWithTooMuchContentIsRefused() throws Exception {
        server.start();
        assertThat(status(post("tracking", "enabled=" + "x".repeat(5000), LOGIN + token())))
                .isEqualTo(400);
    }

    @Test
    void requestsInFlightAreListedWithThePlaceInTheApplicationOnceThatIsSwitchedOn() throws Exception {
        server.start();
        assertThat((Object[]) json("requests").get("requests")).isEmpty();
        post("tracking", "enabled=true", LOGIN + token());
        CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return get("/shop/wait?password=s3cret", "");
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        });
        await().untilAsserted(() -> {
            Object[] requests = (Object[]) json("requests").get("requests");
            assertThat(requests).singleElement().satisfies(request -> {
                Map<?, ?> map = (Map<?, ?>) request;
                assertThat(map.get("path")).isEqualTo("/shop/wait");
                assertThat(map.get("contextPath")).isEqualTo("/shop");
                assertThat(map.get("phase")).isEqualTo("application");
                assertThat((String) map.get("at")).startsWith("com.acme.Database.query(Database.java:");
            });
        });
        assertThat(get("/console/api/requests")).doesNotContain("s3cret");
        go.countDown();
        assertThat(waiting.join()).startsWith("HTTP/1.1 200");
        await().until(() -> ((Object[]) json("requests").get("requests")).length == 0);
    }

    @Test
    void errorsAreListedWithTheirCausesAndHostileTextStaysText() throws Exception {
        server.start();
        assertThat(get("/shop/fail", "")).startsWith("HTTP/1.1 500");
        await().until(() -> ((Object[]) json("requests").get("lastErrors")).length == 1);
        Map<?, ?> error = (Map<?, ?>) ((Object[]) json("requests").get("lastErrors"))[0];
        assertThat(error.get("status")).isEqualTo(500L);
        assertThat((String) error.get("cause")).contains(HOSTILE);
        Map<?, ?> context = (Map<?, ?>) ((Object[]) json("contexts").get("contexts"))[0];
        assertThat(context.get("name")).isEqualTo(HOSTILE);
        assertThat(context.get("errors")).isEqualTo(1L);
        assertThat(body(get("/console/api/contexts"))).doesNotContain("<", "\u2028");
        assertThat(get("/console/api/contexts")).contains("Content-Type: application/json\r\n");
        assertThat(body(get("/console/api/log"))).contains("500 GET http://localhost/shop/fail");
    }

    @Test
    void allThatIsListedAnswers() throws Exception {
        console.setConfiguration("{\"modules\":[]}");
        server.start();
        Object[] resources = (Object[]) json("").get("resources");
        assertThat(resources).hasSizeGreaterThan(10);
        for (Object resource : resources) {
            assertThat(status(get("/console/api/" + resource)))
                    .as("" + resource)
                    .isEqualTo(200);
        }
        assertThat(body(get("/console/api/threads"))).startsWith("Platform threads: ");
        assertThat(body(get("/console/api/dump"))).contains("ConsoleHandler@");
        assertThat(body(get("/console/api/configuration"))).isEqualTo("{\"modules\":[]}");
    }

    @Test
    void consoleOfAConnectorIsThereAlone() throws Exception {
        ServerConnector own = newConnector(server);
        own.setName("console");
        server.addConnector(own);
        console.setConnectorName("console");
        server.start();
        assertThat(status(get("/console/"))).isEqualTo(404);
        assertThat(status(get("/shop/"))).isEqualTo(200);
        String request = " HTTP/1.1\r\nHost: localhost\r\n" + LOGIN + "Connection: close\r\n\r\n";
        assertThat(status(send(own, "GET /console/" + request))).isEqualTo(200);
        assertThat(status(send(own, "GET /shop/" + request))).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "console", "/console/"})
    void badPathIsRefused(String path) {
        assertThatThrownBy(() -> console.setPath(path)).hasMessageStartingWith("path: " + path + " (expected: ");
    }

    @Test
    void badUserIsRefused() {
        assertThatThrownBy(() -> console.setUser("a:b")).hasMessageStartingWith("user: a:b (expected: ");
    }

    @Test
    void changeThatFailsWithoutAReasonIsAnswered() throws Exception {
        server.addBean(
                new DeploymentScanner(server) {
                    @Override
                    public List<DeployedApplication> getApplications() {
                        throw new IllegalStateException();
                    }
                },
                false);
        server.start();
        String answer = post("application", "id=shop&change=redeploy", LOGIN + token());
        assertThat(status(answer)).isEqualTo(409);
        assertThat(body(answer)).isEqualTo("{\"error\":\"java.lang.IllegalStateException\"}");
    }
}
