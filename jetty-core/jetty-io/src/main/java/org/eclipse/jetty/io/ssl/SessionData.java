package org.eclipse.jetty.io.ssl;

import java.security.cert.X509Certificate;
import javax.net.ssl.SSLSession;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a TLS session, made of it when it is asked for: most connections are never asked for their id, nor for
 * the certificates of a client that has none. Thread-safe, as what is made twice is equal.
 */
final class SessionData implements EndPoint.SslSessionData {
    private static final X509Certificate[] NONE = new X509Certificate[0];

    private final SSLSession session;
    private final @Nullable SslContextFactory factory;
    private @Nullable String id;
    private X509Certificate @Nullable [] certificates;

    /** @param factory where the certificates of the other side are taken from; null for the session */
    SessionData(SSLSession session, @Nullable SslContextFactory factory) {
        this.session = session;
        this.factory = factory;
    }

    @Override
    public SSLSession sslSession() {
        return session;
    }

    @Override
    public String sslSessionId() {
        String known = id;
        if (known == null) {
            known = StringUtil.toHexString(session.getId());
            id = known;
        }
        return known;
    }

    @Override
    public String cipherSuite() {
        return session.getCipherSuite();
    }

    @Override
    public X509Certificate @Nullable [] peerCertificates() {
        X509Certificate[] known = certificates;
        if (known == null) {
            known = factory == null ? SslContextFactory.getCertChain(session) : factory.getX509CertChain(session);
            certificates = known == null ? NONE : known;
        }
        return known == NONE ? null : known;
    }

    @Override
    public String toString() {
        return "SessionData[" + cipherSuite() + "," + sslSessionId() + "]";
    }
}
