package org.eclipse.jetty.security.jwt;

import java.util.List;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/**
 * Creates authenticators for the method JWT.
 *
 * <p>The login service is that of the context; or else the {@link JwtLoginService} among the beans of the server whose name is that of the
 * realm, or the only one if no realm is named. Thread-safe.
 */
public class JwtAuthenticatorFactory implements Authenticator.Factory {
    @Override
    public @Nullable Authenticator getAuthenticator(
            Server server, @Nullable Context context, Authenticator.Configuration configuration) {
        if (!JwtAuthenticator.JWT_AUTH.equalsIgnoreCase(configuration.getAuthenticationType())) {
            return null;
        }
        if (configuration.getLoginService() instanceof JwtLoginService) {
            return new JwtAuthenticator();
        }
        String realm = configuration.getRealmName();
        List<JwtLoginService> all = List.copyOf(server.getContainedBeans(JwtLoginService.class));
        List<JwtLoginService> found = all.stream()
                .filter(service -> realm == null || realm.isEmpty() || realm.equals(service.getName()))
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException("JwtLoginService beans for realm " + realm + ": " + found.size()
                    + " (expected: 1; a realm is one of "
                    + all.stream().map(JwtLoginService::getName).toList() + ", as of the module jwt)");
        }
        return new JwtAuthenticator(found.get(0));
    }
}
