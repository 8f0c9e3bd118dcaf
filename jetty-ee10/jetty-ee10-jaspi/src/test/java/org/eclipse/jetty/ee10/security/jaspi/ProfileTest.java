package org.eclipse.jetty.ee10.security.jaspi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.security.auth.message.AuthStatus;
import jakarta.security.auth.message.callback.PasswordValidationCallback;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.security.Principal;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.security.auth.callback.Callback;
import org.eclipse.jetty.ee10.security.jaspi.modules.BasicAuthenticationAuthModule;
import org.eclipse.jetty.ee10.security.jaspi.provider.JaspiAuthConfigProvider;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.session.DefaultSessionCache;
import org.eclipse.jetty.session.NullSessionDataStore;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.Test;

/** What the Servlet Container Profile of Jakarta Authentication asks for. */
class ProfileTest extends JaspiServer {
    private void users() {
        UserStore users = new UserStore();
        users.addUser("ada", Credential.getCredential("lovelace"), new String[] {"admin"});
        HashLoginService login = new HashLoginService("realm");
        login.setUserStore(users);
        security.setLoginService(login);
    }

    /** Logs in whom the field User names, and challenges others where a user is needed. */
    private static AuthStatus byField(Exchange exchange) throws Exception {
        String user = exchange.request().getHeader("User");
        if (user != null) {
            return exchange.login(user, user.equals("ada") ? "admin" : "guest");
        }
        if (!exchange.isMandatory()) {
            return AuthStatus.SUCCESS;
        }
        exchange.response().setHeader("WWW-Authenticate", "User");
        exchange.response().sendError(401);
        return AuthStatus.SEND_CONTINUE;
    }

    @Test
    void moduleDecidesAboutEachRequest() throws Exception {
        register(ProfileTest::byField);
        start();
        assertThat(body(server.get("/ctx/open"))).isEqualTo("null|false|null");
        assertThat(body(server.get("/ctx/open", "User: ada"))).isEqualTo("ada|true|JASPI");
        String challenge = server.get("/ctx/secret/x");
        assertThat(status(challenge)).isEqualTo(401);
        assertThat(challenge).containsIgnoringCase("www-authenticate: User\r\n");
        assertThat(status(server.get("/ctx/secret/x", "User: bob"))).isEqualTo(403);
        assertThat(body(server.get("/ctx/secret/x", "User: ada"))).isEqualTo("ada|true|JASPI");
        assertThat(body(server.get("/ctx/any/x", "User: bob"))).isEqualTo("bob|false|JASPI");
    }

    @Test
    void responseIsSecuredAfterTheServlet() throws Exception {
        register(ProfileTest::byField);
        start();
        server.get("/ctx/any/x", "User: bob");
        assertThat(calls).containsExactly("validate", "servlet", "secure");
        calls.clear();
        server.get("/ctx/any/x");
        assertThat(calls).containsExactly("validate");
    }

    @Test
    void responseOfAnAsynchronousRequestIsSecuredAtItsEnd() throws Exception {
        register(ProfileTest::byField);
        servlet("/any/async", (request, response) -> {
            AsyncContext async = request.startAsync();
            calls.add("started");
            async.start(() -> {
                calls.add("completing");
                async.complete();
            });
        });
        start();
        assertThat(status(server.get("/ctx/any/async", "User: bob"))).isEqualTo(200);
        assertThat(calls).containsExactly("validate", "started", "completing", "secure");
    }

    @Test
    void responseIsSecuredAlsoAfterAnError() throws Exception {
        register(ProfileTest::byField);
        servlet("/any/error", (request, response) -> response.sendError(418));
        start();
        assertThat(status(server.get("/ctx/any/error", "User: bob"))).isEqualTo(418);
        // the error page is sent before
        await().untilAsserted(() -> assertThat(calls).containsExactly("validate", "secure"));
    }

    @Test
    void successWithoutACallerIsForbiddenWhereAUserIsNeeded() throws Exception {
        register(exchange -> AuthStatus.SUCCESS);
        start();
        assertThat(status(server.get("/ctx/any/x"))).isEqualTo(403);
        assertThat(status(server.get("/ctx/open"))).isEqualTo(200);
    }

