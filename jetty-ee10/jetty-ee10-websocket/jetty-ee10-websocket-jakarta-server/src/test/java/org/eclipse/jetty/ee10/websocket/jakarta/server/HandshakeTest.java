package org.eclipse.jetty.ee10.websocket.jakarta.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee10.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.ee10.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.Test;

/** The opening handshake: configurators, filters, sessions, security. */
class HandshakeTest extends EndpointServer {
    public static class Choosy extends ServerEndpointConfig.Configurator {
        @Override
        public boolean checkOrigin(String origin) {
            return !"http://evil".equals(origin);
        }

        @Override
        public String getNegotiatedSubprotocol(List<String> supported, List<String> requested) {
            return requested.contains("second") ? "second" : "";
        }

        @Override
        public void modifyHandshake(ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {
            response.getHeaders().put("X-Modified", List.of("yes"));
            HttpSession session = (HttpSession) request.getHttpSession();
            config.getUserProperties().put("user", session == null ? null : session.getAttribute("user"));
            config.getUserProperties()
                    .put("seen", request.getHeaders().get("x-client") + " " + request.getParameterMap());
            config.getUserProperties().put("admin", request.isUserInRole("admin"));
        }

        @Override
        public <T> T getEndpointInstance(Class<T> type) throws InstantiationException {
            return type.cast(new Properties("made"));
        }
    }

    @ServerEndpoint(
            value = "/properties",
            configurator = Choosy.class,
            subprotocols = {"first", "second"})
    public static class Properties {
        private final String origin;

        public Properties(String origin) {
            this.origin = origin;
        }

        @OnOpen
        public void open(Session session) throws IOException {
            Map<String, Object> properties = session.getUserProperties();
            session.getBasicRemote()
                    .sendText(String.join(
                            "|",
                            origin,
                            session.getNegotiatedSubprotocol(),
                            String.valueOf(properties.get("user")),
                            String.valueOf(properties.get("seen")),
                            String.valueOf(properties.get("admin")),
                            String.valueOf(
                                    session.getUserPrincipal() == null
                                            ? null
                                            : session.getUserPrincipal().getName())));
        }
    }

    @ServerEndpoint("/plain")
    public static class Plain {
        @OnMessage
        public String text(String message, Session session) {
            return message + " " + session.getUserPrincipal() + " "
                    + session.getNegotiatedExtensions().size() + " " + session.getRequestURI();
        }
    }

    @Test
    void configuratorDecidesOnOriginSubprotocolHeadersAndInstance() throws Exception {
        start(Properties.class);
        assertThatThrownBy(() -> connect("/properties", "Origin", "http://evil"))
                .hasMessage("refused with 403");
        Peer peer = Peer.connect(uri("/properties?a=b"), "first,second", "X-Client", "1");
        assertThat(peer.next()).isEqualTo("made|second|null|[1] {a=[b]}|false|null");
        assertThat(peer.socket().getSubprotocol()).isEqualTo("second");
    }

