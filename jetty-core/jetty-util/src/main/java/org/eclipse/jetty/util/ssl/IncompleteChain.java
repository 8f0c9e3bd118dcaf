package org.eclipse.jetty.util.ssl;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.Set;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes a certificate that is sent without that of its issuer, as with certbot's {@code cert.pem} in place of
 * {@code fullchain.pem}: browsers that know the intermediate certificate by chance accept it, other clients do not. Thread-safe.
 */
public final class IncompleteChain {
    private IncompleteChain() {}

    /**
     * The name of an issuer whose certificate is probably missing.
     *
     * @param chain that of the server first
     * @param trusted further certificates that clients know; null for none but those of the JDK
     * @return null when the chain has more than one certificate, or that one is signed by itself, or by a well-known root
     */
    public static @Nullable String missingIssuer(Certificate @Nullable [] chain, @Nullable KeyStore trusted)
            throws GeneralSecurityException {
        if (chain == null || chain.length != 1 || !(chain[0] instanceof X509Certificate certificate)) {
            return null;
        }
        X500Principal issuer = certificate.getIssuerX500Principal();
        if (issuer.equals(certificate.getSubjectX500Principal())) {
            return null;
        }
        boolean known = roots(null).contains(issuer)
                || trusted != null && roots(trusted).contains(issuer);
        return known ? null : issuer.getName();
    }

    private static Set<X500Principal> roots(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        Set<X500Principal> names = new HashSet<>();
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager x509) {
                for (X509Certificate root : x509.getAcceptedIssuers()) {
                    names.add(root.getSubjectX500Principal());
                }
            }
        }
        return names;
    }
}
