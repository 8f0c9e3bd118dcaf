package org.eclipse.jetty.ee9.servlet.v5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.eclipse.jetty.ee9.nested.Request;
import org.eclipse.jetty.ee9.nested.Response;
import org.eclipse.jetty.ee9.nested.SessionHandler;
import org.eclipse.jetty.ee9.security.Authenticator;
import org.eclipse.jetty.ee9.security.DefaultAuthenticatorFactory;
import org.eclipse.jetty.ee9.security.SecurityHandler;
import org.eclipse.jetty.ee9.servlet.FilterHolder;
import org.eclipse.jetty.ee9.servlet.ServletContextHandler;
import org.eclipse.jetty.ee9.servlet.ServletHolder;
import org.eclipse.jetty.ee9.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee9.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The names that programs made for Jetty have for handlers, requests and responses. */
class NestedTest {
    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);
    private final ServletContextHandler context =
            new ServletContextHandler("/", ServletContextHandler.SESSIONS | ServletContextHandler.SECURITY);

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private String get(String head) throws Exception {
        if (!server.isStarted()) {
            server.addConnector(connector);
            server.start();
        }
        return connector.getResponse("GET / HTTP/1.1\r\nHost: local\r\n" + head + "Connection: close\r\n\r\n");
    }

    private void serve() {
        server.setHandler(context);
        context.addServlet(
                new ServletHolder(new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        request.getSession(true).setAttribute("user", String.valueOf(request.getRemoteUser()));
                        response.setStatus(203);
                        response.getWriter().print("Hello, " + request.getRemoteUser());
                    }
                }),
                "/*");
    }

    @Test
    void filterMayCastRequestAndResponse() throws Exception {
        serve();
        CompletableFuture<String> seen = new CompletableFuture<>();
        context.addFilter(
                new FilterHolder(new HttpFilter() {
                    @Override
                    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                            throws IOException, ServletException {
                        chain.doFilter(request, response);
                        HttpSession session = ((Request) request).getSession(false);
                        seen.complete(((Response) response).getStatus() + " " + session.getAttribute("user"));
                    }
                }),
                "/*",
                EnumSet.of(jakarta.servlet.DispatcherType.REQUEST));
        assertThat(get("")).contains("Hello, null");
        assertThat(seen).isCompletedWithValue("203 null");
    }

    @Test
    void sessionHandlerOfTheContextHasItsNameAndMayBeReplaced() throws Exception {
        SessionHandler first = context.getSessionHandler();
        assertThat(first).isNotNull();
        SessionHandler own = new SessionHandler();
        own.getSessionCookieConfig().setName("OWN");
        context.setSessionHandler(own);
        assertThat(context.getSessionHandler()).isSameAs(own);
        serve();
        assertThat(get("")).contains("Set-Cookie: OWN=");
    }

    @Test
    void securityHandlerOfTheContextHasItsNameAndTakesAFactory() throws Exception {
        SecurityHandler security = context.getSecurityHandler();
        Authenticator.Factory factory = new DefaultAuthenticatorFactory();
        security.setAuthenticatorFactory(factory);
        assertThat(security.getAuthenticatorFactory()).isSameAs(factory);
        UserStore users = new UserStore();
        users.addUser("anna", Credential.getCredential("secret"), new String[] {"member"});
        HashLoginService logins = new HashLoginService("realm");
        logins.setUserStore(users);
        security.setLoginService(logins);
        security.setAuthenticationType("BASIC");
        ConstraintMapping all = new ConstraintMapping();
        all.setPathSpec("/*");
        all.setConstraint(Constraint.from("member"));
        ((ConstraintSecurityHandler) security).addConstraintMapping(all);
        serve();
        assertThat(get("")).startsWith("HTTP/1.1 401");
        assertThat(get("Authorization: Basic YW5uYTpzZWNyZXQ=\r\n")).contains("Hello, anna");
    }

    @Test
    void handlersWithoutTheseNamesAreRefusedWithTheReason() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> context.setSecurityHandler(new org.eclipse.jetty.security.SecurityHandler.PathMapped()))
                .withMessageContaining("PathMapped is no org.eclipse.jetty.ee9.security.SecurityHandler")
                .withMessageContaining("in front of the context");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.setSessionHandler(new org.eclipse.jetty.ee9.servlet.SessionHandler()))
                .withMessageContaining("is no org.eclipse.jetty.ee9.nested.SessionHandler");
        context.setSessionHandler((SessionHandler) null);
        context.setDefaultSecurityHandlerClass(org.eclipse.jetty.security.SecurityHandler.PathMapped.class);
        assertThatIllegalArgumentException().isThrownBy(() -> context.setSecurityHandler((SecurityHandler) null));
    }

    @Test
    void compiledProgramsPassTheContextAsASupplier() throws Exception {
        serve();
        Handler.Sequence sequence = new Handler.Sequence();
        // what the byte code of programs made for Jetty does
        @SuppressWarnings("unchecked")
        Supplier<Handler> supplier = (Supplier<Handler>) (Supplier<?>) context;
        sequence.addHandler(supplier);
        server.setHandler(sequence);
        assertThat(get("")).contains("Hello, null");
    }

    @Test
    void virtualHostsMayBeAnArray() {
        context.setVirtualHosts(new String[] {"a.example", "@console"});
        assertThat(context.getVirtualHosts()).isEqualTo(List.of("a.example", "@console"));
        context.setVirtualHosts((String[]) null);
        assertThat(context.getVirtualHosts()).isEmpty();
    }
}
