package org.eclipse.jetty.server;

import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.util.ssl.X509;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of the certificates that a server sends, each read once. They are kept here, as a value that is put into a TLS
 * session makes the JDK send another ticket and remember the session for a day. Bounded; thread-safe.
 */
final class ServerCertificates {
    /** More are forgotten and read again: key stores may be replaced while the server runs. */
    private static final int MAX = 1024;

    private final Map<X509Certificate, X509> known = new ConcurrentHashMap<>();
    private volatile @Nullable X509 latest;

    X509 get(X509Certificate certificate) {
        X509 last = latest;
        if (last != null && last.getCertificate() == certificate) {
            return last;
        }
        X509 found = known.get(certificate);
        if (found == null) {
            found = new X509(null, certificate);
            if (known.size() >= MAX) {
                known.clear();
            }
            known.put(certificate, found);
        }
        latest = found;
        return found;
    }
}
