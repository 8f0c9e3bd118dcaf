package org.eclipse.jetty.security.openid;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/**
 * Creates authenticators for the method OPENID.
 *
 * <p>The provider is that of the context's login service; or else of the {@link OpenIdLoginService} or the
 * {@link OpenIdConfiguration} among the beans of the server whose issuer is the name of the realm, or of the only one if no realm is
 * named. Thread-safe.
 */
public class OpenIdAuthenticatorFactory implements Authenticator.Factory {
    @Override
    public @Nullable Authenticator getAuthenticator(
            Server server, @Nullable Context context, Authenticator.Configuration configuration) {
        if (!Authenticator.OPENID_AUTH.equalsIgnoreCase(configuration.getAuthenticationType())) {
            return null;
        }
        LoginService service = configuration.getLoginService();
        if (service instanceof OpenIdLoginService openid) {
            return new OpenIdAuthenticator(openid.getConfiguration());
        }
        String realm = configuration.getRealmName();
        List<OpenIdLoginService> services =
                find(server.getContainedBeans(OpenIdLoginService.class), OpenIdLoginService::getName, realm);
        if (services.size() == 1) {
            return new OpenIdAuthenticator(services.get(0));
        }
        Collection<OpenIdConfiguration> all = server.getContainedBeans(OpenIdConfiguration.class);
        List<OpenIdConfiguration> configurations = find(all, OpenIdConfiguration::getIssuer, realm);
        if (configurations.size() == 1) {
            return new OpenIdAuthenticator(new OpenIdLoginService(configurations.get(0), service));
        }
        throw new IllegalStateException("OpenID providers for realm " + realm + ": " + configurations.size()
                + " (expected: 1; a realm is the issuer of one of "
                + all.stream().map(OpenIdConfiguration::getIssuer).toList()
                + ", which are OpenIdConfiguration beans of the server)");
    }

    private static <T> List<T> find(Collection<T> beans, Function<T, String> issuer, @Nullable String realm) {
        return beans.stream()
                .filter(bean -> realm == null || realm.isEmpty() || realm.equals(issuer.apply(bean)))
                .toList();
    }
}
