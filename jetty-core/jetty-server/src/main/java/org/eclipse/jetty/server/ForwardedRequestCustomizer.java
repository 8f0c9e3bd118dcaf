package org.eclipse.jetty.server;

import java.security.cert.X509Certificate;
import java.util.EnumMap;
import java.util.Map;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.internal.proxied.ClientCertificateFields;
import org.eclipse.jetty.server.internal.proxied.Forwarding;
import org.eclipse.jetty.server.internal.proxied.TrustedProxies;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.Index;
import org.jspecify.annotations.Nullable;

/**
 * Shows requests as they were when they came to the first proxy: scheme, authority, client's address, TLS.
 *
 * <p>It believes the Forwarded field (RFC 7239), and the X-Forwarded fields that were used before it, which yield to it. A
 * client can send them as well: {@linkplain #setForwardedTrusted name the proxies} that are believed. Without that, any client is,
 * and of a list the left-most item counts, so that the proxy must remove or overwrite what clients send. A field with a null name is
 * ignored. Bad values are answered by 400.
 *
 * <p>Thread-safe once configured.
 */
public class ForwardedRequestCustomizer implements HttpConfiguration.Customizer {
    private final Map<Forwarding.Kind, String> names = new EnumMap<>(Forwarding.Kind.class);
    private volatile Index<Forwarding.Kind> kinds;
    private @Nullable HostPort forced;
    private boolean proxyAsAuthority;
    private boolean forwardedPortAsAuthority = true;
    private boolean sslIsSecure = true;
    private volatile @Nullable TrustedProxies trusted;
    private volatile @Nullable ClientCertificateFields certificateFields;

    public ForwardedRequestCustomizer() {
        names.put(Forwarding.Kind.FORWARDED, "Forwarded");
        names.put(Forwarding.Kind.HOST, "X-Forwarded-Host");
        names.put(Forwarding.Kind.SERVER, "X-Forwarded-Server");
        names.put(Forwarding.Kind.FOR, "X-Forwarded-For");
        names.put(Forwarding.Kind.PORT, "X-Forwarded-Port");
        names.put(Forwarding.Kind.PROTO, "X-Forwarded-Proto");
        names.put(Forwarding.Kind.HTTPS, "X-Proxied-Https");
        names.put(Forwarding.Kind.CIPHER_SUITE, "Proxy-auth-cert");
        names.put(Forwarding.Kind.SESSION_ID, "Proxy-ssl-id");
        index();
    }

    private void index() {
        Index.Builder<Forwarding.Kind> builder = new Index.Builder<>();
        builder.caseSensitive(false);
        names.forEach((kind, name) -> builder.with(name, kind));
        kinds = builder.build();
    }

    private void setName(Forwarding.Kind kind, String name) {
        if (name == null || name.isBlank()) {
            names.remove(kind);
        } else {
            names.put(kind, name);
        }
        index();
    }

    /** Whether the proxy is the authority: then Forwarded's "by" is used, and X-Forwarded-Server is not. */
    public boolean getProxyAsAuthority() {
        return proxyAsAuthority;
    }

    public void setProxyAsAuthority(boolean proxy) {
        proxyAsAuthority = proxy;
    }

    /** Sets whether only the Forwarded field is looked at; false for the default names of the others. */
    public void setForwardedOnly(boolean only) {
        if (only) {
            names.keySet()
                    .removeIf(kind -> kind != Forwarding.Kind.FORWARDED
                            && kind != Forwarding.Kind.CIPHER_SUITE
                            && kind != Forwarding.Kind.SESSION_ID);
            index();
        } else {
            ForwardedRequestCustomizer defaults = new ForwardedRequestCustomizer();
            defaults.names.forEach(names::putIfAbsent);
            index();
        }
    }

    /** The authority that every request has; null for those of the fields. */
    public @Nullable String getForcedHost() {
        return forced == null ? null : forced.toString();
    }

    public void setForcedHost(@Nullable String hostAndPort) {
        forced = hostAndPort == null ? null : new HostPort(hostAndPort);
    }

    /** As {@link #getForcedHost()}. */
    public @Nullable String getHostHeader() {
        return getForcedHost();
    }

    public void setHostHeader(@Nullable String hostHeader) {
        setForcedHost(hostHeader);
    }

