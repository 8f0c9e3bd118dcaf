package org.eclipse.jetty.ee10.security.jaspi;

import jakarta.security.auth.message.AuthStatus;
import jakarta.security.auth.message.MessageInfo;
import jakarta.security.auth.message.MessagePolicy;
import jakarta.security.auth.message.callback.CallerPrincipalCallback;
import jakarta.security.auth.message.callback.GroupPrincipalCallback;
import jakarta.security.auth.message.config.AuthConfigFactory;
import jakarta.security.auth.message.module.ServerAuthModule;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import org.eclipse.jetty.ee10.security.jaspi.provider.JaspiAuthConfigProvider;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee10.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server with an application whose users a module logs in; {@code /secret/*} needs the role admin. */
abstract class JaspiServer extends OverTransports {
    static final String APPLICATION = "default /ctx";

    final ServletContextHandler context =
            new ServletContextHandler("/ctx", ServletContextHandler.SESSIONS | ServletContextHandler.SECURITY);
    final ConstraintSecurityHandler security = (ConstraintSecurityHandler) context.getSecurityHandler();
    /** What the module and the application did, in order. */
    final List<String> calls = new CopyOnWriteArrayList<>();

    LocalServer server;
    DefaultAuthConfigFactory factory;

    interface Body {
        void serve(HttpServletRequest request, HttpServletResponse response) throws Exception;
    }

    interface Validation {
        AuthStatus validate(Exchange exchange) throws Exception;
    }

    @BeforeEach
    void prepare() throws Exception {
        factory = new DefaultAuthConfigFactory();
        AuthConfigFactory.setFactory(factory);
        server = new LocalServer(transport);
        for (String path : List.of("/secret/*", "/any/*")) {
            ConstraintMapping mapping = new ConstraintMapping();
            mapping.setPathSpec(path);
            mapping.setConstraint(path.startsWith("/any") ? Constraint.ANY_USER : Constraint.from("admin"));
            security.addConstraintMapping(mapping);
        }
        servlet("/*", (request, response) -> {
            calls.add("servlet");
            response.getWriter()
                    .print(request.getRemoteUser() + "|" + request.isUserInRole("admin") + "|" + request.getAuthType());
        });
    }

    @AfterEach
    void end() throws Exception {
        server.close();
        AuthConfigFactory.setFactory(null);
    }

    void servlet(String path, Body body) {
        ServletHolder holder = new ServletHolder(new HttpServlet() {
            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
                try {
                    body.serve(request, response);
                } catch (IOException | RuntimeException x) {
                    throw x;
                } catch (Exception x) {
                    throw new IllegalStateException(x);
                }
            }
        });
        holder.setAsyncSupported(true);
        context.addServlet(holder, path);
    }

    void start() throws Exception {
        server.start(context);
    }

    String register(Validation validation) {
        return register(new Module(calls, validation));
    }

    String register(ServerAuthModule module) {
        return factory.registerConfigProvider(new JaspiAuthConfigProvider(module), "HttpServlet", APPLICATION, "test");
    }

    static int status(String response) {
        return Integer.parseInt(response.split(" ")[1].trim());
    }

    static String body(String response) {
        return LocalServer.body(response);
    }

    /** The session cookie that a response sets, as a field of requests; null for none. */
    static String cookie(String response) {
        Matcher matcher =
                Pattern.compile("(?i)set-cookie: (JSESSIONID=[^;\\r]+)").matcher(response);
        return matcher.find() ? "Cookie: " + matcher.group(1) : null;
    }

    /** One call of a module. */
    record Exchange(MessageInfo info, Subject client, CallbackHandler handler) {
        HttpServletRequest request() {
            return (HttpServletRequest) info.getRequestMessage();
        }

        HttpServletResponse response() {
            return (HttpServletResponse) info.getResponseMessage();
        }

        @SuppressWarnings("unchecked") // the map is raw in older versions of the API
        void put(String key, Object value) {
            info.getMap().put(key, value);
        }

        boolean isMandatory() {
            return "true".equals(info.getMap().get(JaspiMessageInfo.MANDATORY_KEY));
        }

        AuthStatus login(String name, String... groups) throws Exception {
            handler.handle(new Callback[] {
                new CallerPrincipalCallback(client, name), new GroupPrincipalCallback(client, groups)
            });
            return AuthStatus.SUCCESS;
        }

        AuthStatus login(Principal principal) throws Exception {
            handler.handle(new Callback[] {new CallerPrincipalCallback(client, principal)});
            return AuthStatus.SUCCESS;
        }
    }

    /** A module that a test writes. */
    static class Module implements ServerAuthModule {
        private final List<String> calls;
        private final Validation validation;
        private CallbackHandler handler;

        Module(List<String> calls, Validation validation) {
            this.calls = calls;
            this.validation = validation;
        }

        @Override
        @SuppressWarnings("rawtypes") // as in older versions of the API
        public void initialize(MessagePolicy request, MessagePolicy response, CallbackHandler given, Map options) {
            handler = given;
        }

        @Override
        public Class<?>[] getSupportedMessageTypes() {
            return new Class<?>[] {HttpServletRequest.class, HttpServletResponse.class};
        }

        @Override
        public AuthStatus validateRequest(MessageInfo info, Subject client, Subject service) {
            calls.add("validate");
            try {
                return validation.validate(new Exchange(info, client, handler));
            } catch (RuntimeException x) {
                throw x;
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        }

        @Override
        public AuthStatus secureResponse(MessageInfo info, Subject service) {
            calls.add("secure");
            return AuthStatus.SEND_SUCCESS;
        }

        @Override
        public void cleanSubject(MessageInfo info, Subject subject) {
            calls.add("clean " + subject.getPrincipals().size());
        }
    }
}