    @Test
    void applicationSeesTheMessagesThatTheModuleWraps() throws Exception {
        register(exchange -> {
            exchange.info().setRequestMessage(new HttpServletRequestWrapper(exchange.request()) {
                @Override
                public String getHeader(String name) {
                    return name.equals("Added") ? "by the module" : super.getHeader(name);
                }
            });
            exchange.info().setResponseMessage(new HttpServletResponseWrapper(exchange.response()) {
                @Override
                public void setHeader(String name, String value) {
                    super.setHeader(name, value + "!");
                }
            });
            return exchange.login("ada");
        });
        servlet("/wrapped", (request, response) -> {
            response.setHeader("Seen", request.getHeader("Added"));
            response.getWriter().print(request.getRemoteUser());
        });
        start();
        String response = server.get("/ctx/wrapped");
        assertThat(response).containsIgnoringCase("seen: by the module!\r\n");
        assertThat(body(response)).isEqualTo("ada");
    }

    @Test
    void callerIsThePrincipalThatTheModuleGave() throws Exception {
        Principal own = () -> "own";
        register(exchange -> exchange.login(own));
        servlet("/principal", (request, response) -> response.getWriter().print(request.getUserPrincipal() == own));
        start();
        assertThat(body(server.get("/ctx/principal"))).isEqualTo("true");
    }

    @Test
    void moduleGivesTheAuthenticationType() throws Exception {
        register(exchange -> {
            exchange.put(HttpServletRequest.class.getPackageName() + ".authType", "TICKET");
            return exchange.login("ada");
        });
        start();
        assertThat(body(server.get("/ctx/open"))).isEqualTo("ada|false|TICKET");
    }

    @Test
    void moduleAnswersByItsOwnResponse() throws Exception {
        register(exchange -> {
            switch (exchange.request().getQueryString()) {
                case "page" -> exchange.response().getWriter().print("login page");
                case "redirect" -> exchange.response().sendRedirect("https://login.example/");
                case "forward" ->
                    exchange.request().getRequestDispatcher("/login").forward(exchange.request(), exchange.response());
                default -> throw new IllegalStateException();
            }
            return AuthStatus.SEND_CONTINUE;
        });
        servlet("/login", (request, response) -> response.getWriter().print("form for " + request.getRemoteUser()));
        start();
        assertThat(body(server.get("/ctx/secret/x?page"))).isEqualTo("login page");
        assertThat(server.get("/ctx/secret/x?redirect")).containsIgnoringCase("location: https://login.example/\r\n");
        assertThat(body(server.get("/ctx/secret/x?forward"))).isEqualTo("form for null");
        assertThat(calls).containsOnly("validate");
    }

    @Test
    void passwordsAreCheckedByTheLoginServiceOfTheContext() throws Exception {
        users();
        register(exchange -> {
            PasswordValidationCallback password = new PasswordValidationCallback(
                    exchange.client(),
                    "ada",
                    exchange.request().getHeader("Password").toCharArray());
            exchange.handler().handle(new Callback[] {password});
            // the roles are those that the realm has
            return password.getResult() ? exchange.login("ada") : AuthStatus.SEND_FAILURE;
        });
        start();
        assertThat(body(server.get("/ctx/secret/x", "Password: lovelace"))).isEqualTo("ada|true|JASPI");
        assertThat(status(server.get("/ctx/secret/x", "Password: wrong"))).isEqualTo(403);
    }

    @Test
    void basicModuleUsesTheLoginServiceOfTheContext() throws Exception {
        users();
        factory.registerConfigProvider(
                JaspiAuthConfigProvider.class.getName(),
                Map.of(
                        JaspiAuthConfigProvider.MODULE_KEY,
                        BasicAuthenticationAuthModule.class.getName(),
                        BasicAuthenticationAuthModule.REALM_KEY,
                        "realm"),
                "HttpServlet",
                null,
                "basic");
        start();
        assertThat(server.get("/ctx/secret/x")).containsIgnoringCase("www-authenticate: Basic realm=\"realm\"\r\n");
        assertThat(body(server.get(
                        "/ctx/secret/x", "Authorization: " + BasicAuthenticator.authorization("ada", "lovelace"))))
                .isEqualTo("ada|true|BASIC");
        assertThat(status(server.get(
                        "/ctx/secret/x", "Authorization: " + BasicAuthenticator.authorization("ada", "wrong"))))
                .isEqualTo(401);
    }

