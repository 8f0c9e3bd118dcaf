package org.eclipse.jetty.security.jwt;

import java.io.IOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.jetty.security.DefaultIdentityService;
import org.eclipse.jetty.security.IdentityService;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.internal.ClientNetwork;
import org.eclipse.jetty.security.jwt.internal.ClaimRules;
import org.eclipse.jetty.security.jwt.internal.Confirmation;
import org.eclipse.jetty.security.jwt.internal.DpopProof;
import org.eclipse.jetty.security.jwt.internal.DpopProofs;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.eclipse.jetty.security.jwt.internal.LogText;
import org.eclipse.jetty.security.jwt.internal.SettingText;
import org.eclipse.jetty.security.jwt.internal.SignedToken;
import org.eclipse.jetty.security.jwt.internal.TokenVerifier;
import org.eclipse.jetty.security.jwt.internal.Users;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows users by the access tokens of some issuers. A signed token is that of the issuer it names; of opaque tokens, the one issuer is asked
 * that has an introspection endpoint. Thread-safe once started.
 */
public class JwtLoginService extends ContainerLifeCycle implements LoginService {
    private static final long MAX_WINDOW = 3600;
    private static final Logger LOG = LoggerFactory.getLogger(JwtLoginService.class);

    private final Map<String, JwtIssuer> issuers = new LinkedHashMap<>();
    private IdentityService identityService = new DefaultIdentityService();
    private DpopMode dpop = DpopMode.OFF;
    private boolean dpopNonce;
    private long dpopWindow = 60;
    private List<String> dpopAlgorithms = TokenVerifier.ALGORITHMS;
    private int dpopMaxProofs = 200_000;
    private Clock clock = Clock.systemUTC();
    private DpopProofs proofs;
    private String name = "jwt";

    /** A service of the realm {@code jwt}. */
    public JwtLoginService() {}

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

    // ---- DPoP

    DpopMode dpop() {
        return dpop;
    }

    /** Returns {@code off}, {@code accept} or {@code require}. */
    public String getDpop() {
        return dpop.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Sets whether tokens that are bound to a key of the client are taken, with a proof by DPoP (RFC 9449).
     *
     * @param mode {@code off}, the default; {@code accept}, for tokens with and without it; or {@code require}
     */
    public void setDpop(String mode) {
        checkNotStarted();
        dpop = DpopMode.of(mode);
    }

    public boolean isDpopNonce() {
        return dpopNonce;
    }

    /**
     * Sets whether proofs need a nonce of this server (RFC 9449, section 9); false by default. Clients of several servers without affinity would
     * be asked for another one by each of them.
     */
    public void setDpopNonce(boolean required) {
        checkNotStarted();
        dpopNonce = required;
    }

    public long getDpopWindow() {
        return dpopWindow;
    }

    /** Sets the seconds by which the time of a proof may differ from that of this server; 1 to 3600, 60 by default. */
    public void setDpopWindow(long seconds) {
        checkNotStarted();
        if (seconds < 1 || seconds > MAX_WINDOW) {
            throw new IllegalArgumentException(
                    "time of DPoP proofs: " + seconds + " s (expected: 1 to " + MAX_WINDOW + ")");
        }
        dpopWindow = seconds;
    }

    public List<String> getDpopAlgorithms() {
        return dpopAlgorithms;
    }

    /** Sets the algorithms by which proofs may be signed; all asymmetric ones by default. */
    public void setDpopAlgorithms(String... names) {
        checkNotStarted();
        List<String> pinned = SettingText.names(names);
        pinned.forEach(TokenVerifier::checkAlgorithm);
        dpopAlgorithms = pinned.isEmpty() ? TokenVerifier.ALGORITHMS : List.copyOf(pinned);
    }

    public int getDpopMaxProofs() {
        return dpopMaxProofs;
    }

    /**
     * Sets the most proofs that are remembered, so that none is used twice: those of twice the window. Beyond it, and of one client beyond half of
     * it, requests are answered by 503. 200000 by default, of about 200 bytes each.
     */
    public void setDpopMaxProofs(int max) {
        checkNotStarted();
        if (max < 1) {
            throw new IllegalArgumentException("DPoP proofs that are remembered: " + max + " (expected: 1 or more)");
        }
        dpopMaxProofs = max;
    }

    void setClock(Clock newClock) {
        clock = newClock;
    }

    DpopProofs proofs() {
        return proofs;
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
        proofs = new DpopProofs(dpopAlgorithms, dpopWindow, dpopNonce, dpopMaxProofs, clock);
        super.doStart();
    }

    /**
     * The user of a token.
     *
     * @param proof by which the client shows that it has the key of the token, if there is one
     * @param request that brings it, if one does
     * @throws InvalidTokenException if it is not acceptable
     * @throws IOException if its provider does not answer, or too many proofs are remembered
     */
    UserIdentity check(BearerToken token, @Nullable DpopProof proof, @Nullable Request request)
            throws InvalidTokenException, IOException {
        UserIdentity user = check(token, ClientNetwork.of(request == null ? null : Request.getRemoteAddr(request)));
        Confirmation.check(((JwtUserPrincipal) user.getUserPrincipal()).getClaims(), proof, request);
        if (proof != null) {
            proofs.use(proof, user.getUserPrincipal().getName());
        }
        return user;
    }

    /**
     * The user of a token, without a look at the key that it may be bound to.
     *
     * @param network of the client, as {@link ClientNetwork} has it
     * @throws InvalidTokenException if it is not acceptable
     * @throws IOException if its provider does not answer
     */
    private UserIdentity check(BearerToken token, String network) throws InvalidTokenException, IOException {
        SignedToken signed;
        try {
            signed = SignedToken.parse(token.value());
        } catch (InvalidTokenException x) {
            for (JwtIssuer issuer : issuers.values()) {
                if (issuer.isIntrospecting()) {
                    return identify(issuer, issuer.introspect(token.value(), network));
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
        return identify(issuer, issuer.verify(signed, token.value(), network));
    }

    private UserIdentity identify(JwtIssuer issuer, Map<String, Object> claims) throws InvalidTokenException {
        JwtUserPrincipal user = new JwtUserPrincipal(issuer.nameOf(claims), claims);
        return Users.identity(identityService, user, issuer.rolesOf(claims), List.of());
    }

    /**
     * Checks a token that is not bound to a key, or to that of the client's certificate; none is accepted where proofs are required.
     *
     * @param username is not used, as the token names the user
     * @param credentials a {@link BearerToken}
     * @return null if it is not acceptable, or its provider does not answer
     */
    @Override
    public @Nullable UserIdentity login(
            @Nullable String username,
            @Nullable Object credentials,
            Request request,
            Function<Boolean, @Nullable Session> getOrCreateSession) {
        if (!(credentials instanceof BearerToken token)) {
            return null;
        }
        if (dpop == DpopMode.REQUIRE) {
            LOG.info("{} refuses a token without a proof", this);
            return null;
        }
        try {
            return check(token, null, request);
        } catch (InvalidTokenException x) {
            LOG.info("{} refuses a token: {}", this, x.getMessage());
        } catch (IOException x) {
            LOG.warn("{} cannot check a token: {}", this, x.getMessage());
        }
        return null;
    }

    /** Returns null: each request brings its token. */
    @Override
    public @Nullable UserIdentity restore(String username, @Nullable Set<String> roles) {
        return null;
    }

    @Override
    public boolean validate(@Nullable UserIdentity user) {
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
