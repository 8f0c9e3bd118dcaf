package org.eclipse.jetty.ee10.websocket.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.websocket.server.config.JettyWebSocketServletContainerInitializer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Decorator;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketMessage;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketOpen;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Endpoints of the Jetty API in servlets and servlet contexts. */
class JettyWebSocketServletTest {
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final ServletContextHandler context = new ServletContextHandler("/app", ServletContextHandler.SESSIONS);
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

    @org.eclipse.jetty.websocket.api.annotations.WebSocket
    public static class Echo {
        private final String prefix;

        public Echo() {
            this("");
        }

        public Echo(String prefix) {
            this.prefix = prefix;
        }

        @OnWebSocketOpen
        public void open(Session session) {
            session.sendText(
                    "open " + session.getIdleTimeout().toSeconds() + " "
                            + session.getUpgradeRequest().getRequestURI().getPath(),
                    Callback.NOOP);
        }

        @OnWebSocketMessage
        public void text(Session session, String message) {
            session.sendText(prefix + message, Callback.NOOP);
        }
    }

    private void start() throws Exception {
        server.addConnector(connector);
        server.setHandler(context);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private WebSocket connect(String path, String... headers) {
        WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
        for (int i = 0; i < headers.length; i += 2) {
            builder.header(headers[i], headers[i + 1]);
        }
        try {
            return builder.buildAsync(
                            URI.create("ws://localhost:" + connector.getLocalPort() + "/app" + path),
                            new WebSocket.Listener() {
                                @Override
                                public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
                                    received.add(data.toString());
                                    socket.request(1);
                                    return null;
                                }

                                @Override
                                public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
                                    received.add("close " + code);
                                    return null;
                                }
                            })
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException x) {
            if (x.getCause() instanceof WebSocketHandshakeException refused) {
                throw new IllegalStateException(
                        "refused with " + refused.getResponse().statusCode(), x);
            }
            throw x;
        }
    }

    private String next() throws InterruptedException {
        String next = received.poll(60, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing received");
        }
        return next;
    }

    private static ServletHolder servlet(java.util.function.Consumer<JettyWebSocketServletFactory> configuration) {
        return new ServletHolder(new JettyWebSocketServlet() {
            @Override
            protected void configure(JettyWebSocketServletFactory factory) {
                configuration.accept(factory);
            }

            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                response.getWriter().print("not upgraded");
            }
        });
    }

    @Test
    void servletUpgradesRequestsAndServesOthers() throws Exception {
        ServletHolder holder = servlet(factory -> {
            factory.setIdleTimeout(Duration.ofSeconds(77));
            factory.register(Echo.class);
        });
        holder.setInitParameter("maxTextMessageSize", "5");
        context.addServlet(holder, "/ws/*");
        start();
        WebSocket socket = connect("/ws/any");
        assertThat(next()).isEqualTo("open 77 /app/ws/any");
        socket.sendText("hello", true).join();
        assertThat(next()).isEqualTo("hello");
        socket.sendText("hello!", true).join();
        assertThat(next()).isEqualTo("close 1009");
        HttpRequest get = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + connector.getLocalPort() + "/app/ws/any"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(get, HttpResponse.BodyHandlers.ofString())
                        .body())
                .isEqualTo("not upgraded");
    }

    @Test
    void creatorSeesTheRequestAndMayRefuse() throws Exception {
        context.addServlet(
                servlet(factory -> factory.setCreator((request, response) -> {
                    if (request.getHeader("X-Refuse") != null) {
                        response.sendForbidden("no");
                        return null;
                    }
                    if (request.getHeader("X-None") != null) {
                        return null;
                    }
                    response.setHeader("X-Made", "yes");
                    return new Echo(request.getRequestPath()
                            + request.getHttpServletRequest().getMethod() + ":");
                })),
                "/ws/*");
        start();
        WebSocket socket = connect("/ws/x");
        next();
        socket.sendText("hi", true).join();
        assertThat(next()).isEqualTo("/ws/xGET:hi");
        assertThatThrownBy(() -> connect("/ws/x", "X-Refuse", "1")).hasMessage("refused with 403");
        assertThatThrownBy(() -> connect("/ws/x", "X-None", "1")).hasMessage("refused with 503");
    }

    @Test
    void filterMayFlushTheResponseAfterTheUpgrade() throws Exception {
        FilterHolder flushing = new FilterHolder((request, response, chain) -> {
            chain.doFilter(request, response);
            assertThat(((HttpServletResponse) response).getStatus()).isEqualTo(101);
            response.flushBuffer();
            response.getWriter().flush();
            response.getWriter().close();
        });
        context.addFilter(flushing, "/*", EnumSet.of(DispatcherType.REQUEST));
        context.addServlet(servlet(factory -> factory.register(Echo.class)), "/ws/*");
        JettyWebSocketServletContainerInitializer.configure(
                context, (servletContext, container) -> container.addMapping("/mapped", Echo.class));
        start();
        for (String path : new String[] {"/ws/any", "/mapped"}) {
            WebSocket socket = connect(path);
            assertThat(next()).startsWith("open ");
            for (int i = 0; i < 3; i++) {
                socket.sendText("hello", true).join();
                assertThat(next()).isEqualTo("hello");
            }
        }
    }

    @Test
    void containerMapsPathsAndSessionsGoAwayWithTheContext() throws Exception {
        JettyWebSocketServletContainerInitializer.configure(context, (servletContext, container) -> {
            container.setIdleTimeout(Duration.ofSeconds(55));
            container.addMapping("/mapped", (request, response) -> new Echo("mapped "));
            container.addMapping("/made/*", Echo.class);
        });
        start();
        WebSocket socket = connect("/mapped");
        assertThat(next()).isEqualTo("open 55 /app/mapped");
        socket.sendText("x", true).join();
        assertThat(next()).isEqualTo("mapped x");
        connect("/made/y");
        assertThat(next()).isEqualTo("open 55 /app/made/y");
        JettyWebSocketServerContainer container =
                JettyWebSocketServerContainer.getContainer(context.getServletContext());
        // what an endpoint sends when it is opened may be here before its session is one of the container
        await().untilAsserted(() -> assertThat(container.getOpenSessions()).hasSize(2));
        context.stop();
        assertThat(next()).isEqualTo("close 1001");
        assertThat(next()).isEqualTo("close 1001");
    }

    @Test
    void servletUpgradesByTheContainer() throws Exception {
        JettyWebSocketServletContainerInitializer.configure(context, null);
        context.addServlet(
                new ServletHolder(new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        JettyWebSocketServerContainer container =
                                JettyWebSocketServerContainer.getContainer(getServletContext());
                        if (!container.upgrade((q, p) -> new Echo("by code "), request, response)) {
                            response.sendError(426);
                        }
                    }
                }),
                "/code");
        start();
        WebSocket socket = connect("/code");
        next();
        socket.sendText("x", true).join();
        assertThat(next()).isEqualTo("by code x");
    }

    @Test
    void endpointsThatTheContainerMakesAreInjectedAndEndWithTheirSessions() throws Exception {
        BlockingQueue<Object> destroyed = new LinkedBlockingQueue<>();
        context.getObjectFactory().addDecorator(new Decorator() {
            @Override
            public <T> T decorate(T o) {
                return o;
            }

            @Override
            public void destroy(Object o) {
                destroyed.add(o);
            }
        });
        context.addServlet(servlet(factory -> factory.register(Echo.class)), "/registered");
        context.addServlet(servlet(factory -> factory.setCreator((request, response) -> new Echo())), "/created");
        start();
        for (String path : new String[] {"/created", "/registered"}) {
            WebSocket socket = connect(path);
            assertThat(next()).startsWith("open");
            socket.sendClose(1000, "").join();
            assertThat(next()).isEqualTo("close 1000");
        }
        assertThat(destroyed.poll(60, TimeUnit.SECONDS)).isInstanceOf(Echo.class);
        assertThat(destroyed).isEmpty();
    }

    @Test
    void badParameterKeepsTheServletFromStarting() throws Exception {
        ServletHolder holder = servlet(factory -> factory.register(Echo.class));
        holder.setInitParameter("inputBufferSize", "many");
        holder.setInitOrder(1);
        context.addServlet(holder, "/ws/*");
        assertThatThrownBy(this::start).hasMessageContaining("inputBufferSize: many (expected: a positive number)");
    }
}
