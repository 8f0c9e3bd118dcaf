package org.eclipse.jetty.security.jwt;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.jetty.security.DefaultIdentityService;
import org.eclipse.jetty.security.IdentityService;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.jwt.internal.ClaimRules;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.eclipse.jetty.security.jwt.internal.LogText;
import org.eclipse.jetty.security.jwt.internal.SignedToken;
import org.eclipse.jetty.security.jwt.internal.Users;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows users by the access tokens of some issuers. A signed token is that of the issuer it names; of opaque tokens, the one issuer is asked
 * that has an introspection endpoint. Thread-safe once started.
 */
public class JwtLoginService extends ContainerLifeCycle implements LoginService {
    private static final Logger LOG = LoggerFactory.getLogger(JwtLoginService.class);

    private final Map<String, JwtIssuer> issuers = new LinkedHashMap<>();
    private IdentityService identityService = new DefaultIdentityService();
    private String name;

    /** A service of the realm {@code jwt}. */
    public JwtLoginService() {
        this("jwt");
    }

    /** @param name the name of the realm, which challenges have */
    public JwtLoginService(String name, JwtIssuer... issuers) {
        setName(name);
        for (JwtIssuer issuer : issuers) {
            addIssuer(issuer);
        }
    }

    @Override
    public String getName() {
        return name;
    }

    /** Sets the name of the realm, of printable characters of ASCII without quotes and backslashes. */
    public void setName(String newName) {
        checkNotStarted();
        if (newName == null || !newName.matches("[ !#-\\[\\]-~]+")) {
            throw new IllegalArgumentException(
                    "realm of tokens: " + newName + " (expected: printable characters without quotes)");
        }
        name = newName;
    }

    /** Adds an issuer whose tokens are accepted. */
    public void addIssuer(JwtIssuer issuer) {
        checkNotStarted();
        if (issuers.putIfAbsent(issuer.getIssuer(), issuer) != null) {
            throw new IllegalArgumentException(
                    "issuer: " + issuer.getIssuer() + " (expected: one that is not there yet)");
        }
        addBean(issuer);
    }

    public List<JwtIssuer> getIssuers() {
        return List.copyOf(issuers.values());
    }

    private void checkNotStarted() {
        if (isRunning()) {
            throw new IllegalStateException("the settings of " + this + " cannot change while it is started");
        }
    }

    @Override
    protected void doStart() throws Exception {
        if (issuers.isEmpty()) {
            throw new IllegalStateException("issuers of realm " + name + ": none (expected: some)");
        }
        if (issuers.values().stream().filter(JwtIssuer::isIntrospecting).count() > 1) {
            throw new IllegalStateException("issuers of realm " + name
                    + " with introspection: several (expected: one; an opaque token does not name its issuer)");
        }
        super.doStart();
    }

    /**
     * The user of a token.
     *
     * @throws InvalidTokenException if it is not acceptable
     * @throws IOException if its provider does not answer
     */
    UserIdentity check(BearerToken token) throws InvalidTokenException, IOException {
        SignedToken signed;
        try {
            signed = SignedToken.parse(token.value());
        } catch (InvalidTokenException x) {
            for (JwtIssuer issuer : issuers.values()) {
                if (issuer.isIntrospecting()) {
                    return identify(issuer, issuer.introspect(token.value()));
                }
            }
            throw x;
        }
        String named = ClaimRules.require(signed.claims(), "iss");
        JwtIssuer issuer = issuers.get(named);
        if (issuer == null) {
            throw new InvalidTokenException(
                    "claim iss: " + LogText.of(named) + " (expected: one of " + issuers.keySet() + ")");
        }
        return identify(issuer, issuer.verify(signed, token.value()));
    }

    private UserIdentity identify(JwtIssuer issuer, Map<String, Object> claims) throws InvalidTokenException {
        JwtUserPrincipal user = new JwtUserPrincipal(issuer.nameOf(claims), claims);
        return Users.identity(identityService, user, issuer.rolesOf(claims), List.of());
    }

    /**
     * Checks a token.
     *
     * @param username is not used, as the token names the user
     * @param credentials a {@link BearerToken}
     * @return null if it is not acceptable, or its provider does not answer
     */
    @Override
    public UserIdentity login(
            String username, Object credentials, Request request, Function<Boolean, Session> getOrCreateSession) {
        if (!(credentials instanceof BearerToken token)) {
            return null;
        }
        try {
            return check(token);
        } catch (InvalidTokenException x) {
            LOG.info("{} refuses a token: {}", this, x.getMessage());
        } catch (IOException x) {
            LOG.warn("{} cannot check a token: {}", this, x.getMessage());
        }
        return null;
    }

    /** Returns null: each request brings its token. */
    @Override
    public UserIdentity restore(String username, Set<String> roles) {
        return null;
    }

    @Override
    public boolean validate(UserIdentity user) {
        return user != null && user.getUserPrincipal() instanceof JwtUserPrincipal;
    }

    @Override
    public IdentityService getIdentityService() {
        return identityService;
    }

    @Override
    public void setIdentityService(IdentityService service) {
        checkNotStarted();
        identityService = service;
    }

    @Override
    public void logout(UserIdentity user) {
        // nothing is kept of users
    }

    @Override
    public String toString() {
        return String.format("%s@%x[%s]", getClass().getSimpleName(), hashCode(), name);
    }
}
