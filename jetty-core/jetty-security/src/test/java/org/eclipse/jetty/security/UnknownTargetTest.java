package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.server.handler.ServedAs;
import org.eclipse.jetty.server.handler.WithoutHost;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** Requests without a path in the context or a host, and handlers without a server or sessions. */
class UnknownTargetTest {
    private final SecurityHandler.PathMapped security = new SecurityHandler.PathMapped(LocalServer.answer("in"));

    private String answer(Authenticator authenticator, UnaryOperator<Handler> around, String path) throws Exception {
        HashLoginService users = new HashLoginService("realm");
        users.setUserStore(new UserStore());
        security.setAuthenticator(authenticator);
        security.setLoginService(users);
        try (LocalServer local = new LocalServer()) {
            local.configuration.setSecurePort(8443);
            return local.start(new ContextHandler(around.apply(security), "/ctx"))
                    .get(path, "Origin: http://h");
        }
    }

    private static Handler sessions(Handler handler) {
        SessionHandler sessions = new SessionHandler();
        sessions.setHandler(handler);
        return sessions;
    }

    @Test
    void pathOutsideOfTheContextHasNoConstraintAndIsNotFound() throws Exception {
        assertThat(answer(new BasicAuthenticator(), next -> new ServedAs("/other", next), "/ctx/a"))
                .startsWith("HTTP/1.1 404 ")
                .doesNotContain("\r\n\r\nin");
    }

    @Test
    void secureUriWithoutAHostIsForbidden() throws Exception {
        security.put("/*", Constraint.SECURE_TRANSPORT);
        assertThat(answer(new BasicAuthenticator(), WithoutHost::new, "/ctx/a"))
                .startsWith("HTTP/1.1 403 ")
                .doesNotContain(HttpHeader.LOCATION.asString());
    }

    @Test
    void formIsShownWithoutAHost() throws Exception {
        security.put("/*", Constraint.ANY_USER);
        assertThat(answer(
                        new FormAuthenticator("/login", null, false),
                        next -> new WithoutHost(sessions(next)),
                        "/ctx/a"))
                .startsWith("HTTP/1.1 302 ")
                .contains("/ctx/login");
    }

    @Test
    void formWithoutSessionsSaysWhatIsMissing() throws Exception {
        security.put("/*", Constraint.ANY_USER);
        List<String> messages = new ArrayList<>();
        UnaryOperator<Handler> noting = next -> new Handler.Wrapper(next) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                try {
                    return super.handle(request, response, callback);
                } catch (IllegalStateException x) {
                    messages.add(x.getMessage());
                    throw x;
                }
            }
        };
        assertThat(answer(new FormAuthenticator("/login", null, false), noting, "/ctx/a"))
                .startsWith("HTTP/1.1 500 ");
        assertThat(messages).singleElement().asString().contains("no session manager");
    }

    @Test
    void startWithoutAServerSaysWhatIsMissing() {
        assertThatThrownBy(security::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no server");
    }
}