    /** Whether X-Forwarded-Port is a port of the authority, not of the client. */
    public boolean getForwardedPortAsAuthority() {
        return forwardedPortAsAuthority;
    }

    public void setForwardedPortAsAuthority(boolean authority) {
        forwardedPortAsAuthority = authority;
    }

    /** Whether a cipher suite or TLS session id tells that the client used https. */
    public boolean isSslIsSecure() {
        return sslIsSecure;
    }

    public void setSslIsSecure(boolean secure) {
        sslIsSecure = secure;
    }

    /** The name of the field of RFC 7239. */
    public @Nullable String getForwardedHeader() {
        return names.get(Forwarding.Kind.FORWARDED);
    }

    public void setForwardedHeader(String name) {
        setName(Forwarding.Kind.FORWARDED, name);
    }

    /** The name of the field with the authority that the client asked for. */
    public @Nullable String getForwardedHostHeader() {
        return names.get(Forwarding.Kind.HOST);
    }

    public void setForwardedHostHeader(String name) {
        setName(Forwarding.Kind.HOST, name);
    }

    /** The name of the field with the name of the proxy. */
    public @Nullable String getForwardedServerHeader() {
        return names.get(Forwarding.Kind.SERVER);
    }

    public void setForwardedServerHeader(String name) {
        setName(Forwarding.Kind.SERVER, name);
    }

    /** The name of the field with the address of the client. */
    public @Nullable String getForwardedForHeader() {
        return names.get(Forwarding.Kind.FOR);
    }

    public void setForwardedForHeader(String name) {
        setName(Forwarding.Kind.FOR, name);
    }

    /** The name of the field with the port that the client asked for. */
    public @Nullable String getForwardedPortHeader() {
        return names.get(Forwarding.Kind.PORT);
    }

    public void setForwardedPortHeader(String name) {
        setName(Forwarding.Kind.PORT, name);
    }

    /** The name of the field with the scheme that the client used. */
    public @Nullable String getForwardedProtoHeader() {
        return names.get(Forwarding.Kind.PROTO);
    }

    public void setForwardedProtoHeader(String name) {
        setName(Forwarding.Kind.PROTO, name);
    }

    /** The name of the field that says whether the client used TLS. */
    public @Nullable String getForwardedHttpsHeader() {
        return names.get(Forwarding.Kind.HTTPS);
    }

    public void setForwardedHttpsHeader(String name) {
        setName(Forwarding.Kind.HTTPS, name);
    }

    /** The name of the field with the cipher suite of the TLS connection. */
    public @Nullable String getForwardedCipherSuiteHeader() {
        return names.get(Forwarding.Kind.CIPHER_SUITE);
    }

    public void setForwardedCipherSuiteHeader(String name) {
        setName(Forwarding.Kind.CIPHER_SUITE, name);
    }

    /** The name of the field with the id of the TLS session. */
    public @Nullable String getForwardedSslSessionIdHeader() {
        return names.get(Forwarding.Kind.SESSION_ID);
    }

    public void setForwardedSslSessionIdHeader(String name) {
        setName(Forwarding.Kind.SESSION_ID, name);
    }

    /** Returns the addresses of proxies that are believed, separated by commas; empty for any. */
    public String getForwardedTrusted() {
        TrustedProxies current = trusted;
        return current == null ? "" : current.getAddresses();
    }

    /**
     * Sets the proxies that are believed: addresses, ranges and networks, separated by commas, as in {@code 10.0.0.0/8,::1}, and {@code unix}
     * for those that connect by a Unix-domain socket. Empty for any.
     *
     * <p>Fields of a request that comes from another address are not looked at. Lists are read from the right, as each proxy has appended
     * who its client was: the first address that is not a proxy of these is the client.
     *
     * @throws IllegalArgumentException if an address is malformed
     */
    public void setForwardedTrusted(String addresses) {
        trusted = addresses == null || addresses.isBlank() ? null : TrustedProxies.of(addresses);
    }

    /** Returns the fields with the certificate of the client: {@code none}, {@code client-cert} or {@code ssl-client-cert}. */
    public String getForwardedCertificate() {
        ClientCertificateFields fields = certificateFields;
        return fields == null ? "none" : fields.getSetting();
    }

