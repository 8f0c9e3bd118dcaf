package org.eclipse.jetty.security.ldap;

import com.unboundid.ldap.sdk.Attribute;
import com.unboundid.ldap.sdk.BindRequest;
import com.unboundid.ldap.sdk.DereferencePolicy;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPConnectionPool;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.LDAPInterface;
import com.unboundid.ldap.sdk.LDAPSearchException;
import com.unboundid.ldap.sdk.LDAPURL;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchResultEntry;
import com.unboundid.ldap.sdk.SearchScope;
import com.unboundid.ldap.sdk.ServerSet;
import com.unboundid.ldap.sdk.SimpleBindRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a directory by the LDAP SDK of UnboundID. Thread-safe. */
final class LdapClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LdapClient.class);

    /** What a directory answers where name, password or account are wrong (RFC 4511, appendix A). */
    private static final Set<ResultCode> REFUSED = Set.of(
            ResultCode.INVALID_CREDENTIALS,
            ResultCode.NO_SUCH_OBJECT,
            ResultCode.INVALID_DN_SYNTAX,
            ResultCode.INAPPROPRIATE_AUTHENTICATION,
            ResultCode.CONSTRAINT_VIOLATION,
            ResultCode.UNWILLING_TO_PERFORM);

    /** How many threads wait for each one that asks. */
    private static final int WAITING = 4;

    private final ServerSet servers;
    private final ServerSet serviceServers;
    private final @Nullable BindRequest service;
    private final Settings settings;
    private final LdapTurns binds;
    private final LdapTurns searches;
    private @Nullable LDAPConnectionPool pool;
    private boolean closed;

    /** Timeouts are in milliseconds. */
    record Settings(
            String[] urls,
            boolean startTls,
            int connectTimeout,
            int responseTimeout,
            int maxConnections,
            int maxBinds,
            boolean followReferrals) {}

    /** @throws IllegalArgumentException a URL or the name of the service account is malformed */
    LdapClient(Settings settings, SSLSocketFactory tls, @Nullable String bindDn, @Nullable String bindPassword) {
        this.settings = settings;
        List<LDAPURL> urls = new ArrayList<>();
        for (String url : settings.urls()) {
            urls.add(parse(url));
        }
        if (urls.isEmpty()) {
            throw new IllegalArgumentException("urls: none (expected: ldap://host:port or ldaps://host:port)");
        }
        if (bindDn != null && (bindPassword == null || bindPassword.isEmpty())) {
            throw new IllegalArgumentException("bindPassword: none (expected: the password of " + bindDn + ")");
        }
        service = bindDn == null ? null : new SimpleBindRequest(bindDn, bindPassword);
        LdapServers all = new LdapServers(
                urls,
                settings.startTls(),
                tls,
                settings.connectTimeout(),
                settings.responseTimeout(),
                settings.followReferrals());
        searches = new LdapTurns(
                settings.maxConnections(), WAITING * settings.maxConnections(), settings.responseTimeout());
        binds = new LdapTurns(settings.maxBinds(), WAITING * settings.maxBinds(), settings.responseTimeout());
        servers = all.with(null);
        serviceServers = all.with(service);
    }

    private static LDAPURL parse(String text) {
        try {
            LDAPURL url = new LDAPURL(text);
            String scheme = url.getScheme().toLowerCase(Locale.ROOT);
            if (url.hostProvided() && (scheme.equals("ldap") || scheme.equals("ldaps"))) {
                return url;
            }
            throw new IllegalArgumentException("url: " + text + " (expected: ldap://host:port or ldaps://host:port)");
        } catch (LDAPException x) {
            throw new IllegalArgumentException(
                    "url: " + text + " (expected: ldap://host:port or ldaps://host:port): " + x.getMessage(), x);
        }
    }

    /** Makes the pool at the first search, without a connection. */
    private synchronized LDAPConnectionPool pool() throws LDAPException {
        if (closed) {
            throw new LDAPException(ResultCode.CONNECT_ERROR, "the client is closed");
        }
        if (pool == null) {
            pool = new LDAPConnectionPool(serviceServers, service, 0, settings.maxConnections());
            pool.setConnectionPoolName("jetty");
            pool.setCreateIfNecessary(false);
            pool.setMaxWaitTimeMillis(settings.responseTimeout());
            pool.setMaxConnectionAgeMillis(600_000);
            // as of a connection that the directory or a firewall has closed meanwhile
            pool.setRetryFailedOperationsDueToInvalidConnections(true);
        }
        return pool;
    }

    /**
     * Searches as the service account.
     *
     * @param some whether the first entries are returned where there are more than the limit, rather than a failure
     * @see LdapDirectory#search
     */
    List<LdapEntry> search(boolean some, String base, boolean subtree, String filter, int limit, String... attributes) {
        searches.acquire();
        try {
            return search(pool(), request(base, subtree, filter, limit, attributes));
        } catch (LDAPSearchException x) {
            // fewer than asked for: the directory has a lower limit of its own, and nothing is known of the others
            if (some && x.getResultCode() == ResultCode.SIZE_LIMIT_EXCEEDED && x.getEntryCount() >= limit) {
                return entries(x.getSearchEntries());
            }
            throw unavailable("cannot be searched below " + base + " by " + filter, x);
        } catch (LDAPException x) {
            throw unavailable("cannot be searched below " + base + " by " + filter, x);
        } finally {
            searches.release();
        }
    }

    private static SearchRequest request(String base, boolean subtree, String filter, int limit, String... attributes)
            throws LDAPException {
        SearchScope scope = subtree ? SearchScope.SUB : SearchScope.BASE;
        return new SearchRequest(base, scope, DereferencePolicy.NEVER, limit, 0, false, filter, attributes);
    }

    private static List<LdapEntry> search(LDAPInterface connection, SearchRequest request) throws LDAPException {
        return entries(connection.search(request).getSearchEntries());
    }

    private static List<LdapEntry> entries(List<SearchResultEntry> found) {
        List<LdapEntry> entries = new ArrayList<>();
        for (SearchResultEntry entry : found) {
            Map<String, List<String>> values = new HashMap<>();
            for (Attribute attribute : entry.getAttributes()) {
                values.put(attribute.getName().toLowerCase(Locale.ROOT), List.of(attribute.getValues()));
            }
            entries.add(new LdapEntry(entry.getDN(), values));
        }
        return entries;
    }

    /** See {@link LdapDirectory#bind}. */
    LdapDirectory.@Nullable UserConnection bind(String dn, String password) {
        binds.acquire();
        LdapDirectory.UserConnection bound = null;
        try {
            bound = authenticate(dn, password);
            return bound;
        } finally {
            if (bound == null) {
                binds.release();
            }
        }
    }

    private LdapDirectory.@Nullable UserConnection authenticate(String dn, String password) {
        LDAPConnection connection;
        try {
            connection = servers.getConnection();
        } catch (LDAPException x) {
            throw unavailable("cannot be reached", x);
        }
        try {
            connection.bind(new SimpleBindRequest(dn, password));
            return new Bound(connection);
        } catch (LDAPException x) {
            connection.close();
            if (REFUSED.contains(x.getResultCode())) {
                LOG.debug("{} is refused: {}", dn, x.getResultCode());
                return null;
            }
            throw unavailable("cannot check the password of " + dn, x);
        }
    }

    private LdapException unavailable(String what, LDAPException cause) {
        String message = "Directory " + String.join(", ", settings.urls()) + " " + what + ": " + cause.getResultCode()
                + ", " + cause.getMessage();
        LOG.warn("{}", message);
        return new LdapException(message, cause);
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (pool != null) {
            pool.close();
            pool = null;
        }
    }

    /** Confined to one thread. */
    private final class Bound implements LdapDirectory.UserConnection {
        private final LDAPConnection connection;
        private boolean open = true;

        private Bound(LDAPConnection connection) {
            this.connection = connection;
        }

        @Override
        public List<LdapEntry> search(String base, boolean subtree, String filter, int limit, String... attributes) {
            try {
                SearchRequest request = request(base, subtree, filter, limit, attributes);
                // the password of a user does not go to other servers
                request.setFollowReferrals(false);
                return LdapClient.search(connection, request);
            } catch (LDAPException x) {
                throw unavailable("cannot be searched below " + base + " by " + filter, x);
            }
        }

        @Override
        public void close() {
            if (open) {
                open = false;
                connection.close();
                binds.release();
            }
        }
    }
}
