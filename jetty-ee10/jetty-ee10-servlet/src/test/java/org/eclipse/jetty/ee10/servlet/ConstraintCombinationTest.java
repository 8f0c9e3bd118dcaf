package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee10.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What several constraints on one pattern say of a method (Servlet section 13.8.1): a constraint without methods is one on each of them, and one with
 * omissions is one on each of the others. In whichever order they are declared.
 */
class ConstraintCombinationTest extends ContextServer {
    private ConstraintSecurityHandler security;

    @BeforeEach
    void security() {
        context = new ServletContextHandler("/ctx", ServletContextHandler.SESSIONS | ServletContextHandler.SECURITY);
        security = (ConstraintSecurityHandler) context.getSecurityHandler();
        UserStore users = new UserStore();
        for (String role : List.of("a", "b", "c")) {
            users.addUser(role, Credential.getCredential("secret"), new String[] {role});
        }
        HashLoginService login = new HashLoginService("realm");
        login.setUserStore(users);
        security.setLoginService(login);
        security.setAuthenticator(new BasicAuthenticator());
        servlet("/*", (request, response) -> response.getWriter().print("done"));
    }

    private static ConstraintMapping on(String method, Constraint constraint) {
        ConstraintMapping mapping = new ConstraintMapping();
        mapping.setPathSpec("/x");
        mapping.setMethod(method);
        mapping.setConstraint(constraint);
        return mapping;
    }

    private static ConstraintMapping onAllBut(String method, Constraint constraint) {
        ConstraintMapping mapping = on(null, constraint);
        mapping.setMethodOmissions(new String[] {method});
        return mapping;
    }

    private void start(boolean reversed, ConstraintMapping... mappings) throws Exception {
        for (int i = 0; i < mappings.length; i++) {
            security.addConstraintMapping(mappings[reversed ? mappings.length - 1 - i : i]);
        }
        start();
    }

    private int status(String method, String user) throws Exception {
        String credentials = user == null
                ? ""
                : "Authorization: Basic " + Base64.getEncoder().encodeToString((user + ":secret").getBytes()) + "\r\n";
        return status(connector.getResponse(
                method + " /ctx/x HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n" + credentials + "\r\n"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void methodThatOneConstraintOmitsIsCoveredByTheOther(boolean reversed) throws Exception {
        start(reversed, onAllBut("GET", Constraint.from("a")), onAllBut("POST", Constraint.from("b")));
        assertThat(status("GET", null)).isEqualTo(401);
        assertThat(status("GET", "a")).isEqualTo(403);
        assertThat(status("GET", "b")).isEqualTo(200);
        assertThat(status("POST", null)).isEqualTo(401);
        assertThat(status("POST", "a")).isEqualTo(200);
        assertThat(status("POST", "b")).isEqualTo(403);
        assertThat(status("PUT", "a")).isEqualTo(200);
        assertThat(status("PUT", "b")).isEqualTo(200);
        assertThat(status("PUT", "c")).isEqualTo(403);
        assertThat(security.getPathsWithUncoveredHttpMethods()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void constraintOnAllMethodsCoversWhatAnotherOneOmits(boolean reversed) throws Exception {
        start(reversed, on(null, Constraint.from("a")), onAllBut("GET", Constraint.from("b")));
        assertThat(status("GET", null)).isEqualTo(401);
        assertThat(status("GET", "a")).isEqualTo(200);
        assertThat(status("GET", "b")).isEqualTo(403);
        assertThat(security.getPathsWithUncoveredHttpMethods()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsForbiddenToAllMethodsIsForbiddenToEachOne(boolean reversed) throws Exception {
        start(reversed, on(null, Constraint.FORBIDDEN), on("GET", Constraint.from("a")));
        assertThat(status("GET", "a")).isEqualTo(403);
        assertThat(status("POST", "a")).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rolesOfAllMethodsMayUseEachOne(boolean reversed) throws Exception {
        start(reversed, on(null, Constraint.from("a")), on("GET", Constraint.from("b")));
        assertThat(status("GET", "a")).isEqualTo(200);
        assertThat(status("GET", "b")).isEqualTo(200);
        assertThat(status("GET", "c")).isEqualTo(403);
        assertThat(status("POST", "a")).isEqualTo(200);
        assertThat(status("POST", "b")).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void constraintWithOmissionsCoversTheMethodsOfOthers(boolean reversed) throws Exception {
        start(reversed, onAllBut("GET", Constraint.FORBIDDEN), on("POST", Constraint.ALLOWED));
        assertThat(status("GET", null)).isEqualTo(200);
        assertThat(status("POST", null)).isEqualTo(403);
        assertThat(security.getPathsWithUncoveredHttpMethods()).containsExactly("/x");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsDeniedAsUncoveredIsWhatNoConstraintCovers(boolean reversed) throws Exception {
        security.setDenyUncoveredHttpMethods(true);
        start(reversed, on("GET", Constraint.from("a")), on("POST", Constraint.ALLOWED));
        assertThat(status("GET", "a")).isEqualTo(200);
        assertThat(status("POST", null)).isEqualTo(200);
        assertThat(status("PUT", "a")).isEqualTo(403);
    }

    /** A guarantee of one constraint is none where another one accepts any connection. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void constraintsOnTheTransportAloneOpen(boolean reversed) throws Exception {
        start(reversed, on(null, Constraint.SECURE_TRANSPORT), on(null, Constraint.ANY_TRANSPORT));
        assertThat(status("GET", null)).isEqualTo(200);
    }
}
