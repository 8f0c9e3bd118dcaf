package org.eclipse.jetty.security;

import java.util.Locale;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Server;

/** Creates the authenticators of the mechanisms that this module has. Thread-safe. */
public class DefaultAuthenticatorFactory implements Authenticator.Factory {
    @Override
    public Authenticator getAuthenticator(Server server, Context context, Authenticator.Configuration configuration) {
        String type = configuration.getAuthenticationType();
        if (type == null) {
            return null;
        }
        return switch (type.toUpperCase(Locale.ENGLISH)) {
            case Authenticator.BASIC_AUTH -> new BasicAuthenticator();
            case Authenticator.FORM_AUTH -> new FormAuthenticator();
            default -> null;
        };
    }
}
