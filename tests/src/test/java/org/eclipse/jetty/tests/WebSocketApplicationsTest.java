package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Applications of three environments with WebSocket endpoints, that are clients of each other too, by the standard API and by
 * that of Jetty: what they see, and how sessions end with an application and with the server.
 */
@ParameterizedClass
@MethodSource("org.eclipse.jetty.tests.Jdk#oldestAndNewest")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
record WebSocketApplicationsTest(Jdk jdk) {
    private static final List<String> ENVIRONMENTS = List.of("ee11", "ee10", "ee9", "ee8");

    private static final String ECHO = """
            package com.example;

            import jakarta.websocket.CloseReason;
            import jakarta.websocket.OnClose;
            import jakarta.websocket.OnMessage;
            import jakarta.websocket.server.PathParam;
            import jakarta.websocket.server.ServerEndpoint;

            @ServerEndpoint("/echo/{name}/{number}")
            public class Echo {
                @OnMessage
                public String text(@PathParam("number") int number, String message, @PathParam("name") String name) {
                    return name + (number + 1) + message;
                }

                @OnClose
                public void close(CloseReason reason, @PathParam("name") String name) {
                    System.out.println("server of " + name + " closed by " + reason.getCloseCode().getCode());
                }
            }
            """;

    private static final String CALLER = """
            package com.example;

            import jakarta.servlet.annotation.WebServlet;
            import jakarta.servlet.http.HttpServlet;
            import jakarta.servlet.http.HttpServletRequest;
            import jakarta.servlet.http.HttpServletResponse;
            import jakarta.websocket.ClientEndpoint;
            import jakarta.websocket.CloseReason;
            import jakarta.websocket.ContainerProvider;
            import jakarta.websocket.OnClose;
            import jakarta.websocket.OnMessage;
            import jakarta.websocket.OnOpen;
            import jakarta.websocket.Session;
            import jakarta.websocket.WebSocketContainer;
            import java.io.IOException;
            import java.net.URI;
            import java.util.concurrent.ArrayBlockingQueue;
            import java.util.concurrent.BlockingQueue;
            import java.util.concurrent.TimeUnit;

            @WebServlet("/call")
            public class Caller extends HttpServlet {
                private static final BlockingQueue<String> ANSWERS = new ArrayBlockingQueue<>(1);

                @ClientEndpoint
                public static class Client {
                    @OnOpen
                    public void open(Session session) throws IOException {
                        session.getBasicRemote().sendText("hello");
                    }

                    @OnMessage
                    public void text(String message) {
                        ANSWERS.add(message);
                    }

                    @OnClose
                    public void close(Session session, CloseReason reason) {
                        System.out.println("client of " + session.getRequestURI().getPath() + " closed by "
                                + reason.getCloseCode().getCode());
                    }
                }

                @Override
                protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                    WebSocketContainer container = ContainerProvider.getWebSocketContainer();
                    try {
                        container.connectToServer(
                                Client.class,
                                URI.create("ws://localhost:" + request.getServerPort() + request.getParameter("to")));
                        response.getWriter().print(ANSWERS.poll(30, TimeUnit.SECONDS)
                                + " " + (container == ContainerProvider.getWebSocketContainer())
                                + " " + (container == getServletContext()
                                        .getAttribute("jakarta.websocket.server.ServerContainer")));
                    } catch (Exception x) {
                        throw new IOException(x);
                    }
                }
            }
            """;

