package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
        UserStore users = new UserStore();
        users.addUser("ann", Credential.getCredential("secret"), new String[] {"user"});
        HashLoginService login = new HashLoginService("realm");
        login.setUserStore(users);
        security.setLoginService(login);
        security.setRealmName("realm");
        security.setAuthenticator(new FormAuthenticator("/login", "/wrong", false));
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
}
