package org.eclipse.jetty.security.openid;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Server;

/**
 * Creates authenticators for the method OPENID.
 *
 * <p>The provider is that of the context's login service; or else the bean of the server whose issuer is the name of the realm, or
 * the only one if no realm is named. Thread-safe.
 */
public class OpenIdAuthenticatorFactory implements Authenticator.Factory {
    @Override
    public Authenticator getAuthenticator(Server server, Context context, Authenticator.Configuration configuration) {
        if (!Authenticator.OPENID_AUTH.equalsIgnoreCase(configuration.getAuthenticationType())) {
            return null;
        }
        LoginService service = configuration.getLoginService();
        if (service instanceof OpenIdLoginService openid) {
            return new OpenIdAuthenticator(openid.getConfiguration());
        }
        return new OpenIdAuthenticator(find(server, configuration.getRealmName()), service);
    }

    private static OpenIdConfiguration find(Server server, String realm) {
        List<OpenIdConfiguration> found = new ArrayList<>();
        List<String> issuers = new ArrayList<>();
        for (OpenIdConfiguration each : server.getContainedBeans(OpenIdConfiguration.class)) {
            issuers.add(each.getIssuer());
            if (realm == null || realm.isEmpty() || realm.equals(each.getIssuer())) {
                found.add(each);
            }
        }
        if (found.size() == 1) {
            return found.get(0);
        }
        throw new IllegalStateException("OpenID providers for realm " + realm + ": " + found.size()
                + " (expected: 1; a realm is the issuer of one of " + issuers
                + ", which are OpenIdConfiguration beans of the server)");
    }
}
