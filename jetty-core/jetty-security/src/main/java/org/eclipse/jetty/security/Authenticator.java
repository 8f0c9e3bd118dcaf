package org.eclipse.jetty.security;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Gets credentials from requests by a mechanism, or challenges the client for them. Thread-safe once configured. */
public interface Authenticator {
    String BASIC_AUTH = "BASIC";
    String FORM_AUTH = "FORM";
    String DIGEST_AUTH = "DIGEST";
    String SPNEGO_AUTH = "SPNEGO";
    String NEGOTIATE_AUTH = "NEGOTIATE";
    String CERT_AUTH = "CLIENT_CERT";
    /** The name in descriptors (Servlet 6.0 section 13.6). */
    String CERT_AUTH2 = "CLIENT-CERT";

    /** OpenID Connect, of the module jetty-openid. */
    String OPENID_AUTH = "OPENID";

    /** Several mechanisms, see {@link MultiAuthenticator}. */
    String MULTI_AUTH = "MULTI";

    /** Called before it is used. */
    void setConfiguration(Configuration configuration);

    String getAuthenticationType();

    /** The request as the application shall see it after authentication, as when a saved one is repeated. */
    default Request prepareRequest(Request request, @Nullable AuthenticationState authenticationState) {
        return request;
    }

    /** What a path needs where the mechanism has pages of its own. */
    default Constraint.Authorization getConstraintAuthentication(
            String pathInContext,
            Constraint.@Nullable Authorization existing,
            Function<Boolean, @Nullable Session> getSession) {
        return existing == null ? Constraint.Authorization.ALLOWED : existing;
    }

    /**
     * Authenticates a request.
     *
     * @param response null if no challenge is to be written, see {@link AuthenticationState.Deferred#isDeferred}
     * @param callback null without a response
     * @return who it is; a state of {@link AuthenticationState.ResponseSent} if the response was written; null if nobody
     */
    @Nullable
    AuthenticationState validateRequest(Request request, @Nullable Response response, @Nullable Callback callback)
            throws ServerAuthException;

    /**
     * Authenticates a request that needs no user. By default nobody is authenticated; authenticators with a login service wait until the
     * application asks for the user.
     *
     * @return as {@link #validateRequest}
     */
    default @Nullable AuthenticationState validateOptional(Request request, Response response, Callback callback)
            throws ServerAuthException {
        return null;
    }

    /** Answers a user who may not do what a request asks for: 403. */
    default void refuse(Request request, Response response, Callback callback, Constraint constraint) {
        Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
    }

    /**
     * Whether a request that brings no user is answered by this mechanism, and not by the login page of a {@link MultiAuthenticator},
     * as its client cannot use pages.
     */
    default boolean isChallengeFor(Request request) {
        return false;
    }

    /**
     * The path in the context that another server sends users back to after their login, if there is one. Mechanisms do not share
     * one: what one server answers would be sent to another (RFC 9700, section 4.4).
     */
    default @Nullable String getReturnPath() {
        return null;
    }

    /**
     * The paths in the context at which another server reaches this mechanism alone: {@link #getReturnPath}, and those of its logouts. None if
     * there is no such server.
     */
    default List<String> getProviderPaths() {
        String path = getReturnPath();
        return path == null ? List.of() : List.of(path);
    }

    /** Whether it authenticates at present; one that precedes the login of a context may have nothing to do for it. */
    default boolean isInEffect() {
        return true;
    }

    /** Called when the context stops: gives up what it has registered elsewhere. */
    default void release() {
        // nothing is registered
    }

    /** The settings of authenticators. */
    interface Configuration {
        @Nullable
        String getAuthenticationType();

        @Nullable
        String getRealmName();

        @Nullable
        String getParameter(String param);

        Set<String> getParameterNames();

        @Nullable
        LoginService getLoginService();

        @Nullable
        IdentityService getIdentityService();

        /** Whether the session gets another id, against session fixation. */
        boolean isSessionRenewedOnAuthentication();

        /** The seconds of inactivity of the session after authentication; 0 for as before, negative for no limit. */
        int getSessionMaxInactiveIntervalOnAuthentication();

        /** Adds to a configuration. */
        class Wrapper implements Configuration {
            private final Configuration configuration;

            public Wrapper(Configuration configuration) {
                this.configuration = configuration;
            }

            @Override
            public @Nullable String getAuthenticationType() {
                return configuration.getAuthenticationType();
            }

            @Override
            public @Nullable String getRealmName() {
                return configuration.getRealmName();
            }

            @Override
            public @Nullable String getParameter(String param) {
                return configuration.getParameter(param);
            }

            @Override
            public Set<String> getParameterNames() {
                return configuration.getParameterNames();
            }

            @Override
            public @Nullable LoginService getLoginService() {
                return configuration.getLoginService();
            }

            @Override
            public @Nullable IdentityService getIdentityService() {
                return configuration.getIdentityService();
            }

            @Override
            public boolean isSessionRenewedOnAuthentication() {
                return configuration.isSessionRenewedOnAuthentication();
            }

            @Override
            public int getSessionMaxInactiveIntervalOnAuthentication() {
                return configuration.getSessionMaxInactiveIntervalOnAuthentication();
            }
        }
    }

    /** Creates authenticators by their type. */
    interface Factory {
        /**
         * The authenticator; null if the type is not known here.
         *
         * @param context null if the security handler is in none
         */
        @Nullable
        Authenticator getAuthenticator(Server server, @Nullable Context context, Configuration configuration);

        /**
         * An authenticator that takes the place of the login that a context is configured with, while {@link Authenticator#isInEffect()} says so, as
         * that of Jakarta Authentication does; null for none.
         */
        default @Nullable Authenticator getPrecedingAuthenticator(
                Server server, @Nullable Context context, Configuration configuration) {
            return null;
        }
    }
}
