package org.eclipse.jetty.security.openid;

import java.io.IOException;
import java.util.LinkedHashMap;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.authentication.SessionAuthentication;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.eclipse.jetty.security.jwt.internal.LogText;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps logins in sessions, refreshes them, and removes those that have ended. Thread-safe. */
final class SessionLogin {
    private static final Logger LOG = LoggerFactory.getLogger(SessionLogin.class);
    /** The session attribute of whose session it is, which stays when the login ends: what is in it is of that user. */
    private static final String OWNER = SessionLogin.class.getName() + ".owner";

    private final OpenIdConfiguration configuration;
    private final OpenIdLoginService service;

    SessionLogin(OpenIdConfiguration configuration, OpenIdLoginService service) {
        this.configuration = configuration;
        this.service = service;
    }

    /** The login of this provider that a session has, if there is one. */
    @Nullable
    OpenIdAuthentication peek(@Nullable Session session) {
        return session != null
                        && session.getAttribute(SessionAuthentication.AUTHENTICATED_ATTRIBUTE)
                                instanceof OpenIdAuthentication login
                        && login.isOf(configuration)
                ? login
                : null;
    }

    /** The login that a request has by its session; null if there is none, or it has ended. */
    @Nullable
    OpenIdAuthentication current(Request request) {
        Session session = request.getSession(false);
        OpenIdAuthentication login = peek(session);
        if (session == null || login == null) {
            return null;
        }
        if (configuration.logouts().isLoggedOut(login.login())) {
            session.invalidate();
            return null;
        }
        if (configuration.settings().isRefreshTokens() && login.needsRefresh(configuration.now())) {
            login = refresh(session);
        }
        UserIdentity user =
                login == null ? null : login.restore(service, session.getAttribute(OpenIdAuthenticator.RESPONSE));
        if (login == null || user == null || !service.validate(user)) {
            remove(session);
            return null;
        }
        if (login.register()) {
            configuration.logouts().add(session, login.login());
        }
        return login;
    }

    /** Refreshes once for all requests of a session; returns null if the provider refuses. */
    private @Nullable OpenIdAuthentication refresh(Session session) {
        synchronized (session) {
            OpenIdAuthentication login = peek(session);
            long now = configuration.now();
            // another request may have done it, or failed to
            if (login == null || !login.needsRefresh(now)) {
                return login;
            }
            if (!(session.getAttribute(OpenIdAuthenticator.RESPONSE) instanceof java.util.Map<?, ?> response)) {
                return login;
            }
            LinkedHashMap<String, Object> members = new LinkedHashMap<>();
            response.forEach((name, value) -> members.put((String) name, value));
            try {
                TokenEndpoint.Tokens tokens = configuration.tokenEndpoint().refresh(login.claims(), members);
                if (tokens == null) {
                    login.refreshFailed(now);
                    return login;
                }
                UserIdentity user = service.identify(new OpenIdCredentials(tokens.claims(), tokens.response()));
                if (peek(session) != login) {
                    // a logout did not wait
                    return peek(session);
                }
                return user == null ? null : store(session, user);
            } catch (TokenEndpoint.RefusedException | InvalidTokenException x) {
                LOG.warn("The login of {} ends, its tokens cannot be refreshed: {}", name(login), x.getMessage());
                return null;
            } catch (IOException x) {
                LOG.warn("The tokens of {} cannot be refreshed now: {}", name(login), x.getMessage());
                login.refreshFailed(now);
                return login;
            }
        }
    }

    private static String name(OpenIdAuthentication login) {
        return LogText.of(String.valueOf(login.claims().get("sub")));
    }

    /** Whether what a session has may be of somebody else than the user who logs in. */
    boolean isOfAnother(@Nullable Session session, OpenIdCredentials credentials) {
        if (session == null) {
            return false;
        }
        Object owner = session.getAttribute(OWNER);
        return owner == null
                ? Boolean.TRUE.equals(session.getAttribute(SecurityHandler.SESSION_AUTHENTICATED_ATTRIBUTE))
                : !owner.equals(owner(credentials));
    }

    private String owner(OpenIdCredentials credentials) {
        return configuration.id() + " " + credentials.getUserId();
    }

    /** Keeps a login, in place of one before. */
    OpenIdAuthentication store(Session session, UserIdentity user) {
        OpenIdCredentials credentials = ((OpenIdUserPrincipal) user.getUserPrincipal()).getCredentials();
        OpenIdAuthentication login = new OpenIdAuthentication(configuration.id(), user, configuration.now());
        session.setAttribute(OpenIdAuthenticator.CLAIMS, new LinkedHashMap<>(credentials.getClaims()));
        session.setAttribute(OpenIdAuthenticator.RESPONSE, credentials.getResponse());
        session.setAttribute(OpenIdAuthenticator.ISSUER, configuration.getIssuer());
        session.setAttribute(OWNER, owner(credentials));
        session.setAttribute(SessionAuthentication.AUTHENTICATED_ATTRIBUTE, login);
        login.register();
        configuration.logouts().add(session, login.login());
        return login;
    }

    /** Forgets the login. */
    void remove(Session session) {
        session.removeAttribute(SessionAuthentication.AUTHENTICATED_ATTRIBUTE);
        session.removeAttribute(OpenIdAuthenticator.CLAIMS);
        session.removeAttribute(OpenIdAuthenticator.RESPONSE);
        session.removeAttribute(OpenIdAuthenticator.ISSUER);
        configuration.logouts().remove(session);
    }
}
