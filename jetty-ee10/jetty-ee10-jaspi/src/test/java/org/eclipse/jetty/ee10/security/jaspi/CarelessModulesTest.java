package org.eclipse.jetty.ee10.security.jaspi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.security.auth.message.AuthStatus;
import jakarta.security.auth.message.MessageInfo;
import jakarta.security.auth.message.callback.CallerPrincipalCallback;
import jakarta.security.auth.message.config.AuthConfigProvider;
import jakarta.security.auth.message.config.ClientAuthConfig;
import jakarta.security.auth.message.config.ServerAuthConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicReference;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.LanguageCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import org.eclipse.jetty.server.handler.LogCapture;
import org.junit.jupiter.api.Test;

/** Modules that break the rules: the answer is an error, nobody is logged in, and the log names the application and the module. */
class CarelessModulesTest extends JaspiServer {
    /** Asks where a user is needed and where not: the servlet is called neither time. */
    private void fails(int status, String logged, Validation validation) throws Exception {
        register(validation);
        start();
        try (LogCapture log = new LogCapture(ModuleCall.class)) {
            for (String path : new String[] {"/ctx/secret/x", "/ctx/open"}) {
                String response = server.get(path);
                assertThat(status(response)).as(path).isEqualTo(status);
                assertThat(response).doesNotContain("half a page").doesNotContain("Exception");
            }
            assertThat(calls).containsOnly("validate");
            if (logged != null) {
                // the response may be sent before
                await().untilAsserted(() -> assertThat(log.warnings())
                        .hasSizeGreaterThanOrEqualTo(2)
                        .allSatisfy(line -> assertThat(line)
                                .contains("application default /ctx")
                                .contains(Module.class.getName())
                                .contains(logged)));
            }
        }
    }

    @Test
    void exceptionIsAnError() throws Exception {
        fails(500, "failed", exchange -> {
            exchange.login("ada", "admin");
            exchange.response().getWriter().print("half a page");
            throw new IllegalStateException("broken");
        });
    }

    @Test
    void errorOfTheClassPathIsAnError() throws Exception {
        fails(500, "failed", exchange -> {
            throw new NoClassDefFoundError("missing");
        });
    }

    @Test
    void noStatusIsAnError() throws Exception {
        fails(500, "returned null", exchange -> {
            exchange.login("ada", "admin");
            return null;
        });
    }

    @Test
    void statusOfClientsIsAnError() throws Exception {
        fails(500, "expected: SUCCESS", exchange -> {
            exchange.login("ada", "admin");
            return AuthStatus.FAILURE;
        });
    }

    @Test
    void responseThatIsWrittenBeforeSuccessIsAnError() throws Exception {
        fails(500, "expected: SEND_SUCCESS", exchange -> {
            exchange.response().getOutputStream().print("half a page");
            return exchange.login("ada", "admin");
        });
    }

    @Test
    void textThatIsWrittenBeforeSuccessIsAnError() throws Exception {
        fails(500, "expected: SEND_SUCCESS", exchange -> {
            exchange.response().getWriter().print("half a page");
            return exchange.login("ada", "admin");
        });
    }

    @Test
    void responseThatIsSentBeforeSuccessIsTheResponse() throws Exception {
        fails(302, "after it has sent a response", exchange -> {
            exchange.response().sendRedirect("https://login.example/");
            return exchange.login("ada", "admin");
        });
    }

    @Test
    void errorThatIsSentBeforeSuccessIsTheResponse() throws Exception {
        fails(429, null, exchange -> {
            exchange.response().sendError(429);
            return exchange.login("ada", "admin");
        });
    }

    @Test
    void failureWithoutAWordIsForbidden() throws Exception {
        fails(403, null, exchange -> AuthStatus.SEND_FAILURE);
    }

    @Test
    void continuationWithoutAWordIsForbidden() throws Exception {
        fails(403, null, exchange -> AuthStatus.SEND_CONTINUE);
    }

    @Test
    void responseThatIsCommittedBeforeAFailureIsTheResponse() throws Exception {
        fails(200, null, exchange -> {
            exchange.response().getWriter().print("go away");
            exchange.response().flushBuffer();
            return AuthStatus.SEND_FAILURE;
        });
    }

    @Test
    void messagesThatAreNoWrappersAreAnError() throws Exception {
        fails(500, "set the messages", exchange -> {
            exchange.info()
                    .setRequestMessage(Proxy.newProxyInstance(
                            getClass().getClassLoader(),
                            new Class<?>[] {HttpServletRequest.class},
                            (proxy, method, arguments) -> null));
            return exchange.login("ada", "admin");
        });
    }

