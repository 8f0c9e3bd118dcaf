package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.HttpMethodConstraintElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.ee10.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee10.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.DefaultIdentityService;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Security constraints (Servlet chapter 13). */
class SecurityTest extends ContextServer {
    private ConstraintSecurityHandler security;

    @BeforeEach
    void security() {
        context = new ServletContextHandler("/ctx", ServletContextHandler.SESSIONS | ServletContextHandler.SECURITY);
        security = (ConstraintSecurityHandler) context.getSecurityHandler();
        UserStore users = new UserStore();
        users.addUser("user", Credential.getCredential("secret"), new String[] {"user"});
        users.addUser("admin", Credential.getCredential("secret"), new String[] {"admin"});
        HashLoginService login = new HashLoginService("realm");
        login.setUserStore(users);
        security.setLoginService(login);
        security.setAuthenticator(new BasicAuthenticator());
        security.setRealmName("realm");
        servlet("/*", (request, response) -> response.getWriter()
                .print(request.getRemoteUser() + "|" + request.isUserInRole("admin") + "|" + request.getAuthType()));
    }

    private static String as(String user) {
        return "Authorization: Basic " + Base64.getEncoder().encodeToString((user + ":secret").getBytes());
    }

    private static ConstraintMapping mapping(String path, String method, Constraint constraint) {
        ConstraintMapping mapping = new ConstraintMapping();
        mapping.setPathSpec(path);
        mapping.setMethod(method);
        mapping.setConstraint(constraint);
        return mapping;
    }

    @Test
    void rolesAreAskedFor() throws Exception {
        security.addConstraintMapping(mapping("/admin/*", null, Constraint.from("admin")));
        security.addConstraintMapping(mapping("/any/*", null, Constraint.ANY_USER));
        security.addConstraintMapping(mapping("/no/*", null, Constraint.FORBIDDEN));
        start();
        assertThat(body(get("/ctx/free"))).isEqualTo("null|false|null");
        String challenge = get("/ctx/admin/x");
        assertThat(status(challenge)).isEqualTo(401);
        assertThat(field(challenge, "WWW-Authenticate")).containsIgnoringCase("basic");
        assertThat(status(get("/ctx/admin/x", as("user")))).isEqualTo(403);
        assertThat(body(get("/ctx/admin/x", as("admin")))).isEqualTo("admin|true|BASIC");
        assertThat(body(get("/ctx/any/x", as("user")))).isEqualTo("user|false|BASIC");
        assertThat(status(get("/ctx/no/x", as("admin")))).isEqualTo(403);
    }

    @Test
    void mostSpecificPathAndMethodDecide() throws Exception {
        security.addConstraintMapping(mapping("/*", null, Constraint.from("admin")));
        security.addConstraintMapping(mapping("/open/*", null, Constraint.ALLOWED));
        security.addConstraintMapping(mapping("/half/*", "POST", Constraint.FORBIDDEN));
        start();
        assertThat(status(get("/ctx/x"))).isEqualTo(401);
        assertThat(status(get("/ctx/open/x"))).isEqualTo(200);
        assertThat(status(get("/ctx/half/x"))).isEqualTo(200);
        assertThat(status(post("/ctx/half/x", "text/plain", "x"))).isEqualTo(403);
        assertThat(security.getPathsWithUncoveredHttpMethods()).containsExactly("/half/*");
    }

    @Test
    void uncoveredMethodsAreDeniedWhenAsked() throws Exception {
        security.setDenyUncoveredHttpMethods(true);
        security.addConstraintMapping(mapping("/half/*", "POST", Constraint.ALLOWED));
        start();
        assertThat(status(post("/ctx/half/x", "text/plain", "x"))).isEqualTo(200);
        assertThat(status(get("/ctx/half/x"))).isEqualTo(403);
    }

