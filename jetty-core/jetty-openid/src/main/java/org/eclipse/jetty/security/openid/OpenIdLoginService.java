package org.eclipse.jetty.security.openid;

import java.security.Principal;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.security.auth.Subject;
import org.eclipse.jetty.security.DefaultIdentityService;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.IdentityService;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.RolePrincipal;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.jwt.internal.Claims;
import org.eclipse.jetty.security.jwt.internal.LogText;
import org.eclipse.jetty.security.jwt.internal.Users;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs users in by {@link OpenIdCredentials}. Their roles are those of claims, and those that another login service has for their
 * names. Thread-safe once configured.
 */
public class OpenIdLoginService extends ContainerLifeCycle implements LoginService {
    private static final Logger LOG = LoggerFactory.getLogger(OpenIdLoginService.class);

    private final OpenIdConfiguration configuration;
    private @Nullable LoginService roles;
    private IdentityService identityService = new DefaultIdentityService();
    private @Nullable Boolean authenticateNewUsers;

    public OpenIdLoginService(OpenIdConfiguration configuration) {
        this(configuration, null);
    }

    /**
     * A service whose users must be known to another one, unless {@link #setAuthenticateNewUsers} lets others in.
     *
     * @param loginService what knows the roles of users by their names, without credentials; null for those of claims only
     */
    public OpenIdLoginService(OpenIdConfiguration configuration, @Nullable LoginService loginService) {
        this.configuration = configuration;
        this.roles = loginService;
        installBean(configuration);
        if (loginService != null) {
            installBean(loginService);
        }
    }

    /**
     * Sets a file that has the roles of users, as realms of {@link HashLoginService} have them: {@code ann: *,admin}. Passwords in it
     * have no effect. As with any other login service, users who are not in it are not let in unless
     * {@link #setAuthenticateNewUsers} says so.
     *
     * @param file the file; null or empty for none
     */
    public void setRolesFile(@Nullable String file) {
        if (isRunning()) {
            throw new IllegalStateException("the file of roles cannot change while the login service runs");
        }
        HashLoginService service = null;
        if (file != null && !file.isBlank()) {
            Resource resource = ResourceFactory.of(this).newResource(file);
            if (!Resources.isReadableFile(resource)) {
                throw new IllegalArgumentException("file of roles: " + file + " (expected: a file that can be read)");
            }
            service = new HashLoginService("roles of " + configuration.getIssuer(), resource);
        }
        updateBean(roles, service);
        roles = service;
    }

    @Override
    public @Nullable String getName() {
        return configuration.getIssuer();
    }

    public OpenIdConfiguration getConfiguration() {
        return configuration;
    }

    /** Whether users may log in who are unknown to the other login service; that of the configuration by default. */
    public boolean isAuthenticateNewUsers() {
        return authenticateNewUsers == null ? configuration.isAuthenticateNewUsers() : authenticateNewUsers;
    }

    public void setAuthenticateNewUsers(boolean authenticate) {
        authenticateNewUsers = authenticate;
    }

    @Override
    public @Nullable UserIdentity login(
            @Nullable String username,
            @Nullable Object credentials,
            Request request,
            Function<Boolean, @Nullable Session> getOrCreateSession) {
        if (!(credentials instanceof OpenIdCredentials openid)) {
            return null;
        }
        openid.redeemAuthCode(configuration);
        return openid.getUserId() == null ? null : identify(openid);
    }

    /** The user of credentials that were redeemed; null if the user is not let in. */
    @Nullable
    UserIdentity identify(OpenIdCredentials credentials) {
        String claim = configuration.settings().userNameClaim();
        Map<String, Object> claims = credentials.getClaims();
        assert claims != null : "the code was redeemed";
        if (!(claims.get(claim) instanceof String name) || name.isBlank()) {
            LOG.warn("User {} has no claim {} for a name", LogText.of(String.valueOf(claims.get("sub"))), claim);
            return null;
        }
        UserIdentity known = roles == null ? null : roles.restore(name, null);
        if (roles != null && known == null && !isAuthenticateNewUsers()) {
            LOG.warn("User {} of {} is not known to {}", LogText.of(name), configuration.getIssuer(), roles.getName());
            return null;
        }
        OpenIdUserPrincipal user = new OpenIdUserPrincipal(credentials, name);
        UserIdentity identity = Users.identity(
                identityService,
                user,
                Claims.roles(claims, configuration.settings().rolesClaims()),
                known == null ? Set.of() : known.getSubject().getPrincipals(RolePrincipal.class));
        return known == null ? identity : new WithRoles(identity, known);
    }

    /** A user with the roles that another login service knows. Immutable. */
    private record WithRoles(UserIdentity user, UserIdentity known) implements UserIdentity {
        @Override
        public Subject getSubject() {
            return user.getSubject();
        }

        @Override
        public Principal getUserPrincipal() {
            return user.getUserPrincipal();
        }

        @Override
        public boolean isUserInRole(String role) {
            return user.isUserInRole(role) || known.isUserInRole(role);
        }
    }

    /** Returns null: the claims of users are needed to restore them, which the authenticator keeps. */
    @Override
    public @Nullable UserIdentity restore(String username, @Nullable Set<String> before) {
        return null;
    }

    /** Whether the user has logged in here, and the ID token has not expired if that matters. */
    @Override
    public boolean validate(@Nullable UserIdentity user) {
        return user != null
                && user.getUserPrincipal() instanceof OpenIdUserPrincipal principal
                && !(user instanceof WithRoles known && roles != null && !roles.validate(known.known()))
                && !(configuration.isLogoutWhenIdTokenIsExpired()
                        && principal.getCredentials().isExpired());
    }

    @Override
    public IdentityService getIdentityService() {
        return identityService;
    }

    @Override
    public void setIdentityService(IdentityService service) {
        if (isRunning()) {
            throw new IllegalStateException("the identity service cannot change while the login service runs");
        }
        identityService = service;
    }

    @Override
    public void logout(UserIdentity user) {
        // what there is of users is in their sessions
    }
}
