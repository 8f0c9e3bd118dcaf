package org.eclipse.jetty.proxy;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Set;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;

/** The fields that tell a server the certificate of a client (RFC 9440). */
final class ClientCertificate {
    private static final String NAME = "Client-Cert";
    private static final String CHAIN = "Client-Cert-Chain";
    private static final Set<String> NAMES = Set.of("client-cert", "client-cert-chain", "ssl-client-cert");

    private ClientCertificate() {}

    /**
     * Returns whether a field is one of them, or the one that nginx has for this: a client may have invented it. An underscore counts as a
     * hyphen: for applications of CGI, WSGI and their relatives, both are the same variable.
     */
    static boolean isField(HttpField field) {
        return field.getHeader() == null
                && NAMES.contains(field.getLowerCaseName().replace('_', '-'));
    }

    /** Adds the fields of a request whose client has sent a certificate. */
    static void addTo(HttpFields.Mutable fields, Request request) {
        if (request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData tls
                && tls.peerCertificates() != null
                && tls.peerCertificates().length > 0) {
            X509Certificate[] certificates = tls.peerCertificates();
            fields.put(NAME, byteSequence(certificates[0]));
            StringBuilder chain = new StringBuilder();
            for (int i = 1; i < certificates.length; i++) {
                chain.append(i == 1 ? "" : ", ").append(byteSequence(certificates[i]));
            }
            if (!chain.isEmpty()) {
                fields.put(CHAIN, chain.toString());
            }
        }
    }

    /** RFC 9651, section 4.1.8. */
    private static String byteSequence(X509Certificate certificate) {
        try {
            return ":" + Base64.getEncoder().encodeToString(certificate.getEncoded()) + ":";
        } catch (CertificateEncodingException x) {
            throw new BadMessageException("Client certificate", x);
        }
    }
}