    @Test
    void configuratorSeesTheHttpSession() throws Exception {
        context.addServlet(
                new ServletHolder(new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                        request.getSession().setAttribute("user", "anna");
                    }
                }),
                "/login");
        start(Properties.class);
        HttpResponse<String> login = get("/login");
        String cookie = login.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        assertThat(connect("/properties", "Cookie", cookie).next()).isEqualTo("made||anna|null {}|false|null");
    }

    @Test
    void filtersComeBeforeTheUpgradeAndMayRefuseOrWrap() throws Exception {
        context.addFilter(
                new FilterHolder(filterOf((request, response, chain) -> {
                    if (request.getHeader("X-User") == null) {
                        response.sendError(403);
                    } else {
                        chain.doFilter(
                                new HttpServletRequestWrapper(request) {
                                    @Override
                                    public Principal getUserPrincipal() {
                                        return () -> request.getHeader("X-User");
                                    }

                                    @Override
                                    public boolean isUserInRole(String role) {
                                        return true;
                                    }
                                },
                                response);
                    }
                })),
                "/*",
                EnumSet.of(DispatcherType.REQUEST));
        start(Properties.class);
        assertThatThrownBy(() -> connect("/properties")).hasMessage("refused with 403");
        assertThat(connect("/properties", "X-User", "anna").next()).endsWith("|true|anna");
    }

    @Test
    void securityConstraintsApplyToTheUpgrade() throws Exception {
        UserStore users = new UserStore();
        users.addUser("anna", Credential.getCredential("secret"), new String[] {"admin"});
        HashLoginService realm = new HashLoginService("realm");
        realm.setUserStore(users);
        ConstraintSecurityHandler security = (ConstraintSecurityHandler) context.getSecurityHandler();
        security.setLoginService(realm);
        security.setAuthenticator(new BasicAuthenticator());
        ConstraintMapping mapping = new ConstraintMapping();
        mapping.setPathSpec("/properties");
        mapping.setConstraint(Constraint.from("admin"));
        security.addConstraintMapping(mapping);
        start(Properties.class);
        assertThatThrownBy(() -> connect("/properties")).isInstanceOf(IllegalStateException.class);
        String credentials = java.util.Base64.getEncoder().encodeToString("anna:secret".getBytes());
        assertThat(connect("/properties", "Authorization", "Basic " + credentials)
                        .next())
                .endsWith("|true|anna");
    }

    @Test
    void sessionOfAUserEndsWithTheHttpSession() throws Exception {
        context.addServlet(
                new ServletHolder(new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                        if (request.getParameter("out") == null) {
                            request.getSession();
                        } else {
                            request.getSession().invalidate();
                        }
                    }
                }),
                "/log");
        context.addFilter(
                new FilterHolder(filterOf((request, response, chain) -> chain.doFilter(
                        new HttpServletRequestWrapper(request) {
                            @Override
                            public Principal getUserPrincipal() {
                                return request.getHeader("X-User") == null ? null : () -> request.getHeader("X-User");
                            }
                        },
                        response))),
                "/*",
                EnumSet.of(DispatcherType.REQUEST));
        start(Properties.class);
        String cookie =
                get("/log").headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        Peer known = connect("/properties", "Cookie", cookie, "X-User", "anna");
        Peer unknown = connect("/properties", "Cookie", cookie);
        known.next();
        unknown.next();
        get("/log?out=1", "Cookie", cookie);
        assertThat(known.next()).startsWith("close 1008");
        await().untilAsserted(() -> assertThat(container().getOpenSessions()).hasSize(1));
    }

    @Test
    void extensionsAreNegotiatedByTheConfigurator() throws Exception {
        start(Plain.class, WithoutExtensions.class);
        String offer = "\r\nSec-WebSocket-Extensions: unknown, permessage-deflate; client_max_window_bits";
        assertThat(handshake("/plain", offer)).containsPattern("(?i)Sec-WebSocket-Extensions: permessage-deflate");
        assertThat(handshake("/without", offer)).startsWith("HTTP/1.1 101").doesNotContain("xtensions");
    }

    public static class NoExtensions extends ServerEndpointConfig.Configurator {
        @Override
        public List<Extension> getNegotiatedExtensions(List<Extension> installed, List<Extension> requested) {
            return List.of();
        }
    }

    @ServerEndpoint(value = "/without", configurator = NoExtensions.class)
    public static class WithoutExtensions {}

    /** Returns the head of the response. */
    private String handshake(String path, String fields) throws IOException {
        try (Socket socket = new Socket("localhost", connector.getLocalPort())) {
            socket.setSoTimeout(60000);
            String request = "GET /app" + path
                    + " HTTP/1.1\r\nHost: local\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==" + fields + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    break;
                }
                head.append((char) next);
            }
            return head.toString();
        }
    }

    @Test
    void badHandshakesAreAnsweredWithTheirErrors() throws Exception {
        start(Plain.class);
        assertThat(handshake("/plain", "\r\nSec-WebSocket-Key: again")).startsWith("HTTP/1.1 400");
        assertThat(handshake("/plain", "")).startsWith("HTTP/1.1 101");
    }

    @Test
    void servletMayAddEndpointsWhenItIsInitialisedWithItsContext() throws Exception {
        ServletHolder holder = new ServletHolder(new HttpServlet() {
            @Override
            public void init() {
                ServerContainer container =
                        (ServerContainer) getServletContext().getAttribute(ServerContainer.class.getName());
                try {
                    container.addEndpoint(Plain.class);
                } catch (DeploymentException x) {
                    throw new IllegalStateException(x);
                }
            }
        });
        holder.setInitOrder(1);
        context.addServlet(holder, "/servlet");
        start(new Class<?>[0]);
        assertThat(connect("/plain").send("hi").next())
                .startsWith("hi null 0 ws://localhost:")
                .endsWith("/app/plain");
    }

    @Test
    void requestIsUpgradedByCode() throws Exception {
        context.addServlet(
                new ServletHolder(new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        ServerEndpointConfig config = ServerEndpointConfig.Builder.create(Plain.class, "/any/{name}")
                                .build();
                        try {
                            container().upgradeHttpToWebSocket(request, response, config, Map.of("name", "x"));
                        } catch (DeploymentException x) {
                            response.sendError(400, x.getMessage());
                        }
                    }
                }),
                "/by-code");
        start(new Class<?>[0]);
        assertThat(connect("/by-code").send("hi").next()).startsWith("hi null");
        assertThat(get("/by-code").statusCode()).isEqualTo(400);
    }

    /** Servlet section 5.5: a response that was ended takes no more, and flushing it does nothing. */
    @Test
    void filterMayFlushTheResponseAfterTheUpgrade() throws Exception {
        context.addFilter(
                new FilterHolder(filterOf((request, response, chain) -> {
                    chain.doFilter(request, response);
                    assertThat(response.getStatus()).isEqualTo(101);
                    assertThat(response.isCommitted()).isTrue();
                    response.flushBuffer();
                    if (request.getParameter("writer") != null) {
                        response.getWriter().flush();
                        response.getWriter().close();
                    } else {
                        response.getOutputStream().flush();
                        assertThatThrownBy(() -> response.getOutputStream().print("late"))
                                .isInstanceOf(IOException.class);
                        assertThatThrownBy(() -> response.getOutputStream().write(new byte[100_000]))
                                .isInstanceOf(IOException.class);
                        response.getOutputStream().close();
                    }
                    assertThatThrownBy(response::reset).isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(() -> response.sendError(500)).isInstanceOf(IllegalStateException.class);
                })),
                "/*",
                EnumSet.of(DispatcherType.REQUEST));
        context.addServlet(
                new ServletHolder(new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response)
                            throws IOException, ServletException {
                        ServerEndpointConfig config = ServerEndpointConfig.Builder.create(Plain.class, "/any")
                                .build();
                        try {
                            container().upgradeHttpToWebSocket(request, response, config, Map.of());
                        } catch (DeploymentException x) {
                            throw new ServletException(x);
                        }
                    }
                }),
                "/by-code");
        start(Plain.class);
        for (String path : new String[] {"/plain", "/by-code", "/plain?writer=1", "/by-code?writer=1"}) {
            Peer peer = connect(path);
            for (int i = 0; i < 3; i++) {
                assertThat(peer.send("hi").next()).as(path).startsWith("hi null");
            }
            peer.close(1000, "");
        }
    }

    @Test
    void contextMayGoWithoutEndpoints() throws Exception {
        context.setInitParameter(JakartaWebSocketServletContainerInitializer.ENABLE_KEY, "false");
        start(Plain.class);
        assertThat(container()).isNull();
        assertThatThrownBy(() -> connect("/plain")).hasMessage("refused with 404");
    }
}
