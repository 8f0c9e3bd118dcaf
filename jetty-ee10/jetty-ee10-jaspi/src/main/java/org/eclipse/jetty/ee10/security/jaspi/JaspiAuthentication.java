package org.eclipse.jetty.ee10.security.jaspi;

import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** A caller that a module has authenticated for one request. Immutable. */
final class JaspiAuthentication implements AuthenticationState.Succeeded {
    private final ModuleCall call;
    private final String type;
    private final UserIdentity identity;

    JaspiAuthentication(ModuleCall call, String type, UserIdentity identity) {
        this.call = call;
        this.type = type;
        this.identity = identity;
    }

    @Override
    public String getAuthenticationType() {
        return type;
    }

    @Override
    public UserIdentity getUserIdentity() {
        return identity;
    }

    @Override
    public boolean isUserInRole(String role) {
        return identity.isUserInRole(role);
    }

    @Override
    public void logout(Request request, Response response) {
        call.logout(request);
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "{" + type + "," + getUserPrincipal() + "}";
    }
}
