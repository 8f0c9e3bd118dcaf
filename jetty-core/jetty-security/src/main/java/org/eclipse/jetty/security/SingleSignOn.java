package org.eclipse.jetty.security;

import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/**
 * Lets a login in one context count in others, and a logout end it in all. A bean of the server; the module {@code jetty-sso} has one.
 * Thread-safe.
 *
 * <p>Failures to ask a store of sign-ons are {@link LoginUnavailableException}s.
 */
public interface SingleSignOn {
    /** Returns that of the server of a request, if there is one. */
    static @Nullable SingleSignOn of(Request request) {
        Server server = request.getConnectionMetaData().getConnector().getServer();
        return server == null ? null : server.getBean(SingleSignOn.class);
    }

    /** Called before a request is authenticated: ends its session if the sign-on that the session belongs to has ended. */
    void check(Request request, Response response);

    /**
     * Authenticates a request by the sign-on that it brings.
     *
     * @param response null where nothing is to be written
     * @return null if there is no sign-on that the context of the authenticator accepts, so that the authenticator has to ask
     */
    AuthenticationState.@Nullable Succeeded authenticate(
            LoginAuthenticator authenticator, Request request, @Nullable Response response);

    /** Called after a user has logged in, before the response is written. */
    void loggedIn(LoginAuthenticator authenticator, UserIdentity user, Request request, @Nullable Response response);

    /** Called when a user logs out: ends the sign-on, and the sessions of other contexts that belong to it. */
    void loggedOut(LoginAuthenticator authenticator, Request request, @Nullable Response response);
}
