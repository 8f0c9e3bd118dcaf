package org.eclipse.jetty.security.authentication;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.SPNEGOLoginService;
import org.eclipse.jetty.security.SPNEGOUserPrincipal;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.internal.DeferredResponse;
import org.eclipse.jetty.security.internal.RefusedCredentials;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Authentication by tickets of Kerberos (RFC 4559), with a {@link SPNEGOLoginService}.
 *
 * <p>Each request is authenticated by itself, unless a duration is set for which the session is enough. Thread-safe once configured.
 */
public class SPNEGOAuthenticator extends LoginAuthenticator {
    private static final String SCHEME = "Negotiate";
    private static final String USER = SPNEGOAuthenticator.class.getName() + ".user";

    private final String authenticationType;
    private Duration authenticationDuration = Duration.ofNanos(-1);

    /** A user that logged in, and until when the session is enough. */
    private record SessionUser(SessionAuthentication user, Instant until) implements Serializable {}

    public SPNEGOAuthenticator() {
        this(Authenticator.SPNEGO_AUTH);
    }

    /** @param type the name of the authentication type */
    public SPNEGOAuthenticator(String type) {
        authenticationType = type;
    }

    @Override
    public String getAuthenticationType() {
        return authenticationType;
    }

    public Duration getAuthenticationDuration() {
        return authenticationDuration;
    }

    /** Sets how long a session is enough after a ticket; negative for not at all, zero for as long as the session lives. */
    public void setAuthenticationDuration(Duration duration) {
        authenticationDuration = duration;
    }

    /** Logs a user in by a token in Base64, for which the name is not used. */
    @Override
    public @Nullable UserIdentity login(
            @Nullable String username, @Nullable Object token, Request request, @Nullable Response response) {
        // a token is good for one check: the second one would be a replay
        LoginService service = configuredLoginService();
        if (RefusedCredentials.contain(request, service, username, token)) {
            return null;
        }
        // not by LoginGuard: a ticket is nothing that is guessed
        UserIdentity user = service.login(username, token, request, request::getSession);
        if (user == null) {
            RefusedCredentials.add(request, service, username, token);
            return null;
        }
        updateSession(request, response);
        loggedIn(user, request, response);
        return user;
    }

    @Override
    public boolean hasCredentials(Request request) {
        return super.hasCredentials(request) || remembered(request) != null;
    }

    @Override
    public void logout(Request request, @Nullable Response response) {
        super.logout(request, response);
        Session session = request.getSession(false);
        if (session != null) {
            session.removeAttribute(USER);
        }
    }

    @Override
    public @Nullable AuthenticationState validateRequest(
            Request request, @Nullable Response response, @Nullable Callback callback) {
        String token = token(request.getHeaders().get(HttpHeader.AUTHORIZATION));
        if (token != null) {
            UserIdentity user = login(null, token, request, response);
            if (user != null) {
                Response answered = DeferredResponse.of(request, response);
                if (answered != null
                        && user.getUserPrincipal() instanceof SPNEGOUserPrincipal principal
                        && principal.getEncodedToken() != null) {
                    answered.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, SCHEME + " " + principal.getEncodedToken());
                }
                remember(request, user);
                return new UserAuthenticationSucceeded(authenticationType, user);
            }
        } else {
            SessionAuthentication remembered = remembered(request);
            if (remembered != null) {
                return remembered;
            }
        }
        if (AuthenticationState.Deferred.isDeferred(response)) {
            return null;
        }
        assert callback != null : "with the response";
        boolean goesOn = request.getAttribute(SPNEGOLoginService.CONTINUATION) != null;
        writeChallenge(
                request,
                response,
                callback,
                goesOn ? SCHEME + " " + request.getAttribute(SPNEGOLoginService.CONTINUATION) : SCHEME);
        return AuthenticationState.CHALLENGE;
    }

    private void remember(Request request, UserIdentity user) {
        if (authenticationDuration.isNegative()) {
            return;
        }
        Instant until =
                authenticationDuration.isZero() ? Instant.MAX : Instant.now().plus(authenticationDuration);
        sessionOfLogin(request)
                .setAttribute(USER, new SessionUser(new SessionAuthentication(authenticationType, user), until));
    }

    private @Nullable SessionAuthentication remembered(Request request) {
        Session session = authenticationDuration.isNegative() ? null : request.getSession(false);
        if (session == null || !(session.getAttribute(USER) instanceof SessionUser known)) {
            return null;
        }
        UserIdentity user = Instant.now().isBefore(known.until()) ? known.user().getUserIdentity() : null;
        if (user != null && configuredLoginService().validate(user)) {
            return known.user();
        }
        session.removeAttribute(USER);
        return null;
    }

    /** The token of the field; null if the client sent none. */
    private static @Nullable String token(@Nullable String authorization) {
        return authorization != null && authorization.regionMatches(true, 0, SCHEME + " ", 0, SCHEME.length() + 1)
                ? authorization.substring(SCHEME.length() + 1).trim()
                : null;
    }
}
