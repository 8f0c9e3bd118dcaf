package org.eclipse.jetty.security.ldap;

import com.unboundid.ldap.sdk.BindRequest;
import com.unboundid.ldap.sdk.FailoverServerSet;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPConnectionOptions;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.LDAPURL;
import com.unboundid.ldap.sdk.PostConnectProcessor;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.ServerSet;
import com.unboundid.ldap.sdk.SingleServerSet;
import com.unboundid.ldap.sdk.StartTLSPostConnectProcessor;
import java.util.ArrayList;
import java.util.List;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to the servers of a directory, in the order of their URLs: to the next where one cannot be reached, does not answer
 * in time, or its certificate is wrong. Thread-safe.
 */
final class LdapServers {
    private final List<LDAPURL> urls;
    private final boolean startTls;
    private final SSLSocketFactory tls;
    private final LDAPConnectionOptions options;

    /**
     * @param startTls whether connections of the scheme {@code ldap} begin TLS by StartTLS (RFC 4511, section 4.14)
     * @param connectTimeout in milliseconds
     * @param responseTimeout in milliseconds
     */
    LdapServers(
            List<LDAPURL> urls,
            boolean startTls,
            SSLSocketFactory tls,
            int connectTimeout,
            int responseTimeout,
            boolean followReferrals) {
        this.urls = List.copyOf(urls);
        this.startTls = startTls;
        this.tls = new CheckingSocketFactory(tls);
        options = new LDAPConnectionOptions();
        options.setConnectTimeoutMillis(connectTimeout);
        options.setResponseTimeoutMillis(responseTimeout);
        options.setAbandonOnTimeout(true);
        options.setUseSynchronousMode(true);
        options.setFollowReferrals(followReferrals);
        options.setReferralHopLimit(3);
        options.setReferralConnector((url, from) -> refer(url, from.getLastBindRequest()));
    }

    /** @param bind authenticates each connection; null for none */
    ServerSet with(@Nullable BindRequest bind) {
        List<ServerSet> servers = new ArrayList<>();
        for (LDAPURL url : urls) {
            servers.add(server(url, bind));
        }
        FailoverServerSet all = new FailoverServerSet(servers);
        all.setReOrderOnFailover(true);
        return all;
    }

    private ServerSet server(LDAPURL url, @Nullable BindRequest bind) {
        boolean ldaps = isLdaps(url);
        SocketFactory sockets = ldaps ? tls : SocketFactory.getDefault();
        PostConnectProcessor upgrade = startTls && !ldaps ? new StartTLSPostConnectProcessor(tls) : null;
        return new SingleServerSet(url.getHost(), url.getPort(), sockets, options, bind, upgrade);
    }

    private static boolean isLdaps(LDAPURL url) {
        return "ldaps".equalsIgnoreCase(url.getScheme());
    }

    /** The password of the service account follows a referral only where it stays as protected as it was. */
    private LDAPConnection refer(LDAPURL url, @Nullable BindRequest bind) throws LDAPException {
        if (!isLdaps(url) && !startTls && urls.stream().anyMatch(LdapServers::isLdaps)) {
            throw new LDAPException(
                    ResultCode.CONFIDENTIALITY_REQUIRED,
                    "referral to " + url.getHost() + " in clear text (expected: ldaps, as that of the directory)");
        }
        return server(url, bind).getConnection();
    }
}