    @Test
    void registeredLoginIsKeptInASessionWithANewIdentifier() throws Exception {
        register(exchange -> {
            Principal known = exchange.request().getUserPrincipal();
            if (known != null) {
                return exchange.login(known);
            }
            if (exchange.request().getHeader("User") == null) {
                return AuthStatus.SEND_FAILURE;
            }
            exchange.put(HttpServletRequest.class.getPackageName() + ".registerSession", "true");
            return exchange.login(exchange.request().getHeader("User"), "admin");
        });
        servlet("/any/logout", (request, response) -> request.logout());
        start();
        String cookie = cookie(server.get("/ctx/secret/x", "User: ada"));
        assertThat(body(server.get("/ctx/secret/x", cookie))).isEqualTo("ada|true|JASPI");
        String bob = cookie(server.get("/ctx/any/x", "User: bob"));
        assertThat(body(server.get("/ctx/any/x", bob))).startsWith("bob|");
        assertThat(status(server.get("/ctx/any/logout", cookie))).isEqualTo(200);
        assertThat(calls).contains("clean 2");
        assertThat(status(server.get("/ctx/secret/x", cookie))).isEqualTo(403);
    }

    @Test
    void identifierOfASessionFromBeforeTheLoginIsNotUsedAfterwards() throws Exception {
        register(exchange -> {
            if (exchange.request().getHeader("User") == null) {
                return AuthStatus.SUCCESS;
            }
            exchange.put(JaspiMessageInfo.REGISTER_SESSION_KEY, "true");
            return exchange.login("ada");
        });
        servlet("/session", (request, response) -> request.getSession(true));
        start();
        String before = cookie(server.get("/ctx/session"));
        assertThat(before).isNotNull();
        String after = cookie(server.get("/ctx/open", before, "User: ada"));
        assertThat(after).isNotNull().isNotEqualTo(before);
    }

    @Test
    void sessionWhoseIdentifierCannotBeRenewedHasNoLogin() throws Exception {
        AtomicBoolean away = new AtomicBoolean();
        DefaultSessionCache sessions = new DefaultSessionCache(context.getSessionHandler());
        sessions.setSessionDataStore(new NullSessionDataStore() {
            @Override
            public boolean delete(String id) {
                if (away.get()) {
                    throw new IllegalStateException("the store is away");
                }
                return super.delete(id);
            }
        });
        context.getSessionHandler().setSessionCache(sessions);
        register(exchange -> {
            Principal known = exchange.request().getUserPrincipal();
            if (known != null) {
                return exchange.login(known);
            }
            if (exchange.request().getHeader("User") == null) {
                return AuthStatus.SUCCESS;
            }
            exchange.put(JaspiMessageInfo.REGISTER_SESSION_KEY, "true");
            return exchange.login("ada");
        });
        servlet("/session", (request, response) -> request.getSession(true));
        start();
        String before = cookie(server.get("/ctx/session"));
        away.set(true);
        assertThat(status(server.get("/ctx/open", before, "User: ada"))).isEqualTo(503);
        away.set(false);
        assertThat(body(server.get("/ctx/open", before))).startsWith("null|");
        String after = cookie(server.get("/ctx/open", before, "User: ada"));
        assertThat(body(server.get("/ctx/open", after))).startsWith("ada|");
        assertThat(body(server.get("/ctx/open", before))).startsWith("null|");
    }

    @Test
    void applicationAsksForAuthentication() throws Exception {
        register(ProfileTest::byField);
        servlet("/ask", (request, response) -> {
            if (request.authenticate(response)) {
                response.getWriter().print(request.getRemoteUser());
            }
        });
        start();
        assertThat(status(server.get("/ctx/ask"))).isEqualTo(401);
        await().untilAsserted(() -> assertThat(calls).containsExactly("validate", "validate", "secure"));
        assertThat(body(server.get("/ctx/ask", "User: ada"))).isEqualTo("ada");
    }

