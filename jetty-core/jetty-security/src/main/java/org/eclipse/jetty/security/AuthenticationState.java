package org.eclipse.jetty.security;

import java.security.Principal;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.eclipse.jetty.security.internal.DeferredAuthenticationState;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** What is known of the user of a request. */
public interface AuthenticationState extends Request.AuthenticationState {
    /** A challenge was sent. */
    AuthenticationState CHALLENGE = new Sent("CHALLENGE");

    /** A failure was sent. */
    AuthenticationState SEND_FAILURE = new Sent("FAILURE");

    /** What succeeded was sent, such as a redirection. */
    AuthenticationState SEND_SUCCESS = new Sent("SUCCESS");

    static @Nullable AuthenticationState getAuthenticationState(Request request) {
        return Request.getAuthenticationState(request) instanceof AuthenticationState state ? state : null;
    }

    /** The state, after the user was authenticated if that was deferred. */
    static @Nullable AuthenticationState getUndeferredAuthenticationState(Request request) {
        AuthenticationState state = getAuthenticationState(request);
        if (state instanceof Deferred deferred) {
            AuthenticationState undeferred = deferred.authenticate(request);
            if (undeferred != null && undeferred != state) {
                setAuthenticationState(request, undeferred);
                return undeferred;
            }
        }
        return state;
    }

    static void setAuthenticationState(Request request, @Nullable AuthenticationState state) {
        Request.setAuthenticationState(request, state);
    }

    static @Nullable Principal getUserPrincipal(Request request) {
        AuthenticationState state = getUndeferredAuthenticationState(request);
        return state instanceof Succeeded succeeded ? succeeded.getUserPrincipal() : null;
    }

    /** Authenticates by what the request brings; null if that does not do. */
    static @Nullable Succeeded authenticate(Request request) {
        AuthenticationState state = getUndeferredAuthenticationState(request);
        return state instanceof Succeeded succeeded ? succeeded : null;
    }

    /** Authenticates, or writes the challenge; null if the response was written or nobody can be authenticated. */
    static @Nullable Succeeded authenticate(Request request, Response response, Callback callback) {
        AuthenticationState state = getAuthenticationState(request);
        if (state instanceof Succeeded succeeded) {
            return succeeded;
        }
        if (state instanceof Deferred deferred) {
            AuthenticationState result = deferred.authenticate(request, response, callback);
            if (result != null) {
                setAuthenticationState(request, result);
                if (result instanceof Succeeded succeeded && !(result instanceof ResponseSent)) {
                    return succeeded;
                }
            }
        }
        return null;
    }

    /** Authenticates by a name and a password; null if they are not right. */
    static @Nullable Succeeded login(String username, String password, Request request, Response response) {
        AuthenticationState state = getAuthenticationState(request);
        if (state instanceof Deferred deferred) {
            Succeeded succeeded = deferred.login(username, password, request, response);
            if (succeeded != null) {
                setAuthenticationState(request, succeeded);
            }
            return succeeded;
        }
        return null;
    }

    /** Forgets the user; returns false if there is none. */
    static boolean logout(Request request, Response response) {
        AuthenticationState state = getAuthenticationState(request);
        if (state instanceof Succeeded succeeded) {
            succeeded.logout(request, response);
            return true;
        }
        if (state instanceof Deferred deferred) {
            deferred.logout(request, response);
            return true;
        }
        return false;
    }

    /** Writes an error, as the end of authentication. */
    static AuthenticationState writeError(Request request, Response response, Callback callback, int code) {
        Response.writeError(request, response, callback, code);
        return SEND_FAILURE;
    }

    /** Leaves authentication until somebody asks for the user. */
    static Deferred defer(LoginAuthenticator loginAuthenticator) {
        return new DeferredAuthenticationState(loginAuthenticator);
    }

    /** A user was authenticated. */
    interface Succeeded extends AuthenticationState {
        String getAuthenticationType();

        /** The user; null if its session was loaded again, and the login service does not know it any more. */
        @Nullable
        UserIdentity getUserIdentity();

        @Override
        default @Nullable Principal getUserPrincipal() {
            UserIdentity user = getUserIdentity();
            return user == null ? null : user.getUserPrincipal();
        }

        boolean isUserInRole(String role);

        void logout(Request request, Response response);
    }

    /** The response was written by the authenticator. */
    interface ResponseSent extends AuthenticationState {}

    /** A response was written, of which nothing else is known. */
    record Sent(String name) implements ResponseSent {}

    /** Authentication waits until somebody asks for the user. */
    interface Deferred extends AuthenticationState {
        /** Whether a response is one that authentication must not write. */
        @NullContract("null -> true")
        static boolean isDeferred(@Nullable Response response) {
            return response == null;
        }

        /** Authenticates by what the request brings; null if that does not do. */
        @Nullable
        Succeeded authenticate(Request request);

        @Nullable
        AuthenticationState authenticate(Request request, Response response, Callback callback);

        @Nullable
        Succeeded login(String username, Object password, Request request, Response response);

        void logout(Request request, Response response);

        IdentityService.@Nullable Association getAssociation();
    }

    /** The request shall be served as another one, such as that of a login page. */
    class ServeAs implements AuthenticationState {
        private final HttpURI uri;

        public ServeAs(HttpURI uri) {
            this.uri = uri;
        }

        public Request wrap(Request request) {
            return Request.serveAs(request, uri);
        }
    }
}
