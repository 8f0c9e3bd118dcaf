package org.eclipse.jetty.security.internal;

import java.security.cert.X509Certificate;
import org.eclipse.jetty.util.security.Credential;

/**
 * The credential of a user without a password: only a certificate that the TLS handshake has proved is one. No text opens
 * it, not even the empty one. Immutable.
 */
public final class CertificateOnly extends Credential {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean check(Object credentials) {
        return credentials instanceof X509Certificate;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CertificateOnly;
    }

    @Override
    public int hashCode() {
        return CertificateOnly.class.hashCode();
    }
}