    @Test
    void loginByNameIsRefusedAndLogoutCleansTheSubject() throws Exception {
        users();
        register(ProfileTest::byField);
        servlet("/login", (request, response) -> {
            try {
                request.login("ada", "lovelace");
            } catch (ServletException x) {
                response.getWriter().print(x.getMessage());
            }
        });
        servlet("/logout", (request, response) -> {
            request.logout();
            response.getWriter().print(request.getRemoteUser());
        });
        start();
        assertThat(body(server.get("/ctx/login")))
                .contains("authentication module")
                .contains("expected: authenticate()");
        assertThat(body(server.get("/ctx/logout", "User: ada"))).isEqualTo("null");
        assertThat(calls).contains("clean 2");
    }

    @Test
    void loginOfTheDescriptorStaysWithoutAProviderAndReturnsAfterIt() throws Exception {
        users();
        security.setAuthenticator(new BasicAuthenticator());
        start();
        String basic = "Authorization: " + BasicAuthenticator.authorization("ada", "lovelace");
        assertThat(body(server.get("/ctx/secret/x", basic))).isEqualTo("ada|true|BASIC");
        String id = register(ProfileTest::byField);
        assertThat(status(server.get("/ctx/secret/x", basic))).isEqualTo(401);
        assertThat(body(server.get("/ctx/secret/x", "User: ada"))).isEqualTo("ada|true|JASPI");
        register(exchange -> exchange.login("replaced", "admin"));
        assertThat(body(server.get("/ctx/secret/x"))).isEqualTo("replaced|true|JASPI");
        assertThat(factory.removeRegistration(id)).isTrue();
        assertThat(body(server.get("/ctx/secret/x", basic))).isEqualTo("ada|true|BASIC");
        assertThat(status(server.get("/ctx/secret/x", "User: ada"))).isEqualTo(401);
    }

    @Test
    void moduleRunsWithinTheListenersOfTheRequest() throws Exception {
        context.addEventListener(new ServletRequestListener() {
            @Override
            public void requestInitialized(ServletRequestEvent event) {
                calls.add("initialized");
            }

            @Override
            public void requestDestroyed(ServletRequestEvent event) {
                calls.add("destroyed");
            }
        });
        register(ProfileTest::byField);
        start();
        server.get("/ctx/any/x", "User: bob");
        assertThat(calls).containsExactly("initialized", "validate", "servlet", "destroyed", "secure");
        for (String[] fields : new String[][] {{}, {"User: bob"}}) {
            calls.clear();
            server.get("/ctx/secret/x", fields);
            assertThat(calls.subList(0, 3)).containsExactly("initialized", "validate", "destroyed");
        }
    }

    @Test
    void applicationRegistersAModuleThatEndsWithIt() throws Exception {
        context.setClassLoader(new ClassLoader(getClass().getClassLoader()) {});
        context.addEventListener(new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                factory.registerServerAuthModule(
                        new Module(calls, exchange -> exchange.login("ada")), event.getServletContext());
            }
        });
        start();
        assertThat(body(server.get("/ctx/any/x"))).isEqualTo("ada|false|JASPI");
        assertThat(factory.getRegistrationIDs(null)).hasSize(1);
        context.stop();
        assertThat(factory.getRegistrationIDs(null)).isEmpty();
        context.start();
        assertThat(body(server.get("/ctx/any/x"))).isEqualTo("ada|false|JASPI");
    }

    @Test
    void errorPageOfARefusalIsThatOfTheApplication() throws Exception {
        register(exchange -> AuthStatus.SEND_FAILURE);
        servlet("/refused", (request, response) -> response.getWriter().print("our page"));
        ErrorPageErrorHandler pages = new ErrorPageErrorHandler();
        pages.addErrorPage(HttpServletResponse.SC_FORBIDDEN, "/refused");
        context.setErrorHandler(pages);
        start();
        String response = server.get("/ctx/secret/x");
        assertThat(status(response)).isEqualTo(403);
        assertThat(body(response)).isEqualTo("our page");
    }
}
