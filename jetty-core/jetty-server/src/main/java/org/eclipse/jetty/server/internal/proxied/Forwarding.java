package org.eclipse.jetty.server.internal.proxied;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * What the fields of proxies say of a request, gathered field by field and then applied.
 *
 * <pre>
 * authority  forced, Forwarded host, Forwarded by (proxy as authority), X-Forwarded-Host, X-Forwarded-Server; the first wins
 * its port   of that authority, X-Forwarded-Port, X-Proxied-Https, none; without any authority that of the request
 * scheme     Forwarded proto, X-Forwarded-Proto, X-Proxied-Https, TLS fields
 * client     Forwarded for, X-Forwarded-For
 * </pre>
 *
 * Confined to one request.
 */
public final class Forwarding {
    private final ForwardedRequestCustomizer settings;
    private final int securePort;
    private boolean anything;
    private @Nullable ForwardedParser forwarded;
    private @Nullable HostPort host;
    private @Nullable HostPort server;
    private @Nullable HostPort client;
    private int port = -1;
    private @Nullable String scheme;
    private @Nullable String proxiedScheme;
    private @Nullable String cipherSuite;
    private @Nullable String sessionId;
    private X509Certificate @Nullable [] certificates;

    /** The fields that are looked for. */
    public enum Kind {
        FORWARDED,
        HOST,
        SERVER,
        FOR,
        PORT,
        PROTO,
        HTTPS,
        CIPHER_SUITE,
        SESSION_ID
    }

    public Forwarding(ForwardedRequestCustomizer settings, int securePort) {
        this.settings = settings;
        this.securePort = securePort;
    }

    /** Takes a field; the first of several of the same name counts. */
    public void accept(Kind kind, HttpField field) {
        String value = field.getValue();
        if (StringUtil.isBlank(value)
                || kind != Kind.FORWARDED && leftMost(value).isEmpty()) {
            return;
        }
        anything = true;
        switch (kind) {
            case FORWARDED -> {
                ForwardedParser parser = new ForwardedParser(value);
                parser.parse();
                merge(parser);
            }
            case HOST -> host = host == null ? authority(value) : host;
            case SERVER -> server = server == null ? authority(value) : server;
            case FOR -> {
                String first = leftMost(value);
                if (client == null && !"unknown".equalsIgnoreCase(first)) {
                    client = new HostPort(first);
                }
            }
            case PORT -> port = port < 0 ? HostPort.parsePort(leftMost(value)) : port;
            case PROTO -> scheme = scheme == null ? checkedScheme(leftMost(value)) : scheme;
            case HTTPS -> proxiedScheme = switched(leftMost(value));
            case CIPHER_SUITE -> cipherSuite = cipherSuite == null ? value : cipherSuite;
            case SESSION_ID -> sessionId = sessionId == null ? value : sessionId;
        }
    }

    /** Takes the certificates of the client, its own first. */
    public void accept(X509Certificate[] ofClient) {
        anything = true;
        certificates = ofClient;
    }

    private boolean isTls() {
        return cipherSuite != null || sessionId != null || certificates != null;
    }

    private void merge(ForwardedParser next) {
        if (forwarded == null) {
            forwarded = next;
            return;
        }
        forwarded.by = forwarded.by == null ? next.by : forwarded.by;
        forwarded.forClient = forwarded.forClient == null ? next.forClient : forwarded.forClient;
        forwarded.host = forwarded.host == null ? next.host : forwarded.host;
        forwarded.proto = forwarded.proto == null ? next.proto : forwarded.proto;
    }

    /** The first item of a list that is not empty (RFC 9110, section 5.6.1); empty where there is none. */
    public static String leftMost(String list) {
        int from = 0;
        while (true) {
            int comma = list.indexOf(',', from);
            String item = (comma < 0 ? list.substring(from) : list.substring(from, comma)).trim();
            if (!item.isEmpty() || comma < 0) {
                return item;
            }
            from = comma + 1;
        }
    }

    private static HostPort authority(String value) {
        return new HostPort(leftMost(value));
    }

    private static String switched(String value) {
        if ("on".equalsIgnoreCase(value) || "true".equalsIgnoreCase(value)) {
            return HttpScheme.HTTPS.asString();
        }
        if ("off".equalsIgnoreCase(value) || "false".equalsIgnoreCase(value)) {
            return HttpScheme.HTTP.asString();
        }
        throw new BadMessageException("Bad X-Proxied-Https of a proxy: " + StringUtil.printable(value));
    }

    /** RFC 3986, section 3.1. */
    private static String checkedScheme(String value) {
        if (value.isEmpty()) {
            throw new BadMessageException("Empty scheme of a proxy");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (!letter && (i == 0 || (c < '0' || c > '9') && c != '+' && c != '-' && c != '.')) {
                throw new BadMessageException("Bad scheme of a proxy: " + StringUtil.printable(value));
            }
        }
        return StringUtil.asciiToLowerCase(value);
    }

    /** The request as it was when it came to the first proxy. */
    public Request apply(Request request, @Nullable HostPort forced) {
        if (!anything && forced == null) {
            return request;
        }
        String newScheme = newScheme();
        if (isTls()) {
            request.setAttribute(
                    EndPoint.SslSessionData.ATTRIBUTE,
                    EndPoint.SslSessionData.from(null, sessionId, cipherSuite, certificates));
        }
        HostPort newAuthority = newAuthority(request, forced);
        InetSocketAddress newClient = newClient();
        if (newScheme == null && newAuthority == null && newClient == null) {
            return request;
        }
        return new ForwardedRequest(request, newScheme, newAuthority, newClient);
    }

