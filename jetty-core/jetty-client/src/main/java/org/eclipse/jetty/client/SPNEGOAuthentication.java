package org.eclipse.jetty.client;

import java.net.URI;
import java.nio.file.Path;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.thread.AutoLock;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.GSSName;
import org.ietf.jgss.Oid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers challenges of the scheme Negotiate by tickets of Kerberos (RFC 4559, RFC 4178): those of a key tab, or those that
 * {@code kinit} has put into a cache. Where the Kerberos server is, the JVM reads from {@code krb5.conf}.
 *
 * <p>A token serves for one request: each request has a new one. The first of them, and one in the lifetime of a ticket, blocks its
 * thread while the Kerberos server is asked. That the server proves who it is too is left to TLS. Settings are made before use.
 * Thread-safe.
 */
public class SPNEGOAuthentication extends AbstractAuthentication {
    private static final Logger LOG = LoggerFactory.getLogger(SPNEGOAuthentication.class);
    private static final String NEGOTIATE = "Negotiate";
    private static final String SPNEGO = "1.3.6.1.5.5.2";

    private final AutoLock lock = new AutoLock();
    private final GSSManager manager = GSSManager.getInstance();
    private @Nullable String userName;
    private @Nullable Path userKeyTabPath;
    private String serviceName = "HTTP";
    private boolean useTicketCache;
    private @Nullable Path ticketCachePath;
    private boolean renewTGT;
    /** With the tickets; null before the first login. Guarded by lock. */
    private @Nullable Subject subject;

    /** @param uri to which, and below which, tokens are sent */
    public SPNEGOAuthentication(URI uri) {
        super(uri, ANY_REALM);
    }

    @Override
    public String getType() {
        return NEGOTIATE;
    }

    /** Returns the name of the user, such as {@code anna@EXAMPLE.ORG}; null for that of the ticket cache. */
    public @Nullable String getUserName() {
        return userName;
    }

    public void setUserName(@Nullable String name) {
        userName = name;
    }

    /** Returns the file with the keys of the user. */
    public @Nullable Path getUserKeyTabPath() {
        return userKeyTabPath;
    }

    public void setUserKeyTabPath(@Nullable Path file) {
        userKeyTabPath = file;
    }

    /** Returns the name of the service, which precedes the host; HTTP by default. */
    public String getServiceName() {
        return serviceName;
    }

    public void setServiceName(String name) {
        serviceName = name;
    }

    /** Returns whether tickets of a cache are used. */
    public boolean isUseTicketCache() {
        return useTicketCache;
    }

    public void setUseTicketCache(boolean use) {
        useTicketCache = use;
    }

    /** Returns the file of the cache; null for that of the system. */
    public @Nullable Path getTicketCachePath() {
        return ticketCachePath;
    }

    public void setTicketCachePath(@Nullable Path file) {
        ticketCachePath = file;
    }

    /** Returns whether the ticket of the cache is renewed. */
    public boolean isRenewTGT() {
        return renewTGT;
    }

    public void setRenewTGT(boolean renew) {
        renewTGT = renew;
    }

    @Override
    public @Nullable Result authenticate(
            Request request, ContentResponse response, HeaderInfo headerInfo, Attributes context) {
        String token = newToken(request.getHost());
        return token == null ? null : new SPNEGOResult(headerInfo.getHeader(), token);
    }

    /** Returns a token for a service of a host; null if there is no ticket, of which the log tells. */
    private @Nullable String newToken(String host) {
        try {
            try {
                return newToken(host, login(false));
            } catch (GSSException x) {
                // the tickets may have expired
                LOG.debug("no token for {}, logging in again", host, x);
                return newToken(host, login(true));
            }
        } catch (LoginException | GSSException x) {
            LOG.warn("No token of Kerberos for {}@{}: {}", serviceName, host, x.toString());
            return null;
        }
    }

    private String newToken(String host, Subject user) throws GSSException {
        PrivilegedExceptionAction<byte[]> action = () -> {
            GSSName service = manager.createName(serviceName + "@" + host, GSSName.NT_HOSTBASED_SERVICE);
            GSSContext context = manager.createContext(service, new Oid(SPNEGO), null, GSSContext.DEFAULT_LIFETIME);
            try {
                context.requestMutualAuth(false);
                return context.initSecContext(new byte[0], 0, 0);
            } finally {
                context.dispose();
            }
        };
        try {
            return Base64.getEncoder().encodeToString(Subject.doAs(user, action));
        } catch (PrivilegedActionException x) {
            if (x.getException() instanceof GSSException failure) {
                throw failure;
            }
            throw new IllegalStateException(x.getException());
        }
    }

    private Subject login(boolean again) throws LoginException {
        try (AutoLock l = lock.lock()) {
            if (subject == null || again) {
                Subject user = new Subject();
                new LoginContext("", user, null, configuration()).login();
                subject = user;
            }
            return subject;
        }
    }

    private Configuration configuration() {
        Map<String, String> options = new HashMap<>();
        options.put("doNotPrompt", "true");
        options.put("refreshKrb5Config", "true");
        if (userName != null) {
            options.put("principal", userName);
        }
        if (userKeyTabPath != null) {
            options.put("useKeyTab", "true");
            options.put("keyTab", userKeyTabPath.toString());
        }
        if (useTicketCache) {
            options.put("useTicketCache", "true");
            options.put("renewTGT", Boolean.toString(renewTGT));
            if (ticketCachePath != null) {
                options.put("ticketCache", ticketCachePath.toString());
            }
        }
        AppConfigurationEntry entry = new AppConfigurationEntry(
                "com.sun.security.auth.module.Krb5LoginModule",
                AppConfigurationEntry.LoginModuleControlFlag.REQUIRED,
                options);
        return new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return new AppConfigurationEntry[] {entry};
            }
        };
    }

    /** Sends a token with each request: the one that is there first, and new ones afterwards. */
    public class SPNEGOResult implements Result {
        private final java.util.concurrent.atomic.AtomicReference<@Nullable String> first;
        private final HttpHeader header;

        /** @param token in Base64 */
        public SPNEGOResult(HttpHeader header, String token) {
            this.header = header;
            this.first = new java.util.concurrent.atomic.AtomicReference<>(token);
        }

        @Override
        public URI getURI() {
            return SPNEGOAuthentication.this.getURI();
        }

        @Override
        public void apply(Request request) {
            String token = first.getAndSet(null);
            if (token == null) {
                token = newToken(request.getHost());
            }
            if (token != null) {
                String value = NEGOTIATE + " " + token;
                request.headers(fields -> fields.put(header, value));
            }
        }
    }
}
