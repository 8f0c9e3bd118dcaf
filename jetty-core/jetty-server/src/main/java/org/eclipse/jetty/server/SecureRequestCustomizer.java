package org.eclipse.jetty.server;

import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLSession;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.ssl.X509;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells requests that came through TLS so, and checks that they are for a host of the certificate that was sent.
 *
 * <p>Such a request has the attribute {@link EndPoint.SslSessionData#ATTRIBUTE}; the server's certificate is the
 * attribute {@link #X509_ATTRIBUTE}. A request for another host, or without the server name indication (RFC 6066
 * section 3) where that is required, is answered with 400. Responses may have Strict-Transport-Security (RFC 6797).
 * Thread-safe.
 */
@ManagedObject("Customizes requests that came through TLS")
public class SecureRequestCustomizer implements HttpConfiguration.Customizer {
    /** The name of the attribute with the certificate of the server. */
    public static final String X509_ATTRIBUTE = "org.eclipse.jetty.server.x509";

    private static final Logger LOG = LoggerFactory.getLogger(SecureRequestCustomizer.class);

    private final ServerCertificates certificates = new ServerCertificates();
    private boolean sniRequired;
    private boolean sniHostCheck;
    private long stsMaxAge;
    private boolean stsIncludeSubDomains;
    private @Nullable HttpField stsField;

    public SecureRequestCustomizer() {
        this(true);
    }

    public SecureRequestCustomizer(@Name("sniHostCheck") boolean sniHostCheck) {
        this(sniHostCheck, -1, false);
    }

    public SecureRequestCustomizer(
            @Name("sniHostCheck") boolean sniHostCheck,
            @Name("stsMaxAgeSeconds") long stsMaxAgeSeconds,
            @Name("stsIncludeSubdomains") boolean stsIncludeSubdomains) {
        this(false, sniHostCheck, stsMaxAgeSeconds, stsIncludeSubdomains);
    }

    /**
     * @param sniRequired whether clients must send a server name
     * @param sniHostCheck whether the host of a request must be one of the certificate
     * @param stsMaxAgeSeconds for how long clients keep to TLS; negative for no Strict-Transport-Security
     */
    public SecureRequestCustomizer(
            @Name("sniRequired") boolean sniRequired,
            @Name("sniHostCheck") boolean sniHostCheck,
            @Name("stsMaxAgeSeconds") long stsMaxAgeSeconds,
            @Name("stsIncludeSubdomains") boolean stsIncludeSubdomains) {
        this.sniRequired = sniRequired;
        this.sniHostCheck = sniHostCheck;
        stsMaxAge = stsMaxAgeSeconds;
        stsIncludeSubDomains = stsIncludeSubdomains;
        formatSts();
    }

    @ManagedAttribute("Whether the host of a request must be one of the certificate")
    public boolean isSniHostCheck() {
        return sniHostCheck;
    }

    public void setSniHostCheck(boolean check) {
        sniHostCheck = check;
    }

    @ManagedAttribute("Whether clients must send a server name")
    public boolean isSniRequired() {
        return sniRequired;
    }

    public void setSniRequired(boolean required) {
        sniRequired = required;
    }

    @ManagedAttribute("The seconds of Strict-Transport-Security; negative for none")
    public long getStsMaxAge() {
        return stsMaxAge;
    }

    public void setStsMaxAge(long seconds) {
        setStsMaxAge(seconds, TimeUnit.SECONDS);
    }

    public void setStsMaxAge(long period, TimeUnit unit) {
        stsMaxAge = unit.toSeconds(period);
        formatSts();
    }

    @ManagedAttribute("Whether Strict-Transport-Security is for sub domains too")
    public boolean isStsIncludeSubDomains() {
        return stsIncludeSubDomains;
    }

    public void setStsIncludeSubDomains(boolean include) {
        stsIncludeSubDomains = include;
        formatSts();
    }

    private void formatSts() {
        stsField = stsMaxAge < 0
                ? null
                : new PreEncodedHttpField(
                        HttpHeader.STRICT_TRANSPORT_SECURITY,
                        "max-age=" + stsMaxAge + (stsIncludeSubDomains ? "; includeSubDomains" : ""));
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
        EndPoint.SslSessionData data = endPoint.getSslSessionData();
        Request customized = request;
        if (data != null) {
            customized = newSecureRequest(request, data);
        }
        HttpField sts = stsField;
        if (sts != null && customized.isSecure()) {
            responseHeaders.put(sts);
        }
        return customized;
    }

    /**
     * The request with what is known about TLS.
     *
     * @throws BadMessageException if it is not for a host of the certificate
     */
    protected Request newSecureRequest(Request request, EndPoint.SslSessionData data) {
        SSLSession session = data.sslSession();
        if (session != null) {
            checkSni(request, session);
        }
        // the TLS of the client, where a proxy has passed it on, rather than that of the proxy
        Object forwarded = request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE);
        return new SecureRequest(
                request,
                forwarded instanceof EndPoint.SslSessionData ofClient ? ofClient : data,
                session == null ? null : certificate(session));
    }

    protected void checkSni(Request request, SSLSession session) {
        if (sniRequired && retrieveSni(request, session) == null) {
            LOG.debug("no SNI: {}", request);
            throw new BadMessageException("Invalid SNI");
        }
        if (sniHostCheck) {
            String host = Request.getServerName(request);
            X509 x509 = certificate(session);
            if (x509 == null || host == null || !x509.matches(withoutBrackets(host))) {
                LOG.debug("host {} is not one of certificate {}", host, x509);
                // a client that shares the connection among hosts may ask again over another one (RFC 9110, section
                // 15.5.20)
                boolean shared =
                        request.getConnectionMetaData().getHttpVersion().getVersion()
                                > HttpVersion.HTTP_1_1.getVersion();
                throw new BadMessageException(
                        shared ? HttpStatus.MISDIRECTED_REQUEST_421 : HttpStatus.BAD_REQUEST_400, "Invalid SNI");
            }
        }
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /** The server name that the client sent; null if it sent none. */
    protected @Nullable String retrieveSni(Request request, SSLSession session) {
        Object host = session.getValue(SslContextFactory.Server.SNI_HOST);
        if (host != null) {
            return (String) host;
        }
        if (session instanceof ExtendedSSLSession extended) {
            for (SNIServerName name : extended.getRequestedServerNames()) {
                if (name instanceof SNIHostName hostName) {
                    return hostName.getAsciiName();
                }
            }
        }
        return null;
    }

    private @Nullable X509 certificate(SSLSession session) {
        Certificate[] local = session.getLocalCertificates();
        return local != null && local.length > 0 && local[0] instanceof X509Certificate certificate
                ? certificates.get(certificate)
                : null;
    }

    @Override
    public String toString() {
        return String.format("%s@%x", getClass().getSimpleName(), hashCode());
    }

    /** A request that came through TLS; it allocates nothing for its attributes unless all are asked for. */
    private static final class SecureRequest extends Request.Wrapper {
        private final HttpURI uri;
        private @Nullable Object data;
        private @Nullable Object x509;

        private SecureRequest(Request request, EndPoint.SslSessionData data, @Nullable X509 x509) {
            super(request);
            this.data = data;
            this.x509 = x509;
            HttpURI given = request.getHttpURI();
            String scheme = given.getScheme();
            uri = scheme != null && HttpScheme.HTTPS.is(scheme)
                    ? given
                    : HttpURI.build(given).scheme(HttpScheme.HTTPS).asImmutable();
        }

        @Override
        public boolean isSecure() {
            return true;
        }

        @Override
        public HttpURI getHttpURI() {
            return uri;
        }

        @Override
        public @Nullable Object getAttribute(String name) {
            return switch (name) {
                case EndPoint.SslSessionData.ATTRIBUTE -> data;
                case X509_ATTRIBUTE -> x509;
                default -> super.getAttribute(name);
            };
        }

        @Override
        public @Nullable Object setAttribute(String name, @Nullable Object value) {
            Object old;
            switch (name) {
                case EndPoint.SslSessionData.ATTRIBUTE -> {
                    old = data;
                    data = value;
                }
                case X509_ATTRIBUTE -> {
                    old = x509;
                    x509 = value;
                }
                default -> old = super.setAttribute(name, value);
            }
            return old;
        }

        @Override
        public @Nullable Object removeAttribute(String name) {
            return setAttribute(name, null);
        }

        @Override
        public Set<String> getAttributeNameSet() {
            Set<String> names = new HashSet<>(super.getAttributeNameSet());
            if (data != null) {
                names.add(EndPoint.SslSessionData.ATTRIBUTE);
            }
            if (x509 != null) {
                names.add(X509_ATTRIBUTE);
            }
            return names;
        }

        @Override
        public Map<String, Object> asAttributeMap() {
            Map<String, Object> all = new HashMap<>(super.asAttributeMap());
            if (data != null) {
                all.put(EndPoint.SslSessionData.ATTRIBUTE, data);
            }
            if (x509 != null) {
                all.put(X509_ATTRIBUTE, x509);
            }
            return all;
        }

        @Override
        public void clearAttributes() {
            data = null;
            x509 = null;
            super.clearAttributes();
        }
    }
}
