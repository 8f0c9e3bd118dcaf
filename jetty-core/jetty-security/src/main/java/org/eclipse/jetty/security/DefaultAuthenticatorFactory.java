package org.eclipse.jetty.security;

import java.util.Collection;
import java.util.Locale;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.security.authentication.DigestAuthenticator;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.security.authentication.SPNEGOAuthenticator;
import org.eclipse.jetty.security.authentication.SslClientCertAuthenticator;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** Creates the authenticators of the mechanisms that this module has. Thread-safe. */
public class DefaultAuthenticatorFactory implements Authenticator.Factory {
    @Override
    public @Nullable Authenticator getAuthenticator(
            Server server, @Nullable Context context, Authenticator.Configuration configuration) {
        String type = configuration.getAuthenticationType();
        if (type == null) {
            return null;
        }
        return switch (type.toUpperCase(Locale.ENGLISH)) {
            case Authenticator.BASIC_AUTH -> new BasicAuthenticator();
            case Authenticator.FORM_AUTH -> new FormAuthenticator();
            case Authenticator.DIGEST_AUTH -> new DigestAuthenticator();
            case Authenticator.CERT_AUTH, Authenticator.CERT_AUTH2 -> newCertificateAuthenticator(server);
            case Authenticator.SPNEGO_AUTH -> new SPNEGOAuthenticator();
            case Authenticator.NEGOTIATE_AUTH -> new SPNEGOAuthenticator(Authenticator.NEGOTIATE_AUTH);
            default -> null;
        };
    }

    /** Validates with the settings of TLS if the server has one set of them; else the handshake's validation does. */
    private static Authenticator newCertificateAuthenticator(Server server) {
        Collection<SslContextFactory> factories = server.getContainedBeans(SslContextFactory.class);
        return new SslClientCertAuthenticator(
                factories.size() == 1 ? factories.iterator().next() : null);
    }
}