    private static final String JETTY_CALLER = """
            package com.example;

            import jakarta.servlet.annotation.WebServlet;
            import jakarta.servlet.http.HttpServlet;
            import jakarta.servlet.http.HttpServletRequest;
            import jakarta.servlet.http.HttpServletResponse;
            import java.io.IOException;
            import java.net.URI;
            import java.util.List;
            import java.util.Map;
            import java.util.concurrent.ArrayBlockingQueue;
            import java.util.concurrent.BlockingQueue;
            import java.util.concurrent.TimeUnit;
            import org.eclipse.jetty.util.ssl.SslContextFactory;
            import org.eclipse.jetty.websocket.api.Callback;
            import org.eclipse.jetty.websocket.api.Session;
            import org.eclipse.jetty.websocket.api.annotations.OnWebSocketMessage;
            import org.eclipse.jetty.websocket.api.annotations.OnWebSocketOpen;
            import org.eclipse.jetty.websocket.api.annotations.WebSocket;
            import org.eclipse.jetty.websocket.client.ClientUpgradeRequest;
            import org.eclipse.jetty.websocket.client.JettyUpgradeListener;
            import org.eclipse.jetty.websocket.client.WebSocketClient;

            @WebServlet("/jetty")
            public class JettyCaller extends HttpServlet {
                @WebSocket
                public static class Client {
                    private final BlockingQueue<String> answers = new ArrayBlockingQueue<>(1);

                    @OnWebSocketOpen
                    public void open(Session session) {
                        session.sendText("hello", Callback.NOOP);
                    }

                    @OnWebSocketMessage
                    public void text(String message) {
                        answers.add(message);
                    }
                }

                @Override
                protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                    Client endpoint = new Client();
                    try (WebSocketClient client = new WebSocketClient()) {
                        client.setSslContextFactory(new SslContextFactory.Client());
                        client.start();
                        URI uri = URI.create("ws://localhost:" + request.getServerPort() + request.getParameter("to"));
                        client.connect(endpoint, new ClientUpgradeRequest(uri), new JettyUpgradeListener() {
                            @Override
                            public void onHandshakeRequest(Map<String, List<String>> fields) {
                                fields.put("X-Token", List.of("secret"));
                            }
                        }).get();
                        response.getWriter().print(endpoint.answers.poll(30, TimeUnit.SECONDS));
                    } catch (Exception x) {
                        throw new IOException(x);
                    }
                }
            }
            """;

    private static Base base;
    private static Server server;

    /** A client outside of the server. */
    private static final class Outside implements WebSocket.Listener {
        private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

        static Outside connect(String path) {
            Outside outside = new Outside();
            HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(URI.create("ws://localhost:" + server.port() + path), outside)
                    .orTimeout(Command.DEADLINE.toSeconds(), TimeUnit.SECONDS)
                    .join();
            return outside;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            events.add("close " + code);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable x) {
            events.add("error " + x);
        }