    @Test
    void constraintsOnOnePathCombine() throws Exception {
        security.addConstraintMapping(mapping("/two/*", null, Constraint.from("admin")));
        security.addConstraintMapping(mapping("/two/*", null, Constraint.from("user")));
        ConstraintMapping omitting = mapping("/omit/*", null, Constraint.FORBIDDEN);
        omitting.setMethodOmissions(new String[] {"GET"});
        security.addConstraintMapping(omitting);
        start();
        assertThat(status(get("/ctx/two/x", as("user")))).isEqualTo(200);
        assertThat(status(get("/ctx/two/x", as("admin")))).isEqualTo(200);
        assertThat(status(get("/ctx/omit/x"))).isEqualTo(200);
        assertThat(status(post("/ctx/omit/x", "text/plain", "x"))).isEqualTo(403);
    }

    @Test
    void elementOfTheApiBecomesConstraints() {
        ServletSecurityElement element = new ServletSecurityElement(
                new HttpConstraintElement(TransportGuarantee.CONFIDENTIAL, "user"),
                List.of(new HttpMethodConstraintElement("TRACE", new HttpConstraintElement(EmptyRoleSemantic.DENY))));
        List<ConstraintMapping> mappings =
                ConstraintSecurityHandler.createConstraintsWithMappingsForPath("s", "/s", element);
        assertThat(mappings).hasSize(2);
        assertThat(mappings.get(0).getMethod()).isEqualTo("TRACE");
        assertThat(mappings.get(0).getConstraint().getAuthorization()).isEqualTo(Constraint.Authorization.FORBIDDEN);
        assertThat(mappings.get(1).getMethodOmissions()).containsExactly("TRACE");
        assertThat(mappings.get(1).getConstraint().getRoles()).containsExactly("user");
        assertThat(mappings.get(1).getConstraint().getTransport()).isEqualTo(Constraint.Transport.SECURE);
    }

    @Test
    void securityOfARegistrationIsEnforced() throws Exception {
        context.addServletContainerInitializer((classes, servletContext) -> {
            var registration = servletContext.addServlet(
                    "s", servletOf((request, response) -> response.getWriter().print("s")));
            registration.addMapping("/secured");
            registration.setServletSecurity(
                    new ServletSecurityElement(new HttpConstraintElement(TransportGuarantee.NONE, "user")));
        });
        start();
        assertThat(status(get("/ctx/secured"))).isEqualTo(401);
        assertThat(body(get("/ctx/secured", as("user")))).isEqualTo("s");
    }

    @Test
    void loginAndLogoutByTheApplication() throws Exception {
        servlet("/login", (request, response) -> {
            request.login("admin", "secret");
            response.getWriter().print(request.getRemoteUser() + "|");
            request.logout();
            response.getWriter().print(request.getRemoteUser());
            try {
                request.login("admin", "wrong");
            } catch (ServletException x) {
                response.getWriter().print("|refused");
            }
        });
        start();
        assertThat(body(get("/ctx/login"))).isEqualTo("admin|null|refused");
    }

    @Test
    void roleNamesOfCodeAreLinked() throws Exception {
        ServletHolder holder = servlet("/link", (request, response) -> response.getWriter()
                .print(request.isUserInRole("boss") + "|" + request.isUserInRole("user")));
        holder.setUserRoleLink("boss", "admin");
        security.addConstraintMapping(mapping("/link", null, Constraint.ANY_USER));
        start();
        assertThat(body(get("/ctx/link", as("admin")))).isEqualTo("true|false");
    }

    /** Section 13.8.1. */
    @Test
    void constraintsOfOnePatternAndMethodCombine() throws Exception {
        security.addConstraintMapping(mapping("/closed/*", null, Constraint.from("admin")));
        security.addConstraintMapping(mapping("/closed/*", null, Constraint.FORBIDDEN));
        security.addConstraintMapping(mapping("/open/*", null, Constraint.from("admin")));
        security.addConstraintMapping(mapping("/open/*", null, Constraint.ALLOWED));
        start();
        assertThat(status(get("/ctx/closed/x", as("admin")))).isEqualTo(403);
        assertThat(status(get("/ctx/open/x"))).isEqualTo(200);
    }