    private @Nullable String newScheme() {
        if (forwarded != null && forwarded.proto != null) {
            return checkedScheme(forwarded.proto);
        }
        if (scheme != null) {
            return scheme;
        }
        if (proxiedScheme != null) {
            return proxiedScheme;
        }
        return isTls() && settings.isSslIsSecure() ? HttpScheme.HTTPS.asString() : null;
    }

    private @Nullable HostPort newAuthority(Request request, @Nullable HostPort forced) {
        if (forced != null) {
            return forced;
        }
        int portOfOthers = -1;
        if (settings.getForwardedPortAsAuthority()) {
            if (port > 0) {
                portOfOthers = port;
            } else if (proxiedScheme != null) {
                portOfOthers = HttpScheme.HTTPS.is(proxiedScheme) ? securePort : 0;
            }
        }
        HostPort named = namedAuthority();
        if (named != null) {
            return named.hasPort() || portOfOthers <= 0 ? named : new HostPort(named.getHost(), portOfOthers);
        }
        String name = Request.getServerName(request);
        return portOfOthers < 0 || name == null ? null : new HostPort(name, portOfOthers);
    }

    private @Nullable HostPort namedAuthority() {
        if (forwarded != null && forwarded.host != null) {
            return new HostPort(forwarded.host);
        }
        String by = forwarded == null ? null : forwarded.by;
        if (settings.getProxyAsAuthority() && by != null && isAddress(by)) {
            return new HostPort(by);
        }
        if (host != null) {
            return host;
        }
        return settings.getProxyAsAuthority() ? null : server;
    }

    /** Whether a node is an address, not "unknown" or hidden (RFC 7239, section 6). */
    private static boolean isAddress(String node) {
        return !node.isEmpty() && node.charAt(0) != '_' && !"unknown".equalsIgnoreCase(node);
    }

    private @Nullable InetSocketAddress newClient() {
        HostPort node = client;
        if (forwarded != null && forwarded.forClient != null) {
            node = isAddress(forwarded.forClient) ? nodeAddress(forwarded.forClient) : null;
        }
        if (node == null) {
            return null;
        }
        int clientPort = node.getPort();
        if (clientPort <= 0 && !settings.getForwardedPortAsAuthority() && port > 0) {
            clientPort = port;
        }
        return InetSocketAddress.createUnresolved(node.getHost(), Math.max(0, clientPort));
    }

    /** A node whose port may be hidden: {@code 1.2.3.4:_gazonk}. */
    private static HostPort nodeAddress(String node) {
        int hidden = node.lastIndexOf(":_");
        return new HostPort(hidden < 0 ? node : node.substring(0, hidden));
    }

    /** A request with another scheme, authority or client. */
    private static final class ForwardedRequest extends Request.Wrapper {
        private final HttpURI uri;
        private final HttpFields headers;
        private final ConnectionMetaData connection;
        private final boolean secure;

        private ForwardedRequest(
                Request request,
                @Nullable String scheme,
                @Nullable HostPort authority,
                @Nullable InetSocketAddress client) {
            super(request);
            secure = scheme == null
                    ? request.isSecure()
                    : HttpScheme.HTTPS.is(scheme)
                            || HttpScheme.WSS.is(scheme)
                            || scheme.equals(request.getConnectionMetaData()
                                    .getHttpConfiguration()
                                    .getSecureScheme());
            HttpURI.Mutable builder = HttpURI.build(request.getHttpURI());
            if (scheme != null) {
                builder.scheme(scheme);
            }
            HttpFields fields = request.getHeaders();
            if (authority != null) {
                builder.host(authority.getHost()).port(authority.hasPort() ? authority.getPort() : -1);
                fields = HttpFields.build(fields, new HttpField(HttpHeader.HOST, authority.toString()));
            }
            uri = builder.asImmutable();
            headers = fields;
            connection = new ForwardedConnection(request.getConnectionMetaData(), secure, authority, client);
        }

        @Override
        public HttpURI getHttpURI() {
            return uri;
        }

        @Override
        public HttpFields getHeaders() {
            return headers;
        }

        @Override
        public ConnectionMetaData getConnectionMetaData() {
            return connection;
        }

        @Override
        public boolean isSecure() {
            return secure;
        }
    }

    /** What is known of the client's connection to the first proxy. */
    private static final class ForwardedConnection extends ConnectionMetaData.Wrapper {
        private final boolean secure;
        private final @Nullable HostPort authority;
        private final @Nullable InetSocketAddress client;

        private ForwardedConnection(
                ConnectionMetaData wrapped,
                boolean secure,
                @Nullable HostPort authority,
                @Nullable InetSocketAddress client) {
            super(wrapped);
            this.secure = secure;
            this.authority = authority;
            this.client = client;
        }

        @Override
        public boolean isSecure() {
            return secure;
        }

        @Override
        public @Nullable HostPort getServerAuthority() {
            return authority == null ? super.getServerAuthority() : authority;
        }

        @Override
        public @Nullable SocketAddress getRemoteSocketAddress() {
            return client == null ? super.getRemoteSocketAddress() : client;
        }
    }
}
