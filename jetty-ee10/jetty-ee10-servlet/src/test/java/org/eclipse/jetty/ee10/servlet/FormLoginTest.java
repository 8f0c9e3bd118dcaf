package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee10.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.session.DefaultSessionCache;
import org.eclipse.jetty.session.FileSessionDataStore;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.session.NullSessionCache;
import org.eclipse.jetty.session.NullSessionDataStore;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Login by a form (Servlet section 13.6.3). */
class FormLoginTest extends ContextServer {
    private static final String FORM = "application/x-www-form-urlencoded";

    private final UserStore users = new UserStore();
    private final FormAuthenticator authenticator = new FormAuthenticator("/login", "/wrong", false);

    @TempDir
    Path sessions;

    /** No session stays in memory: what is saved must be what any store can keep. */
    @BeforeEach
    void security() {
        context = new ServletContextHandler("/ctx", ServletContextHandler.SESSIONS | ServletContextHandler.SECURITY);
        FileSessionDataStore store = new FileSessionDataStore();
        store.setStoreDir(sessions.toFile());
        NullSessionCache cache = new NullSessionCache(context.getSessionHandler());
        cache.setSessionDataStore(store);
        context.getSessionHandler().setSessionCache(cache);
        ConstraintSecurityHandler security = (ConstraintSecurityHandler) context.getSecurityHandler();
        users.addUser("ann", Credential.getCredential("secret"), new String[] {"user"});
        HashLoginService login = new HashLoginService("realm");
        login.setUserStore(users);
        security.setLoginService(login);
        security.setRealmName("realm");
        security.setAuthenticator(authenticator);
        ConstraintMapping mapping = new ConstraintMapping();
        mapping.setPathSpec("/in/*");
        mapping.setConstraint(Constraint.ANY_USER);
        security.addConstraintMapping(mapping);
        servlet("/in/*", (request, response) -> response.getWriter()
                .print(request.getRemoteUser() + " " + request.getMethod() + " " + request.getParameter("q") + " "
                        + String.join(",", request.getParameterMap().getOrDefault("a", new String[] {"none"}))));
    }

    private static String cookie(String response) {
        return "Cookie: " + field(response, "Set-Cookie").replaceAll(";.*", "");
    }

    /** Else it would neither be saved nor expire. */
    @Test
    void sessionThatTheLoginPageMadeIsNotHeldByItsRequest() throws Exception {
        DefaultSessionCache cache = new DefaultSessionCache(context.getSessionHandler());
        cache.setSessionDataStore(new NullSessionDataStore());
        context.getSessionHandler().setSessionCache(cache);
        start();
        String id = cookie(get("/ctx/in/x")).replaceAll(".*=|\\..*", "");
        ManagedSession session = cache.get(id);
        assertThat(session.getRequests()).isEqualTo(1);
        cache.release(session);
    }

    @Test
    void postedFormIsGivenToTheServletAfterTheLoginOnce() throws Exception {
        start();
        String before = cookie(post("/ctx/in/put?q=1", FORM, "a=x&a=y"));
        String wrong = post("/ctx/j_security_check", FORM, "j_username=ann&j_password=no", before);
        assertThat(field(wrong, "Location")).endsWith("/ctx/wrong");
        String right = post("/ctx/j_security_check", FORM, "j_username=ann&j_password=secret", before);
        assertThat(field(right, "Location")).endsWith("/ctx/in/put?q=1");
        String after = cookie(right);
        assertThat(after).isNotEqualTo(before);
        assertThat(body(get("/ctx/in/put?q=1", after))).isEqualTo("ann POST 1 x,y");
        assertThat(body(get("/ctx/in/put?q=1", after))).isEqualTo("ann GET 1 none");
        assertThat(status(get("/ctx/in/put?q=1", before))).isEqualTo(302);
    }

    @Test
    void formBeyondTheLimitIsRefusedBeforeTheLoginAndMakesNoSession() throws Exception {
        start();
        String refused = post("/ctx/in/put", FORM, "a=" + "x".repeat(4095));
        assertThat(status(refused)).isEqualTo(413);
        assertThat(field(refused, "Set-Cookie")).isNull();
        String saved = post("/ctx/in/put", FORM, "a=" + "x".repeat(4094));
        assertThat(field(saved, "Location")).startsWith("/ctx/login");
        assertThat(status(post("/ctx/in/put", FORM, "a=%zz"))).isEqualTo(400);
    }

    @Test
    void sessionMadeToSaveARequestIsShortLivedUntilTheLogin() throws Exception {
        context.getSessionHandler().setMaxInactiveInterval(1800);
        servlet("/login", (request, response) -> response.getWriter()
                .print(request.getSession(false).getMaxInactiveInterval()));
        servlet("/in/interval", (request, response) -> response.getWriter()
                .print(request.getSession(false).getMaxInactiveInterval()));
        start();
        String before = cookie(get("/ctx/in/interval"));
        assertThat(body(get("/ctx/login", before))).isEqualTo("300");
        String after = cookie(post("/ctx/j_security_check", FORM, "j_username=ann&j_password=secret", before));
        assertThat(body(get("/ctx/in/interval", after))).isEqualTo("1800");
    }

