package org.eclipse.jetty.tests;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
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
        if (command != null) command.close();
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
            Files.writeString(source, blocks.group(1).replace("new Server(8080)", "new Server(0)"));
            arguments.add(source.toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0])))
                .isZero();
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
                        "GracefulEcho",
                        "GreetingEndpoint",
                        "HelloClient",
                        "HelloHandler",
                        "HelloServlet",
                        "HelloWebApp",
                        "LocalHello");
    }

    @Test
    void handlerAnswers() {
        HttpResponse<String> response = serve("HelloHandler").get("/some/path");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("Hello from a handler at /some/path");
        assertThat(response.headers().firstValue("content-type").orElse("")).startsWith("text/plain");
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
    void clientSpeaksBothVersions() {
        run("HelloClient");
        assertThat(command.awaitExit()).as(command::output).isZero();
        assertThat(command.output()).contains("HTTP/1.1 waited").contains("HTTP/2.0 came later");
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
        command = Command.run(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        folder + File.pathSeparator + CLASS_PATH,
                        program)
                .directory(folder.toFile()));
    }
}