    /**
     * Sets the fields in which proxies pass the certificate of the client on, after they have checked it: {@code client-cert} for
     * {@code Client-Cert} and {@code Client-Cert-Chain} (RFC 9440), {@code ssl-client-cert} for {@code Ssl-Client-Cert} with
     * {@code $ssl_client_escaped_cert} of nginx, {@code none} for none. The certificates are those of the request as if the client had
     * connected by TLS to this server. Requests from other addresses lose these fields.
     *
     * @throws IllegalArgumentException if the name is another one, or if no proxies are {@linkplain #setForwardedTrusted named}: they
     *     decide who has logged in
     */
    public void setForwardedCertificate(String name) {
        ClientCertificateFields fields = ClientCertificateFields.of(name);
        if (fields != null && trusted == null) {
            throw new IllegalArgumentException("forwardedCertificate: " + name
                    + " (expected: none, or the addresses of the proxies in forwardedTrusted)");
        }
        certificateFields = fields;
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        TrustedProxies proxies = trusted;
        if (proxies != null && proxies.isFrom(request)) {
            return fromRight(request, proxies);
        }
        ClientCertificateFields fields = certificateFields;
        Request ofClient = fields == null ? request : fields.removeFrom(request);
        if (proxies == null) {
            return fromLeft(ofClient);
        }
        return forced == null ? ofClient : newForwarding(ofClient).apply(ofClient, forced);
    }

    /** Believes each proxy: the left-most items count. */
    private Request fromLeft(Request request) {
        HttpFields fields = request.getHeaders();
        Index<Forwarding.Kind> index = kinds;
        Forwarding forwarding = null;
        for (int i = 0; i < fields.size(); i++) {
            HttpField field = fields.getField(i);
            Forwarding.Kind kind = index.get(field.getName());
            if (kind == null) {
                continue;
            }
            if (forwarding == null) {
                forwarding = newForwarding(request);
            }
            try {
                forwarding.accept(kind, field);
            } catch (IllegalArgumentException | BadMessageException x) {
                onError(field, x);
            }
        }
        return apply(forwarding, request);
    }

    /** Believes the proxies that are named: the items count that the last of these, read from the right, has appended. */
    private Request fromRight(Request request, TrustedProxies proxies) {
        Forwarding forwarding = null;
        Index<Forwarding.Kind> index = kinds;
        for (HttpField field : proxies.select(request.getHeaders(), index)) {
            Forwarding.Kind kind = index.get(field.getName());
            assert kind != null : "it is selected by its kind";
            if (forwarding == null) {
                forwarding = newForwarding(request);
            }
            try {
                forwarding.accept(kind, field);
            } catch (IllegalArgumentException | BadMessageException x) {
                onError(field, x);
            }
        }
        ClientCertificateFields fields = certificateFields;
        X509Certificate[] certificates = fields == null ? null : fields.read(request.getHeaders());
        if (certificates != null) {
            forwarding = forwarding == null ? newForwarding(request) : forwarding;
            forwarding.accept(certificates);
        } else if (fields != null) {
            fields.hideOfProxy(request);
        }
        return apply(forwarding, request);
    }

    private Request apply(@Nullable Forwarding forwarding, Request request) {
        if (forwarding == null) {
            return forced == null ? request : newForwarding(request).apply(request, forced);
        }
        try {
            return forwarding.apply(request, forced);
        } catch (IllegalArgumentException x) {
            throw new BadMessageException("Bad Forwarded field", x);
        }
    }

    private Forwarding newForwarding(Request request) {
        return new Forwarding(
                this, getSecurePort(request.getConnectionMetaData().getHttpConfiguration()));
    }

    /** The port of https: as configured, or 443. */
    protected static int getSecurePort(HttpConfiguration configuration) {
        return configuration.getSecurePort() > 0 ? configuration.getSecurePort() : 443;
    }

    /** Called with a field that has a bad value; throws unless overridden. */
    protected void onError(HttpField field, Throwable cause) {
        throw new BadMessageException("Bad header value for " + field.getName(), cause);
    }

    /** The first item of a list; null for null. */
    protected static @Nullable String getLeftMost(String headerValue) {
        return headerValue == null ? null : Forwarding.leftMost(headerValue);
    }

    @Override
    public String toString() {
        return String.format("%s@%x", getClass().getSimpleName(), hashCode());
    }
}
