package org.eclipse.jetty.security;

import java.io.Serializable;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.eclipse.jetty.security.internal.PendingLogins;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSCredential;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.Oid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Users by tickets of Kerberos, in tokens of SPNEGO (RFC 4559, RFC 4178). Another login service knows who of them may log in, and their
 * roles, by the full name of the principal, as {@code anna@EXAMPLE.ORG}.
 *
 * <p>The key of the service is in a file (key tab), so that no connection to the Kerberos server is needed. Where that is, the JVM reads
 * from {@code krb5.conf}. Thread-safe once started.
 */
public class SPNEGOLoginService extends ContainerLifeCycle implements LoginService {
    /** The request attribute with the token, in Base64, of a negotiation that goes on. */
    public static final String CONTINUATION = SPNEGOLoginService.class.getName() + ".continuation";

    private static final Logger LOG = LoggerFactory.getLogger(SPNEGOLoginService.class);
    /** Within which the client has to go on. */
    private static final int NEGOTIATION_SECONDS = 60;

    private static final String CONTEXT = SPNEGOLoginService.class.getName() + ".context";
    private static final String SPNEGO = "1.3.6.1.5.5.2";
    private static final String KERBEROS = "1.2.840.113554.1.2.2";

    private final GSSManager manager = GSSManager.getInstance();
    private final String name;
    private final LoginService loginService;
    private IdentityService identityService = new DefaultIdentityService();
    private @Nullable Path keyTabPath;
    private String serviceName = "HTTP";
    private @Nullable String hostName;
    private @Nullable Subject service;
    private @Nullable GSSCredential credential;
    private @Nullable LoginContext serviceLogin;

    /** @param loginService knows the users and their roles; it checks no password */
    public SPNEGOLoginService(String realm, LoginService loginService) {
        name = realm;
        this.loginService = loginService;
        addBean(loginService);
        installBean(identityService);
    }

    @Override
    public String getName() {
        return name;
    }

    public @Nullable Path getKeyTabPath() {
        return keyTabPath;
    }

    /** Sets the file with the key of the service; null for that of the JVM's configuration. */
    public void setKeyTabPath(@Nullable Path path) {
        checkNotStarted();
        keyTabPath = path;
    }

    public String getServiceName() {
        return serviceName;
    }

    /** Sets the first part of the service's name; {@code HTTP} unless clients are told otherwise. */
    public void setServiceName(String service) {
        checkNotStarted();
        serviceName = service;
    }

    public @Nullable String getHostName() {
        return hostName;
    }

    /** Sets the name of the host by which clients know the service; null for that of this machine. */
    public void setHostName(@Nullable String host) {
        checkNotStarted();
        hostName = host;
    }

    private void checkNotStarted() {
        if (isRunning()) {
            throw new IllegalStateException("settings cannot change while started: " + this);
        }
    }

    @Override
    public IdentityService getIdentityService() {
        return identityService;
    }

    @Override
    public void setIdentityService(IdentityService newService) {
        checkNotStarted();
        updateBean(identityService, newService);
        identityService = newService;
    }

