package org.eclipse.jetty.security.authentication;

import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.ServerAuthException;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authentication by the certificate that the client sent in the TLS handshake.
 *
 * <p>The user is the one whose name is the certificate's subject and whose credential checks the certificate's signature
 * in Base64. Thread-safe once configured.
 */
public class SslClientCertAuthenticator extends LoginAuthenticator {
    private static final Logger LOG = LoggerFactory.getLogger(SslClientCertAuthenticator.class);

    private final @Nullable SslContextFactory sslContextFactory;
    private boolean validateCerts = true;

    /** @param sslContextFactory validates certificates beyond the handshake; null for not at all */
    public SslClientCertAuthenticator(@Nullable SslContextFactory sslContextFactory) {
        this.sslContextFactory = sslContextFactory;
    }

    /** Whether certificates are validated again, as against revocation lists that changed since the handshake. */
    public boolean isValidateCerts() {
        return validateCerts;
    }

    public void setValidateCerts(boolean validate) {
        validateCerts = validate;
    }

    @Override
    public String getAuthenticationType() {
        return Authenticator.CERT_AUTH;
    }

    private static X509Certificate @Nullable [] certificates(Request request) {
        return request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData data
                ? data.peerCertificates()
                : null;
    }

    @Override
    public boolean hasCredentials(Request request) {
        X509Certificate[] certificates = certificates(request);
        return certificates != null && certificates.length > 0;
    }

    @Override
    public @Nullable AuthenticationState validateRequest(
            Request request, @Nullable Response response, @Nullable Callback callback) throws ServerAuthException {
        X509Certificate[] certificates = certificates(request);
        if (certificates != null && certificates.length > 0 && isValid(certificates)) {
            UserIdentity user = login(certificates[0], request, response);
            if (user != null) {
                return new UserAuthenticationSucceeded(getAuthenticationType(), user);
            }
        }
        if (AuthenticationState.Deferred.isDeferred(response)) {
            return null;
        }
        assert callback != null : "with the response";
        // there is no challenge: the handshake is over
        Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
        return AuthenticationState.SEND_FAILURE;
    }

    private boolean isValid(X509Certificate[] certificates) {
        if (!validateCerts || sslContextFactory == null) {
            return true;
        }
        try {
            sslContextFactory.validateCerts(certificates);
            return true;
        } catch (Exception x) {
            LOG.debug("refused certificate of {}", certificates[0].getSubjectX500Principal(), x);
            return false;
        }
    }

    /**
     * Logs in the user whose name is the subject, as the JDK prints it or as RFC 2253 writes it, and whose credential is the
     * signature of the certificate in Base64, or who has none.
     */
    private @Nullable UserIdentity login(X509Certificate certificate, Request request, @Nullable Response response) {
        X500Principal subject = certificate.getSubjectX500Principal();
        Set<String> names = new LinkedHashSet<>(List.of(subject.toString(), subject.getName()));
        String signature = Base64.getEncoder().encodeToString(certificate.getSignature());
        for (Object credentials : new Object[] {signature, certificate}) {
            for (String name : names) {
                // not by LoginGuard: a certificate, whose key the client has proved to hold, is nothing that is guessed
                UserIdentity user = configuredLoginService().login(name, credentials, request, request::getSession);
                if (user != null) {
                    updateSession(request, response);
                    return user;
                }
            }
        }
        LOG.info(
                "{} knows no user {} without a password or with the signature of that certificate: {} is refused",
                getLoginService(),
                subject,
                Request.getRemoteAddr(request));
        return null;
    }
}