        String next() throws InterruptedException {
            return events.poll(Command.DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @BeforeParameterizedClassInvocation
    static void start(Jdk jdk) {
        base = Base.with(
                jdk,
                "http,ee11-deploy,ee10-deploy,ee9-deploy,ee8-deploy,"
                        + "ee11-websocket-jakarta,ee10-websocket-jakarta,ee9-websocket-jakarta,ee8-websocket-javax,"
                        + "ee11-websocket-jetty-client-webapp,ee10-websocket-jetty-client-webapp,ee9-websocket-jetty-client-webapp,"
                        + "ee8-websocket-jetty-client-webapp");
        ENVIRONMENTS.forEach(WebSocketApplicationsTest::application);
        server = base.serve("jetty.deploy.scanInterval=1", "jetty.server.stopTimeout=20000");
    }

    @AfterParameterizedClassInvocation
    static void stop() throws IOException {
        base.close();
    }

    private static void application(String ee) {
        String classes = "webapps/" + ee + ".d/WEB-INF/classes/";
        base.write(classes + "empty.txt", "");
        compile(ee, base.resolve(classes), "Echo", ECHO);
        compile(ee, base.resolve(classes), "Caller", CALLER);
        compile(ee, base.resolve(classes), "JettyCaller", JETTY_CALLER);
        deploy(ee);
    }

    private static void deploy(String ee) {
        base.write("webapps/" + ee + ".xml", """
                <?xml version="1.0"?>
                <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                <Configure class="org.eclipse.jetty.%s.webapp.WebAppContext">
                  <Set name="war"><Property name="jetty.webapps"/>/%s.d</Set>
                </Configure>
                """.formatted(ee, ee));
    }

    private static void compile(String ee, Path classes, String name, String source) {
        String text = ee.equals("ee8") ? source.replace("jakarta.", "javax.") : source;
        base.write("tmp/" + ee + "/" + name + ".java", text);
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "--release",
                        "17",
                        "-proc:none",
                        "-classpath",
                        libraries(ee),
                        "-d",
                        classes.toString(),
                        base.resolve("tmp/" + ee + "/" + name + ".java").toString());
        assertThat(result).isZero();
    }

    private static String libraries(String ee) {
        try (Stream<Path> all = Files.walk(Distribution.HOME.resolve("lib"))) {
            String servlet =
                    switch (ee) {
                        case "ee11" -> "jakarta.servlet-api-6.1.0.jar";
                        case "ee10" -> "jakarta.servlet-api-6.0.0.jar";
                        case "ee9" -> "jakarta.servlet-api-5.0.0.jar";
                        default -> "javax.servlet-api-4.0.1.jar";
                    };
            return all.filter(path -> {
                        String name = path.getFileName().toString();
                        return name.equals(servlet)
                                || path.getParent().endsWith(ee + "-websocket")
                                || name.startsWith("jetty-websocket-")
                                || name.startsWith("jetty-util-");
                    })
                    .map(Path::toString)
                    .collect(Collectors.joining(java.io.File.pathSeparator));
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Each calls the next one, the last one the first. */
    private static String next(String ee) {
        return ENVIRONMENTS.get((ENVIRONMENTS.indexOf(ee) + 1) % ENVIRONMENTS.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ee11", "ee10", "ee9", "ee8"})
    @Order(1)
    void applicationIsAClientByTheContainerOfItsOwn(String ee) {
        assertThat(server.get("/" + ee + "/call?to=/" + next(ee) + "/echo/" + ee + "/41")
                        .body())
                .isEqualTo(ee + "42hello true true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ee11", "ee10", "ee9", "ee8"})
    @Order(1)
    void applicationIsAClientByTheApiOfJetty(String ee) {
        assertThat(server.get("/" + ee + "/jetty?to=/" + next(ee) + "/echo/" + ee + "/-1")
                        .body())
                .isEqualTo(ee + "0hello");
        server.command().awaitLine("server of " + ee + " closed by 1001");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ee11", "ee10", "ee9", "ee8"})
    @Order(2)
    void sessionsAreClosedBy1001WhenTheirApplicationIsUndeployed(String ee) throws Exception {
        Outside outside = Outside.connect("/" + ee + "/echo/undeployed" + ee + "/1");
        assertThat(server.get("/" + ee + "/call?to=/" + next(ee) + "/echo/calls" + ee + "/1")
                        .body())
                .startsWith("calls" + ee + "2hello");
        Files.delete(base.resolve("webapps/" + ee + ".xml"));
        assertThat(outside.next()).isEqualTo("close 1001");
        server.command().awaitLine("server of undeployed" + ee + " closed by 1001");
        server.command().awaitLine("client of /" + next(ee) + "/echo/calls" + ee + "/1 closed by 1001");
        server.await("/" + ee + "/call", 404);
        deploy(ee);
        server.await("/" + ee + "/call?to=/" + ee + "/echo/again/1", "again2hello true true");
    }

    @Test
    @Order(3)
    void sessionsAreClosedBy1001WhenTheServerStops() throws Exception {
        List<Outside> all = ENVIRONMENTS.stream()
                .map(ee -> Outside.connect("/" + ee + "/echo/stopped" + ee + "/1"))
                .toList();
        server.command().terminate();
        for (Outside outside : all) {
            assertThat(outside.next()).isEqualTo("close 1001");
        }
        for (String ee : ENVIRONMENTS) {
            server.command().awaitLine("server of stopped" + ee + " closed by 1001");
        }
        server.command().awaitExit();
        assertThat(server.command().lines(":(WARN|ERROR) ?:|Exception")).isEmpty();
    }
}