    @Override
    protected void doStart() throws Exception {
        if (keyTabPath != null && !Files.isReadable(keyTabPath)) {
            throw new IllegalStateException("keyTabPath: " + keyTabPath + " (expected: a file that can be read)");
        }
        if (hostName == null) {
            hostName = InetAddress.getLocalHost().getCanonicalHostName();
        }
        service = new Subject();
        LoginContext login = new LoginContext("", service, null, new KeyTab(serviceName + "/" + hostName, keyTabPath));
        login.login();
        serviceLogin = login;
        try {
            credential = asService(() -> manager.createCredential(
                    null,
                    GSSCredential.INDEFINITE_LIFETIME,
                    new Oid[] {new Oid(KERBEROS), new Oid(SPNEGO)},
                    GSSCredential.ACCEPT_ONLY));
            super.doStart();
        } catch (Exception x) {
            release();
            throw x;
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        release();
    }

    /** Forgets the keys of the service. */
    private void release() throws GSSException, LoginException {
        if (credential != null) {
            credential.dispose();
            credential = null;
        }
        if (serviceLogin != null) {
            serviceLogin.logout();
            serviceLogin = null;
        }
        service = null;
    }

    /** The subject with the keys of the service; null while it is not started. */
    @Nullable
    Subject getService() {
        return service;
    }

    private <T> T asService(PrivilegedExceptionAction<T> action) throws GSSException {
        try {
            return Subject.doAs(service, action);
        } catch (PrivilegedActionException x) {
            if (x.getException() instanceof GSSException failure) {
                throw failure;
            }
            throw new IllegalStateException(x.getException());
        }
    }

    /**
     * Accepts a token.
     *
     * @param username is not used, as the ticket names the user
     * @param credentials the token in Base64
     * @return null if the token is wrong, or the user is not known; or if the negotiation goes on, with {@link #CONTINUATION}
     */
    @Override
    public @Nullable UserIdentity login(
            @Nullable String username,
            @Nullable Object credentials,
            Request request,
            Function<Boolean, @Nullable Session> getOrCreateSession) {
        if (credentials == null) {
            return null;
        }
        Session session = getOrCreateSession.apply(false);
        GSSContext context = null;
        boolean goesOn = false;
        try {
            byte[] token = Base64.getDecoder().decode((String) credentials);
            context = session != null
                            && session.removeAttribute(CONTEXT) instanceof Negotiation begun
                            && begun.context != null
                            && !isInitial(token)
                    ? begun.context
                    : asService(() -> manager.createContext(credential));
            GSSContext negotiation = context;
            byte[] answer = asService(() -> negotiation.acceptSecContext(token, 0, token.length));
            String encoded = answer == null ? null : Base64.getEncoder().encodeToString(answer);
            if (context.isEstablished()) {
                return identity(context.getSrcName().toString(), encoded);
            }
            // the client had guessed another mechanism, and goes on in the same session
            Session negotiating = getOrCreateSession.apply(true);
            if (session == null) {
                // anybody can begin
                PendingLogins.shorten(negotiating, NEGOTIATION_SECONDS);
            }
            negotiating.setAttribute(CONTEXT, new Negotiation(context));
            request.setAttribute(CONTINUATION, encoded);
            goesOn = true;
        } catch (GSSException | IllegalArgumentException x) {
            LOG.info("{} refuses a token of {}: {}", this, Request.getRemoteAddr(request), x.toString());
            LOG.debug("refused", x);
        } finally {
            if (context != null && !goesOn) {
                dispose(context);
            }
        }
        return null;
    }

    /** Whether a token begins a negotiation (RFC 2743, section 3.1), whatever has begun before. */
    private static boolean isInitial(byte[] token) {
        return token.length > 0 && token[0] == 0x60;
    }

    private static void dispose(GSSContext context) {
        try {
            context.dispose();
        } catch (GSSException x) {
            LOG.debug("not disposed of", x);
        }
    }

    private @Nullable UserIdentity identity(String user, @Nullable String token) {
        // without roles: a service that knows nobody by name must not let everybody in
        UserIdentity known = loginService.restore(user, null);
        if (known == null) {
            LOG.info("{} does not know {}, who has a right ticket", loginService, user);
            return null;
        }
        Subject subject = new Subject();
        SPNEGOUserPrincipal principal = new SPNEGOUserPrincipal(user, token);
        subject.getPrincipals().add(principal);
        subject.getPrincipals().addAll(known.getSubject().getPrincipals());
        subject.setReadOnly();
        String[] roles = known instanceof UserIdentity.RoleIdentity listed
                ? listed.roles().toArray(new String[0])
                : new String[0];
        return identityService.newUserIdentity(subject, principal, roles);
    }

    @Override
    public @Nullable UserIdentity restore(String username, @Nullable Set<String> roles) {
        return identity(username, null);
    }

    @Override
    public boolean validate(UserIdentity user) {
        return loginService.validate(user);
    }

    @Override
    public void logout(UserIdentity user) {
        loginService.logout(user);
    }

    @Override
    public String toString() {
        return String.format("%s@%x[%s]", getClass().getSimpleName(), hashCode(), name);
    }

    /** A negotiation that goes on; where the session is stored meanwhile, it begins again. Confined to its session. */
    private static final class Negotiation implements Serializable {
        private static final long serialVersionUID = 1L;

        private final transient GSSContext context;

        private Negotiation(GSSContext context) {
            this.context = context;
        }
    }

    /** The JAAS configuration that reads the key of the service. Immutable. */
    private static final class KeyTab extends Configuration {
        private final Map<String, String> options = new HashMap<>();

        private KeyTab(String principal, @Nullable Path file) {
            options.put("principal", principal);
            options.put("useKeyTab", "true");
            options.put("storeKey", "true");
            options.put("isInitiator", "false");
            options.put("doNotPrompt", "true");
            if (file != null) {
                options.put("keyTab", file.toAbsolutePath().toString());
            }
        }

        @Override
        public AppConfigurationEntry[] getAppConfigurationEntry(String entry) {
            return new AppConfigurationEntry[] {
                new AppConfigurationEntry(
                        "com.sun.security.auth.module.Krb5LoginModule",
                        AppConfigurationEntry.LoginModuleControlFlag.REQUIRED,
                        options)
            };
        }
    }
}