    @Test
    void sessionThatTheApplicationMadeKeepsItsInterval() throws Exception {
        servlet("/made", (request, response) -> {
            if (request.getSession().isNew()) {
                request.getSession().setMaxInactiveInterval(1800);
            }
            response.getWriter().print(request.getSession().getMaxInactiveInterval());
        });
        start();
        String made = cookie(get("/ctx/made"));
        assertThat(status(get("/ctx/in/x", made))).isEqualTo(302);
        assertThat(body(get("/ctx/made", made))).isEqualTo("1800");
    }

    @Test
    void eldestSavedRequestsAreDroppedBeyondTheLimitOfTheirMemory() throws Exception {
        DefaultSessionCache cache = new DefaultSessionCache(context.getSessionHandler());
        cache.setSessionDataStore(new NullSessionDataStore());
        context.getSessionHandler().setSessionCache(cache);
        authenticator.setMaxSavedBytes(3 * 2048);
        servlet("/made", (request, response) -> {
            request.getSession().setAttribute("cart", "full");
            response.getWriter().print("made");
        });
        servlet("/cart", (request, response) -> response.getWriter()
                .print(
                        request.getSession(false) == null
                                ? "none"
                                : request.getSession(false).getAttribute("cart")));
        start();
        String shopper = cookie(get("/ctx/made"));
        post("/ctx/in/put", FORM, "a=" + "x".repeat(900), shopper);
        String first = cookie(post("/ctx/in/put", FORM, "a=" + "x".repeat(900)));
        String second = cookie(post("/ctx/in/put", FORM, "a=" + "x".repeat(900)));
        for (int i = 0; i < 2; i++) {
            String late = cookie(post("/ctx/in/put", FORM, "a=" + "x".repeat(900)));
            assertThat(field(login(late), "Location")).endsWith("/ctx/in/put");
        }
        assertThat(body(get("/ctx/cart", first))).isEqualTo("none");
        assertThat(body(get("/ctx/cart", second))).isEqualTo("null");
        assertThat(body(get("/ctx/cart", shopper))).isEqualTo("full");
        assertThat(field(login(shopper), "Location")).endsWith("/ctx/");
        assertThat(field(login(second), "Location")).endsWith("/ctx/in/put");
    }

    private String login(String cookie) throws Exception {
        return post("/ctx/j_security_check", FORM, "j_username=ann&j_password=secret", cookie);
    }

    @Test
    void storedSessionsHoldNoPassword() throws Exception {
        start();
        String after = cookie(login(cookie(get("/ctx/in/x"))));
        assertThat(body(get("/ctx/in/x", after))).startsWith("ann ");
        try (Stream<Path> files = Files.list(sessions)) {
            for (Path file : files.toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("secret");
            }
        }
    }

    @Test
    void userOfAStoredSessionMustLogInAgainOnceItIsRemoved() throws Exception {
        start();
        String after = cookie(login(cookie(get("/ctx/in/x"))));
        assertThat(status(get("/ctx/in/x", after))).isEqualTo(200);
        users.removeUser("ann");
        assertThat(status(get("/ctx/in/x", after))).isEqualTo(302);
    }

    @Test
    void loginByGetIsRefusedUnlessItIsAllowed() throws Exception {
        start();
        String get = get("/ctx/j_security_check?j_username=ann&j_password=secret");
        assertThat(status(get)).isEqualTo(405);
        assertThat(field(get, "Allow")).isEqualTo("POST");
        assertThat(field(get, "Set-Cookie")).isNull();
        context.stop();
        context.setInitParameter(FormAuthenticator.__LOGIN_BY_GET, "true");
        context.start();
        assertThat(status(get("/ctx/j_security_check?j_username=ann&j_password=secret")))
                .isEqualTo(302);
    }

    @Test
    void limitsOfSavedRequestsAreInitParametersOfTheContext() throws Exception {
        context.setInitParameter(FormAuthenticator.__MAX_SAVED_FORM_SIZE, "10");
        context.setInitParameter(FormAuthenticator.__SAVED_REQUEST_INTERVAL, "60");
        context.setInitParameter(FormAuthenticator.__MAX_SAVED_BYTES, "8589934592");
        servlet("/login", (request, response) -> response.getWriter()
                .print(request.getSession(false).getMaxInactiveInterval()));
        start();
        assertThat(status(post("/ctx/in/put", FORM, "a=123456789"))).isEqualTo(413);
        assertThat(body(get("/ctx/login", cookie(post("/ctx/in/put", FORM, "a=12345678")))))
                .isEqualTo("60");
        assertThat(authenticator.getMaxSavedBytes()).isEqualTo(8589934592L);
    }

    @Test
    void limitThatIsNoNumberIsRefused() throws Exception {
        context.setInitParameter(FormAuthenticator.__SAVED_REQUEST_INTERVAL, "soon");
        assertThatThrownBy(this::start).hasStackTraceContaining("form_saved_request_interval: soon (expected: ");
    }
}
