package org.eclipse.jetty.security.internal;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of a request that a login service has refused. However often an application or several authenticators ask for the
 * user, they are checked once, and count as one failure.
 *
 * <p>Confined to its request.
 */
public final class RefusedCredentials {
    private static final String ATTRIBUTE = RefusedCredentials.class.getName();

    private final List<Login> logins = new ArrayList<>(1);

    private RefusedCredentials() {}

    private record Login(
            LoginService service,
            @Nullable String user,
            @Nullable Object credentials) {
        /** Without the credentials. */
        @Override
        public String toString() {
            return "login of " + user;
        }
    }

    /** Whether the service has refused these credentials within this request. */
    public static boolean contain(
            Request request, LoginService service, @Nullable String user, @Nullable Object credentials) {
        return request.getAttribute(ATTRIBUTE) instanceof RefusedCredentials refused
                && refused.logins.contains(new Login(service, user, credentials));
    }

    /** Adds credentials that the service has refused. */
    public static void add(Request request, LoginService service, @Nullable String user, @Nullable Object credentials) {
        RefusedCredentials refused =
                request.getAttribute(ATTRIBUTE) instanceof RefusedCredentials known ? known : new RefusedCredentials();
        refused.logins.add(new Login(service, user, credentials));
        request.setAttribute(ATTRIBUTE, refused);
    }
}
