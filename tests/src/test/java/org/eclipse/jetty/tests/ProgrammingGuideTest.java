package org.eclipse.jetty.tests;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.tools.ToolProvider;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Compiles and runs every program of the programming guide as it stands there, but for the port. */
class ProgrammingGuideTest {
    /** That of these tests, or that of a project that uses what is published (tests/consumer). */
    private static final String CLASS_PATH = classPath();

    private static final Map<String, String> PROGRAMS = new TreeMap<>();
    private static Path folder;

    private Command command;

    @AfterEach
    void end() {
        if (command != null) {
            command.close();
        }
    }

    @BeforeAll
    static void compile() throws IOException {
        folder = Files.createTempDirectory(Files.createDirectories(Distribution.WORK), "guide");
        String guide = Files.readString(Distribution.ROOT.resolve("docs/programming-guide.md"));
        Matcher blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(guide);
        List<String> arguments =
                new ArrayList<>(List.of("-proc:none", "-Xlint:all,-serial,-path", "-Werror", "-cp", CLASS_PATH));
        while (blocks.find()) {
            Matcher type = Pattern.compile("public class (\\w+)").matcher(blocks.group(1));
            assertThat(type.find()).as(blocks.group(1)).isTrue();
            PROGRAMS.put(type.group(1), blocks.group(1));
            Path source = folder.resolve(type.group(1) + ".java");
            Files.writeString(source, onFreePorts(blocks.group(1)));
            arguments.add(source.toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0])))
                .isZero();
    }

    private static String onFreePorts(String program) {
        return program.replace("new Server(8080)", "new Server(0)").replaceAll("setPort\\(8\\d+\\)", "setPort(0)");
    }

    @AfterAll
    static void clean() throws IOException {
        Distribution.delete(folder);
    }

    @Test
    void everyProgramHasATest() {
        assertThat(PROGRAMS.keySet())
                .containsExactly(
                        "ChatServer",
                        "FileServer",
                        "FormServer",
                        "GracefulEcho",
                        "GreetingEndpoint",
                        "GuardedPages",
                        "HandlerTree",
                        "HelloClient",
                        "HelloHandler",
                        "HelloServlet",
                        "HelloWebApp",
                        "Http2Hello",
                        "LimitedServer",
                        "LocalHello",
                        "LoggedServer",
                        "Members",
                        "OrdersApi",
                        "SecureHello",
                        "ServletCheck",
                        "SeveralLogins",
                        "StoredVisits");
    }

    @Test
    void handlerAnswers() {
        HttpResponse<String> response = serve("HelloHandler").get("/some/path");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("Hello from a handler at /some/path");
        assertThat(response.headers().firstValue("content-type").orElse("")).startsWith("text/plain");
    }

    @Test
    void usersChooseHowToLogIn() {
        int port = serve("SeveralLogins").port();
        FormBrowser browser = new FormBrowser(port);
        assertThat(browser.get("/").body()).isEqualTo("Hello, stranger");
        assertThat(browser.get("/members/").body()).contains("<a href=\"/login/form\">form</a>", "/login/basic");
        HttpResponse<String> form = browser.get("/login/form");
        assertThat(browser.submit(form, "j_username=anna&j_password=wrong").uri())
                .hasPath("/form");
        HttpResponse<String> page = browser.submit(form, "j_username=anna&j_password=secret");
        assertThat(page.body()).isEqualTo("Hello, anna");
        assertThat(page.uri()).hasPath("/members/");
    }

    @Test
    void webSocketSendsMessagesBackAndChecksTheOrigin() throws Exception {
        URI uri = URI.create("ws://127.0.0.1:" + serve("ChatServer").port() + "/chat/room/1");
        CompletableFuture<String> echo = new CompletableFuture<>();
        WebSocket.Listener listener = new WebSocket.Listener() {
            @Override
            public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
                echo.complete(data.toString());
                return null;
            }
        };
        HttpClient client = HttpClient.newHttpClient();
        client.newWebSocketBuilder().buildAsync(uri, listener).get().sendText("hello", true);
        assertThat(echo.get(Command.DEADLINE.toMillis(), TimeUnit.MILLISECONDS)).isEqualTo("hello");
        assertThat(client.newWebSocketBuilder()
                        .header("Origin", "https://elsewhere.example")
                        .buildAsync(uri, listener))
                .failsWithin(Command.DEADLINE)
                .withThrowableOfType(ExecutionException.class)
                .withStackTraceContaining("403");
    }

    @Test
    void servletAnswersAndKeepsASession() {
        Server server = serve("HelloServlet");
        HttpResponse<String> first = server.get("/app/hello");
        assertThat(first.body()).isEqualTo("Hello from a servlet, visit 1");
        String cookie = first.headers().firstValue("set-cookie").orElseThrow().replaceAll(";.*", "");
        assertThat(server.send(server.request("/app/hello")
                                .header("Cookie", cookie)
                                .build())
                        .body())
                .isEqualTo("Hello from a servlet, visit 2");
        assertThat(server.get("/app/nothing").statusCode()).isEqualTo(404);
        assertThat(server.get("/elsewhere").statusCode()).isEqualTo(404);
    }

    @Test
    void webApplicationIsDeployed() throws IOException {
        Files.copy(Distribution.HELLO_WAR, folder.resolve("hello.war"));
        Server server = serve("HelloWebApp");
        assertThat(server.get("/hello/greeting?name=you").body()).contains("Hello, you!");
        assertThat(server.get("/hello/").statusCode()).isEqualTo(200);
    }

    @Test
    void endpointAnswersMessages() throws Exception {
        Server server = serve("GreetingEndpoint");
        CompletableFuture<String> answer = new CompletableFuture<>();
        WebSocket socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + server.port() + "/greet/Anna"), new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
                        answer.complete(data.toString());
                        return null;
                    }
                })
                .get(Command.DEADLINE.toSeconds(), TimeUnit.SECONDS);
        socket.sendText("Hello", true);
        assertThat(answer.get(Command.DEADLINE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("Hello, Anna!");
        socket.abort();
    }

    @Test
    void requestInFlightEndsBeforeTheServer() throws IOException {
        Server server = serve("GracefulEcho");
        assertThat(server.send(server.request("/")
                                .POST(BodyPublishers.ofString("echo"))
                                .build())
                        .body())
                .isEqualTo("echo");
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout((int) Command.DEADLINE.toMillis());
            socket.getOutputStream()
                    .write(("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n")
                            .getBytes(US_ASCII));
            StringBuilder response = new StringBuilder();
            while (response.indexOf("first") < 0) {
                int read = socket.getInputStream().read();
                assertThat(read).as(response + server.command().output()).isNotNegative();
                response.append((char) read);
            }
            server.command().terminate();
            server.awaitRefusal();
            socket.getOutputStream().write("4\r\nlast\r\n0\r\n\r\n".getBytes(US_ASCII));
            response.append(new String(socket.getInputStream().readAllBytes(), US_ASCII));
            assertThat(response.toString())
                    .startsWith("HTTP/1.1 200")
                    .contains("last")
                    .endsWith("0\r\n\r\n");
        }
        server.command().awaitExit();
    }

    @Test
    void localConnectorAnswersWithoutAPort() {
        run("LocalHello");
        assertThat(command.awaitExit()).as(command::output).isZero();
        assertThat(command.output()).contains("HTTP/1.1 200 OK").contains("local");
    }

    @Test
    void handlersOfATreeAnswerTheirPaths() throws IOException {
        Server server = serve("HandlerTree");
        HttpResponse<String> goods = server.get("/shop/goods");
        assertThat(goods.body()).isEqualTo("/shop has /goods");
        assertThat(goods.headers().firstValue("x-served-by")).contains("tree");
        assertThat(server.get("/shop/prices").body()).isEqualTo("/shop has /prices");
        assertThat(server.get("/shop").statusCode()).isEqualTo(301);
        assertThat(server.get("/shop/nothing").statusCode()).isEqualTo(404);
        assertThat(server.get("/help/").statusCode()).isEqualTo(404);
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout((int) Command.DEADLINE.toMillis());
            socket.getOutputStream()
                    .write("GET /help/ HTTP/1.1\r\nHost: help.example\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
                    .endsWith("/help has /");
        }
    }

    @Test
    void tlsIsSpoken() throws Exception {
        HttpClient client = trusting();
        Server server = serve("SecureHello");
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + "/"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThat(response.body()).isEqualTo("Secure: true");
    }

    @Test
    void http2IsSpokenWithinTlsAndInClearText() throws Exception {
        HttpClient client = trusting();
        run("Http2Hello");
        int secure = port("SSL");
        int clear = port("http/1\\.1");
        command.awaitLine("Started (\\S*\\.)?Server@");
        for (String uri : List.of("https://localhost:" + secure + "/", "http://localhost:" + clear + "/")) {
            HttpResponse<String> response =
                    client.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString());
            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(response.body()).isEqualTo("Hello over HTTP/2.0");
        }
    }

    /** The port of the connector whose first protocol is the given one. */
    private int port(String protocol) {
        return Integer.parseInt(command.awaitLine("(?i)Started \\S*ServerConnector@[^{]*\\{" + protocol + ".*:(\\d+)}")
                .group(1));
    }

    /** A client that trusts the key store of the programs, which is made. */
    private static HttpClient trusting() throws Exception {
        File keys = KeystoreGenerator.generateTestKeystore(
                folder.resolve("keystore.p12").toString(), "storepwd");
        KeyStore trusted = KeyStore.getInstance(keys, "storepwd".toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, null);
        certificates.setCertificateEntry(
                "server", trusted.getCertificate(trusted.aliases().nextElement()));
        trust.init(certificates);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    @Test
    void pathsAreGuardedByRoles() {
        Server server = serve("GuardedPages");
        assertThat(server.get("/").body()).isEqualTo("Hello, stranger");
        assertThat(server.get("/members/").statusCode()).isEqualTo(401);
        assertThat(as(server, "/members/", "anna:secret").body()).isEqualTo("Hello, anna");
        assertThat(as(server, "/members/", "anna:wrong").statusCode()).isEqualTo(401);
        assertThat(as(server, "/admin/", "anna:secret").statusCode()).isEqualTo(403);
        assertThat(as(server, "/admin/", "root:toor").body()).isEqualTo("Hello, root");
    }

    @Test
    void providerThatIsAwayLetsNobodyIn() {
        Server server = serve("Members");
        assertThat(server.get("/").body()).isEqualTo("Hello, stranger");
        assertThat(server.get("/members/").statusCode()).isEqualTo(503);
    }

    @Test
    void clientsOfTheApiBringTokens() throws Exception {
        TokenKey key = new TokenKey();
        Files.writeString(folder.resolve("keys.json"), key.set());
        Server server = serve("OrdersApi");
        String issuer = "https://id.example.com";
        String audience = "https://api.example.com";
        HttpResponse<String> none = server.get("/orders/");
        assertThat(none.statusCode()).isEqualTo(401);
        assertThat(none.headers().firstValue("WWW-Authenticate")).hasValue("Bearer realm=\"orders\"");
        assertThat(withToken(server, key.token(issuer, audience, "anna", "\"scope\":\"orders:read\""))
                        .body())
                .isEqualTo("Orders for anna");
        assertThat(withToken(server, key.token(issuer, audience, "anna", "\"scope\":\"none\""))
                        .statusCode())
                .isEqualTo(403);
        assertThat(withToken(server, key.token(issuer, "https://other.example", "anna", "\"scope\":\"orders:read\""))
                        .statusCode())
                .isEqualTo(401);
    }

    private static HttpResponse<String> withToken(Server server, String token) {
        return server.send(server.request("/orders/")
                .header("Authorization", "Bearer " + token)
                .build());
    }

    private static HttpResponse<String> as(Server server, String path, String user) {
        String credentials = Base64.getEncoder().encodeToString(user.getBytes(US_ASCII));
        return server.send(server.request(path)
                .header("Authorization", "Basic " + credentials)
                .build());
    }

    @Test
    void sessionIsStoredOverARestart() {
        Server server = serve("StoredVisits");
        HttpResponse<String> first = server.get("/");
        assertThat(first.body()).isEqualTo("Visit 1");
        String cookie = first.headers().firstValue("set-cookie").orElseThrow();
        assertThat(cookie).contains("SameSite=Lax");
        server.command().terminate();
        server.command().awaitExit();
        command.close();
        Server again = serve("StoredVisits");
        assertThat(again.send(again.request("/")
                                .header("Cookie", cookie.replaceAll(";.*", ""))
                                .build())
                        .body())
                .isEqualTo("Visit 2");
    }

    @Test
    void requestsAreLogged() throws IOException {
        Server server = serve("LoggedServer");
        assertThat(server.get("/nothing").statusCode()).isEqualTo(404);
        command.awaitLine("Failed: GET /nothing");
        await().ignoreExceptions().untilAsserted(() -> {
            try (Stream<Path> files = Files.list(folder)) {
                Path log = files.filter(file -> file.getFileName().toString().matches("requests-[0-9_]+\\.log"))
                        .findAny()
                        .orElseThrow();
                assertThat(Files.readString(log))
                        .contains("\"GET /nothing HTTP/1.1\" 404")
                        .endsWith(" ms\n");
            }
        });
    }

    @Test
    void filesAreServed() throws IOException {
        Path base = Files.createDirectories(folder.resolve("public"));
        Files.writeString(base.resolve("index.html"), "<p>welcome");
        Server server = serve("FileServer");
        HttpResponse<String> page = server.get("/");
        assertThat(page.body()).isEqualTo("<p>welcome");
        assertThat(page.headers().firstValue("cache-control")).contains("max-age=3600");
        assertThat(server.send(server.request("/index.html")
                                .header("Range", "bytes=3-5")
                                .build())
                        .body())
                .isEqualTo("wel");
        assertThat(server.get("/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void formsAreRead() {
        Server server = serve("FormServer");
        assertThat(post(server, "application/x-www-form-urlencoded", "name=An+na")
                        .body())
                .isEqualTo("Hello, An na");
        String parts =
                "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\ncontent\r\n--x--\r\n";
        assertThat(post(server, "multipart/form-data; boundary=x", parts).body())
                .isEqualTo("a.txt has 7 bytes");
        assertThat(post(server, "multipart/form-data; boundary=x", "nothing").statusCode())
                .isEqualTo(400);
    }

    private static HttpResponse<String> post(Server server, String type, String content) {
        return server.send(server.request("/")
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(content))
                .build());
    }

    @Test
    void contentAndHeadsThatAreTooLargeAreRefused() {
        Server server = serve("LimitedServer");
        assertThat(post(server, "text/plain", "hello").body()).isEqualTo("hello");
        assertThat(post(server, "text/plain", "x".repeat(2000)).statusCode()).isEqualTo(413);
        assertThat(server.send(server.request("/").header("X", "x".repeat(5000)).build())
                        .statusCode())
                .isEqualTo(431);
    }

    @Test
    void servletIsTestedWithoutAPort() {
        run("ServletCheck");
        assertThat(command.awaitExit()).as(command::output).isZero();
        assertThat(command.output()).contains("200 HELLO");
    }

    @Test
    void clientSpeaksBothVersions() {
        run("HelloClient");
        assertThat(command.awaitExit()).as(command::output).isZero();
        assertThat(command.output()).contains("HTTP/1.1 waited").contains("HTTP/2.0 came later");
    }

    @Test
    void imageOfJlinkServesAPage() throws Exception {
        Path bin = Path.of(System.getProperty("java.home"), "bin");
        if (!Files.exists(bin.resolve("jlink")) || !Files.exists(bin.resolve("jdeps"))) {
            System.err.println("SKIPPED: imageOfJlinkServesAPage needs a JDK with jlink and jdeps in " + bin);
            return;
        }
        List<String> commands = imageCommands();
        Path project = Files.createDirectories(folder.resolve("image-of-jlink"));
        copyProgram("HelloServlet", project);
        command = Command.run(new ProcessBuilder(
                        "/bin/bash",
                        "-ec",
                        "PATH='" + bin + "':$PATH\n" + String.join("\n", commands.subList(0, commands.size() - 1)))
                .directory(project.toFile()));
        assertThat(command.awaitExit()).as(command::output).isZero();
        command.close();
        command = Command.run(new ProcessBuilder("/bin/bash", "-ec", "exec " + commands.get(commands.size() - 1))
                .directory(project.toFile()));
        assertThat(Server.started(command).get("/app/hello").body()).isEqualTo("Hello from a servlet, visit 1");
        command.close();
        command =
                Command.run(new ProcessBuilder(project.resolve("image/bin/java").toString(), "--list-modules"));
        assertThat(command.awaitExit()).as(command::output).isZero();
        assertThat(command.output()).contains("java.base", "jdk.crypto.ec").doesNotContain("jdk.compiler");
    }

    /** The lines of the chapter, the last of which runs the program. */
    private static List<String> imageCommands() throws IOException {
        String guide = Files.readString(Distribution.ROOT.resolve("docs/programming-guide.md"));
        Matcher block =
                Pattern.compile("(?s)## Small images\n.*?```bash\n(.*?)```").matcher(guide);
        assertThat(block.find()).isTrue();
        return block.group(1).lines().toList();
    }

    /** A program that was compiled, and the jars that it needs, as a build lays them. */
    private static void copyProgram(String program, Path project) throws IOException {
        Path classes = Files.createDirectories(project.resolve("classes"));
        Files.copy(folder.resolve(program + ".class"), classes.resolve(program + ".class"));
        Path lib = Files.createDirectories(project.resolve("lib"));
        Pattern needed =
                Pattern.compile("(jetty-(util|util-ajax|io|http|server|session|security|slf4j-impl|ee10-servlet)"
                        + "|jakarta\\.servlet-api|slf4j-api|logback-classic|logback-core)-\\d.*(?<!-tests)\\.jar");
        int jars = 0;
        for (String element : CLASS_PATH.split(File.pathSeparator)) {
            Path jar = Path.of(element);
            if (needed.matcher(jar.getFileName().toString()).matches()) {
                Files.copy(jar, lib.resolve(jar.getFileName()));
                jars++;
            }
        }
        assertThat(jars).isEqualTo(13);
    }

    private static String classPath() {
        String other = System.getProperty("tests.guide.class.path", "");
        return other.isEmpty() ? System.getProperty("java.class.path") : other;
    }

    private Server serve(String program) {
        run(program);
        return Server.started(command);
    }

    private void run(String program) {
        List<String> java = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Djava.io.tmpdir=" + folder));
        java.addAll(Base.SHORT_LIVED);
        java.addAll(List.of("-cp", folder + File.pathSeparator + CLASS_PATH, program));
        command = Command.run(new ProcessBuilder(java).directory(folder.toFile()));
    }
}
