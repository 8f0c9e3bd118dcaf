package org.eclipse.jetty.security.openid;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.authentication.SessionAuthentication;
import org.eclipse.jetty.security.openid.internal.LogoutRegistry;
import org.eclipse.jetty.security.openid.internal.SealedMap;
import org.jspecify.annotations.Nullable;

/**
 * A user whose login is kept in the session, with the claims. Tokens are in an attribute of their own, which is encrypted where
 * sessions are stored. Thread-safe.
 */
final class OpenIdAuthentication extends SessionAuthentication {
    private static final long serialVersionUID = 1L;
    private static final long RETRY_SECONDS = 10;

    private final String provider;
    private final LinkedHashMap<String, Object> claims;
    /** Seconds since 1970 at which the access token expires; null if it is not known. */
    private final @Nullable Long expires;

    private transient volatile @Nullable UserIdentity identity;
    private transient volatile boolean registered;
    private transient volatile long refreshFailed;

    OpenIdAuthentication(String provider, UserIdentity identity, long now) {
        super(Authenticator.OPENID_AUTH, identity);
        OpenIdCredentials credentials = ((OpenIdUserPrincipal) identity.getUserPrincipal()).getCredentials();
        this.provider = provider;
        this.claims = new LinkedHashMap<>(credentials.getClaims());
        this.expires = credentials.getResponse() != null
                        && credentials.getResponse().get("expires_in") instanceof Number seconds
                ? now + Math.min(Math.max(seconds.longValue(), 0), 1L << 31)
                : null;
        this.identity = identity;
    }

    /** Whether the login is one of a provider, by a client. */
    boolean isOf(OpenIdConfiguration configuration) {
        return provider.equals(configuration.id());
    }

    Map<String, Object> claims() {
        return claims;
    }

    @Override
    public @Nullable UserIdentity getUserIdentity() {
        return identity;
    }

    /** The user, who is identified again after the session was loaded; null if the user is not let in any longer. */
    @Nullable
    UserIdentity restore(OpenIdLoginService service, @Nullable Object response) {
        if (identity == null) {
            identity = service.identify(
                    new OpenIdCredentials(claims, response instanceof SealedMap tokens ? tokens : null));
        }
        return identity;
    }

    /** The login at the provider, to which logouts refer. */
    LogoutRegistry.Login login() {
        String sid = claims.get("sid") instanceof String text ? text : null;
        long issued = claims.get("iat") instanceof Number time ? time.longValue() : 0;
        String sub = (String) claims.get("sub");
        assert sub != null : "required of ID tokens";
        return new LogoutRegistry.Login(sid, sub, issued);
    }

    /** Whether the session is not registered for logouts yet; it is from now on. */
    boolean register() {
        boolean first = !registered;
        registered = true;
        return first;
    }

    /** Whether the access token has expired, and its refresh has not failed within the last 10 seconds. */
    boolean needsRefresh(long now) {
        return expires != null && now >= expires && now - refreshFailed >= RETRY_SECONDS;
    }

    void refreshFailed(long now) {
        refreshFailed = now;
    }
}