    @Test
    void noMessagesAreAnError() throws Exception {
        fails(500, "set the messages null and null", exchange -> {
            exchange.info().setRequestMessage(null);
            exchange.info().setResponseMessage(null);
            return exchange.login("ada", "admin");
        });
    }

    @Test
    void requestCannotBecomeAsynchronousInAModule() throws Exception {
        fails(500, "failed", exchange -> {
            exchange.request().startAsync();
            return exchange.login("ada", "admin");
        });
    }

    @Test
    void unknownCallbacksAreRefused() throws Exception {
        fails(500, "failed", exchange -> {
            exchange.login("ada", "admin");
            exchange.handler().handle(new Callback[] {new LanguageCallback()});
            return AuthStatus.SUCCESS;
        });
    }

    @Test
    void requestOfAnEarlierExchangeIsNotPassedOn() throws Exception {
        AtomicReference<HttpServletRequest> kept = new AtomicReference<>();
        register(exchange -> {
            HttpServletRequest earlier = kept.getAndSet(exchange.request());
            if (earlier != null) {
                exchange.info().setRequestMessage(new HttpServletRequestWrapper(earlier));
            }
            return exchange.login("ada", "admin");
        });
        start();
        assertThat(body(server.get("/ctx/secret/x"))).startsWith("ada");
        assertThat(status(server.get("/ctx/secret/x"))).isEqualTo(500);
    }

    @Test
    void whatAModuleKeepsLogsNobodyInLater() throws Exception {
        AtomicReference<Exchange> kept = new AtomicReference<>();
        register(exchange -> {
            Exchange earlier = kept.getAndSet(exchange);
            if (earlier != null) {
                try {
                    // of a request that has ended
                    earlier.login("ada", "admin");
                } catch (UnsupportedCallbackException x) {
                    calls.add("refused");
                }
                MessageInfo info = earlier.info();
                info.setRequestMessage(exchange.request());
            }
            // about a subject that is not that of the request
            Callback foreign = new CallerPrincipalCallback(new Subject(), "ada");
            try {
                exchange.handler().handle(new Callback[] {foreign});
            } catch (UnsupportedCallbackException x) {
                calls.add("refused");
            }
            return AuthStatus.SUCCESS;
        });
        start();
        assertThat(status(server.get("/ctx/secret/x"))).isEqualTo(403);
        assertThat(status(server.get("/ctx/secret/x"))).isEqualTo(403);
        assertThat(calls.stream().filter("refused"::equals)).hasSize(3);
    }

    @Test
    void requestThatCannotBeReadIsTheClientsError() throws Exception {
        register(exchange -> {
            exchange.request().getParameter("name");
            return exchange.login("ada", "admin");
        });
        start();
        String response = server.ask("""
            POST /ctx/open HTTP/1.1
            Host: localhost
            Content-Type: application/x-www-form-urlencoded
            Content-Length: 8

            name=%zz""");
        assertThat(status(response)).isEqualTo(400);
    }

    @Test
    void failureToSecureAResponseIsAnError() throws Exception {
        register(new Module(calls, exchange -> exchange.login("ada")) {
            @Override
            public AuthStatus secureResponse(MessageInfo info, Subject service) {
                throw new IllegalStateException("broken");
            }
        });
        start();
        try (LogCapture log = new LogCapture(ModuleCall.class)) {
            assertThat(status(server.get("/ctx/open"))).isEqualTo(500);
            await().until(() -> !log.warnings().isEmpty());
            assertThat(log.warnings()).singleElement().asString().contains("could not secure the response");
        }
    }

    @Test
    void failureToCleanASubjectFailsTheLogoutButLogsOut() throws Exception {
        register(new Module(calls, exchange -> exchange.login("ada")) {
            @Override
            public void cleanSubject(MessageInfo info, Subject subject) {
                throw new IllegalStateException("broken");
            }
        });
        servlet("/logout", (request, response) -> {
            try {
                request.logout();
            } catch (ServletException x) {
                response.getWriter().print(request.getRemoteUser() + " " + x.getMessage());
            }
        });
        start();
        assertThat(body(server.get("/ctx/logout"))).startsWith("null ").contains("could not log out");
    }

    @Test
    void providerWithoutAConfigurationLetsNobodyIn() throws Exception {
        factory.registerConfigProvider(
                new AuthConfigProvider() {
                    @Override
                    public ClientAuthConfig getClientAuthConfig(String layer, String application, CallbackHandler h) {
                        return null;
                    }

                    @Override
                    public ServerAuthConfig getServerAuthConfig(String layer, String application, CallbackHandler h) {
                        return null;
                    }

                    @Override
                    public void refresh() {}
                },
                null,
                null,
                "broken");
        start();
        assertThat(status(server.get("/ctx/open"))).isEqualTo(500);
        assertThat(calls).isEmpty();
    }
}