    /** Section 13.2: constraints guard requests, not dispatches. */
    @Test
    void dispatchesAreNotConstrained() throws Exception {
        security.addConstraintMapping(mapping("/secret", null, Constraint.FORBIDDEN));
        servlet("/secret", (request, response) -> response.getWriter().print("secret"));
        servlet("/to", (request, response) -> request.getRequestDispatcher("/secret")
                .forward(request, response));
        start();
        assertThat(status(get("/ctx/secret"))).isEqualTo(403);
        assertThat(body(get("/ctx/to"))).isEqualTo("secret");
    }

    /** Section 13.3. */
    @Test
    void authenticateChallengesOrKnowsTheUser() throws Exception {
        servlet("/authenticate", (request, response) -> {
            if (request.authenticate(response)) {
                response.getWriter().print(request.getUserPrincipal().getName());
            }
        });
        start();
        String challenge = get("/ctx/authenticate");
        assertThat(status(challenge)).isEqualTo(401);
        assertThat(field(challenge, "WWW-Authenticate")).containsIgnoringCase("basic");
        assertThat(body(get("/ctx/authenticate", as("user")))).isEqualTo("user");
    }

    @Test
    void secondLoginIsRefused() throws Exception {
        servlet("/login", (request, response) -> {
            request.login("admin", "secret");
            assertThatThrownBy(() -> request.login("user", "secret")).isInstanceOf(ServletException.class);
            assertThat(request.getRemoteUser()).isEqualTo("admin");
        });
        start();
        assertThat(status(get("/ctx/login"))).isEqualTo(200);
    }

    @Test
    void nobodyHasARoleAndNoNameOfCode() throws Exception {
        servlet("/who", (request, response) -> {
            assertThat(request.getRemoteUser()).isNull();
            assertThat(request.getUserPrincipal()).isNull();
            assertThat(request.getAuthType()).isNull();
            assertThat(request.isUserInRole("admin")).isFalse();
            assertThat(request.isUserInRole("**")).isFalse();
        });
        servlet("/user", (request, response) -> {
            assertThat(request.isUserInRole("*")).isFalse();
            assertThat(request.isUserInRole("**")).isTrue();
            assertThat(request.isUserInRole(null)).isFalse();
        });
        security.addConstraintMapping(mapping("/user", null, Constraint.ANY_USER));
        start();
        assertThat(status(get("/ctx/who"))).isEqualTo(200);
        assertThat(status(get("/ctx/user", as("user")))).isEqualTo(200);
    }

    /** Section 13.5 and 15.3.1. */
    @Test
    void servletRunsWithItsRole() throws Exception {
        List<Object> tokens = new CopyOnWriteArrayList<>();
        security.setIdentityService(new DefaultIdentityService() {
            @Override
            public Association associate(UserIdentity user, RunAsToken token) {
                if (token != null) {
                    tokens.add("begin");
                }
                Association association = super.associate(user, token);
                return () -> {
                    if (token != null) {
                        tokens.add("end");
                    }
                    association.close();
                };
            }

            @Override
            public RunAsToken newRunAsToken(String role) {
                return role == null ? null : new RunAsToken() {};
            }
        });
        ServletHolder holder = servlet("/as", (request, response) -> tokens.add("service"));
        holder.setRunAsRole("boss");
        start();
        assertThat(status(get("/ctx/as"))).isEqualTo(200);
        assertThat(tokens).endsWith("begin", "service", "end");
    }

    /** To serve without what was asked for would be worse than not to start. */
    @Test
    void mappingWithoutConstraintIsRefused() {
        ConstraintMapping mapping = new ConstraintMapping();
        mapping.setPathSpec("/secret/*");
        ConstraintSecurityHandler handler = new ConstraintSecurityHandler();
        handler.addConstraintMapping(mapping);
        assertThatThrownBy(handler::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a constraint");
    }
}
