package org.eclipse.jetty.security.ldap;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.security.Password;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers of a directory, and how they are reached. Several URLs are copies of one directory: the first that answers is used.
 *
 * <p>Searches share a pool of connections, which are authenticated as the service account. A user is authenticated over a connection
 * of its own. Nothing connects before the first login, so that the server starts without the directory. Settings change before it is
 * started; then thread-safe.
 */
public class LdapDirectory extends ContainerLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(LdapDirectory.class);

    /** A URL without TLS of another machine. */
    private static final Pattern CLEAR_TEXT = Pattern.compile(
            "^ldap://(?!localhost(?:[:/?]|$)|127\\.[0-9.]+(?:[:/?]|$)|\\[::1\\])", Pattern.CASE_INSENSITIVE);

    private static final int TIMEOUT = 5000;
    private static final int MAX_CONNECTIONS = 10;
    private static final int MAX_BINDS = 20;

    private String urls = "ldap://localhost:389";
    private boolean startTls;
    private @Nullable String bindDn;
    private @Nullable String bindPassword;
    private int connectTimeout = TIMEOUT;
    private int responseTimeout = TIMEOUT;
    private int maxConnections = MAX_CONNECTIONS;
    private int maxBinds = MAX_BINDS;
    private boolean followReferrals;
    private SslContextFactory.@Nullable Client sslContextFactory;
    private volatile @Nullable LdapClient client;

    public String getUrls() {
        return urls;
    }

    /** Sets URLs of the schemes {@code ldap} and {@code ldaps} (RFC 4516), separated by white space or commas. */
    public void setUrls(String newUrls) {
        checkNotStarted();
        urls = newUrls;
    }

    public boolean isStartTls() {
        return startTls;
    }

    /** Sets whether connections of the scheme {@code ldap} must begin TLS by StartTLS. */
    public void setStartTls(boolean start) {
        checkNotStarted();
        startTls = start;
    }

    public @Nullable String getBindDn() {
        return bindDn;
    }

    /** Sets the name of the service account that searches; null or empty to search without authentication. */
    public void setBindDn(@Nullable String dn) {
        checkNotStarted();
        bindDn = StringUtil.isBlank(dn) ? null : dn;
    }

    /** Sets the password of the service account, plain or obfuscated, see {@link Password}. */
    public void setBindPassword(@Nullable String password) {
        checkNotStarted();
        bindPassword = password == null ? null : new Password(password).toString();
    }

    /** The milliseconds for a connection. */
    public int getConnectTimeout() {
        return connectTimeout;
    }

    public void setConnectTimeout(int milliseconds) {
        checkNotStarted();
        connectTimeout = positive("connectTimeout", milliseconds);
    }

    /** The milliseconds for each answer of the directory, and for a free connection of the pool. */
    public int getResponseTimeout() {
        return responseTimeout;
    }

    public void setResponseTimeout(int milliseconds) {
        checkNotStarted();
        responseTimeout = positive("responseTimeout", milliseconds);
    }

    public int getMaxConnections() {
        return maxConnections;
    }

    /**
     * Sets the most connections of the pool, and so of searches in parallel. Four times as many wait for at most {@link
     * #getResponseTimeout}; further ones are answered by 503 at once.
     */
    public void setMaxConnections(int connections) {
        checkNotStarted();
        maxConnections = positive("maxConnections", connections);
    }

    public int getMaxBinds() {
        return maxBinds;
    }

    /**
     * Sets the most passwords that are checked in parallel, each over a connection of its own; 20 by default. Four times as many wait
     * for at most {@link #getResponseTimeout}; further ones are answered by 503 at once.
     */
    public void setMaxBinds(int binds) {
        checkNotStarted();
        maxBinds = positive("maxBinds", binds);
    }

    public boolean isFollowReferrals() {
        return followReferrals;
    }

    /** Sets whether searches go on at other servers that the directory names; they get the password of the service account. */
    public void setFollowReferrals(boolean follow) {
        checkNotStarted();
        followReferrals = follow;
    }

    public SslContextFactory.@Nullable Client getSslContextFactory() {
        return sslContextFactory;
    }

    /** Sets whom to trust over TLS; null for the authorities that the JVM trusts. Names of hosts are always checked. */
    public void setSslContextFactory(SslContextFactory.@Nullable Client factory) {
        checkNotStarted();
        updateBean(sslContextFactory, factory);
        sslContextFactory = factory;
    }

    /** Sets a file of trusted certificates, which is a key store; null or empty for the authorities that the JVM trusts. */
    public void setTrustStore(@Nullable String path, @Nullable String password) {
        if (StringUtil.isBlank(path)) {
            setSslContextFactory(null);
            return;
        }
        SslContextFactory.Client factory = new SslContextFactory.Client();
        factory.setTrustStorePath(path);
        factory.setTrustStorePassword(password);
        setSslContextFactory(factory);
    }

    private static int positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: at least 1)");
        }
        return value;
    }

    private void checkNotStarted() {
        if (isRunning()) {
            throw new IllegalStateException("settings cannot change while started: " + this);
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        String[] all = StringUtil.csvSplit(urls.replaceAll("\\s+", ","));
        if (!startTls) {
            Stream.of(all).filter(LdapDirectory::isClearText).forEach(LdapDirectory::warnOfClearText);
        }
        SSLSocketFactory tls = sslContextFactory == null
                ? (SSLSocketFactory) SSLSocketFactory.getDefault()
                : Objects.requireNonNull(sslContextFactory.getSslContext(), "started")
                        .getSocketFactory();
        client = new LdapClient(
                new LdapClient.Settings(
                        all, startTls, connectTimeout, responseTimeout, maxConnections, maxBinds, followReferrals),
                tls,
                bindDn,
                bindPassword);
    }

    /** Whether passwords go over a network as they are. */
    private static boolean isClearText(String url) {
        return CLEAR_TEXT.matcher(url).find();
    }

    private static void warnOfClearText(String url) {
        LOG.warn("{} gets passwords in clear text (expected: ldaps://, or StartTLS by startTls)", url);
    }

    @Override
    protected void doStop() throws Exception {
        if (client != null) {
            client.close();
            client = null;
        }
        super.doStop();
    }

    /**
     * Searches as the service account.
     *
     * @param base the name of the entry to search
     * @param subtree whether all entries below are searched, or that entry alone
     * @param filter as of RFC 4515, with values escaped by {@link #escapeFilter}
     * @param limit the most entries
     * @param attributes the attributes to read
     * @throws LdapException the directory cannot be asked, or there are more entries
     */
    public List<LdapEntry> search(String base, boolean subtree, String filter, int limit, String... attributes) {
        return client().search(false, base, subtree, filter, limit, attributes);
    }

    /**
     * Searches as {@link #search} does, and returns the first entries where there are more than the limit.
     *
     * @throws LdapException the directory cannot be asked, or returns fewer entries than the limit although it has more
     */
    public List<LdapEntry> searchFirst(String base, boolean subtree, String filter, int limit, String... attributes) {
        return client().search(true, base, subtree, filter, limit, attributes);
    }

    private LdapClient client() {
        LdapClient open = client;
        if (open == null) {
            throw new LdapException(this + " is not started", null);
        }
        return open;
    }

    /**
     * Authenticates a user by a simple bind (RFC 4513, section 5.1.3).
     *
     * @return a connection that is authenticated as the user; null if name or password is wrong. Close it.
     * @throws LdapException the directory cannot be asked
     */
    public @Nullable UserConnection bind(String dn, String password) {
        // RFC 4513, section 5.1.2: a bind without password succeeds, and authenticates nobody
        return StringUtil.isEmpty(password) || StringUtil.isEmpty(dn) ? null : client().bind(dn, password);
    }

    /** Escapes a value for a filter (RFC 4515, section 3). */
    public static String escapeFilter(String value) {
        StringBuilder escaped = new StringBuilder(value.length() + 8);
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '*' || c == '(' || c == ')' || c == '\\' || c < ' ' || c == 0x7f) {
                escaped.append(String.format("\\%02x", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** Escapes a value for a distinguished name (RFC 4514, section 2.4). */
    public static String escapeDn(String value) {
        return Rdn.escapeValue(value).replace("\0", "\\00");
    }

    /** A connection that is authenticated as a user. Confined to one thread. */
    public interface UserConnection extends AutoCloseable {
        /** Searches as the user, see {@link LdapDirectory#search}. */
        List<LdapEntry> search(String base, boolean subtree, String filter, int limit, String... attributes);

        @Override
        void close();
    }
}
