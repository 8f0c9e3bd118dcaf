package org.eclipse.jetty.security.internal;

import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.IdentityService;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.ServerAuthException;
import org.eclipse.jetty.security.SingleSignOn;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Authenticates when somebody asks for the user. Confined to the request's thread. */
public class DeferredAuthenticationState implements AuthenticationState.Deferred {
    private static final Logger LOG = LoggerFactory.getLogger(DeferredAuthenticationState.class);

    private final LoginAuthenticator authenticator;
    private IdentityService.@Nullable Association association;

    public DeferredAuthenticationState(LoginAuthenticator authenticator) {
        this.authenticator = authenticator;
    }

    @Override
    public AuthenticationState.@Nullable Succeeded authenticate(Request request) {
        try {
            AuthenticationState state = known(request, null);
            if (state == null) {
                // without a response there is no challenge
                state = authenticator.validateRequest(request, null, null);
            }
            if (state instanceof AuthenticationState.Succeeded succeeded) {
                associate(succeeded.getUserIdentity());
                return succeeded;
            }
        } catch (ServerAuthException x) {
            LOG.debug("could not authenticate {}", request, x);
        }
        return null;
    }

    @Override
    public @Nullable AuthenticationState authenticate(Request request, Response response, Callback callback) {
        try {
            AuthenticationState state = known(request, response);
            if (state == null) {
                state = authenticator.validateRequest(request, response, callback);
            }
            if (state instanceof AuthenticationState.Succeeded succeeded
                    && !(state instanceof AuthenticationState.ResponseSent)) {
                associate(succeeded.getUserIdentity());
            }
            return state;
        } catch (ServerAuthException x) {
            LOG.debug("could not authenticate {}", request, x);
            return null;
        }
    }

    private @Nullable AuthenticationState known(Request request, @Nullable Response response) {
        SingleSignOn signOn = SingleSignOn.of(request);
        return signOn == null ? null : signOn.authenticate(authenticator, request, response);
    }

    private void associate(@Nullable UserIdentity user) {
        LoginService logins = authenticator.getLoginService();
        IdentityService service = logins == null ? null : logins.getIdentityService();
        if (service != null) {
            association = service.associate(user, null);
        }
    }

    @Override
    public AuthenticationState.@Nullable Succeeded login(
            String username, Object password, Request request, Response response) {
        UserIdentity user = authenticator.login(username, password, request, response);
        if (user == null) {
            return null;
        }
        associate(user);
        return new LoginAuthenticator.UserAuthenticationSucceeded("API", user);
    }

    @Override
    public void logout(Request request, Response response) {
        authenticator.logout(request, response);
        // otherwise credentials in the request would authenticate the user again
        AuthenticationState.setAuthenticationState(
                request, new LoginAuthenticator.LoggedOutAuthentication(authenticator));
    }

    @Override
    public IdentityService.@Nullable Association getAssociation() {
        return association;
    }
}
