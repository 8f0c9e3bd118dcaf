package org.eclipse.jetty.security.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.IdentityService;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.junit.jupiter.api.Test;

class LoginAuthenticatorTest {
    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** A value as a store gives it back. */
    private static Object stored(Object value) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    private static BasicAuthenticator authenticator() {
        BasicAuthenticator authenticator = new BasicAuthenticator();
        authenticator.setConfiguration(proxy(
                Authenticator.Configuration.class,
                (self, method, arguments) -> method.getReturnType() == LoginService.class
                        ? new HashLoginService("realm")
                        : method.getReturnType() == IdentityService.class
                                ? null
                                : method.getReturnType() == boolean.class
                                        ? (Object) true
                                        : method.getReturnType() == int.class ? (Object) 0 : null));
        return authenticator;
    }

    /** A session whose attributes are stored. */
    private static Session session(Map<Object, Object> attributes, Runnable renewId) {
        return proxy(Session.class, (self, method, arguments) -> switch (method.getName()) {
            case "getAttribute" -> attributes.get(arguments[0]);
            case "setAttribute" -> attributes.put(arguments[0], stored(arguments[1]));
            case "removeAttribute" -> attributes.remove(arguments[0]);
            case "renewId" -> {
                renewId.run();
                yield null;
            }
            default -> null;
        });
    }

    private static Request request(Session session) {
        return proxy(
                Request.class, (self, method, arguments) -> method.getName().equals("getSession") ? session : null);
    }

    private static Response response() {
        return proxy(
                Response.class, (self, method, arguments) -> method.getName().equals("isCommitted") ? false : null);
    }

    @Test
    void sessionThatIsReadFromAStoreForEachRequestGetsAnotherIdOnce() {
        AtomicInteger renewals = new AtomicInteger();
        Session session = session(new HashMap<>(), renewals::incrementAndGet);
        BasicAuthenticator authenticator = authenticator();
        for (int i = 0; i < 3; i++) {
            authenticator.updateSession(request(session), response());
        }
        assertThat(renewals).hasValue(1);
    }

    @Test
    void loginWhoseSessionCannotGetAnotherIdFailsAndTheNextOneTriesAgain() {
        AtomicInteger renewals = new AtomicInteger();
        Map<Object, Object> attributes = new HashMap<>();
        Session session = session(attributes, () -> {
            if (renewals.incrementAndGet() == 1) {
                throw new IllegalStateException("the store is away");
            }
        });
        BasicAuthenticator authenticator = authenticator();
        assertThatThrownBy(() -> authenticator.updateSession(request(session), response()))
                .hasMessage("the store is away");
        assertThat(attributes).isEmpty();
        authenticator.updateSession(request(session), response());
        assertThat(renewals).hasValue(2);
        assertThat(attributes).containsOnlyKeys(SecurityHandler.SESSION_AUTHENTICATED_ATTRIBUTE);
    }
}
