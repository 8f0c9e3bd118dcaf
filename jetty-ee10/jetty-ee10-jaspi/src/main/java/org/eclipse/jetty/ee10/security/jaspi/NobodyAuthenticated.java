package org.eclipse.jetty.ee10.security.jaspi;

import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.IdentityService;
import org.eclipse.jetty.security.ServerAuthException;
import org.eclipse.jetty.security.UncheckedServerAuthException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** The module was called and has authenticated nobody; the application may have it called again. Confined to the request's thread. */
final class NobodyAuthenticated implements AuthenticationState.Deferred {
    private final ModuleCall call;

    NobodyAuthenticated(ModuleCall call) {
        this.call = call;
    }

    /** Returns null: the module was asked already. */
    @Override
    public @Nullable Succeeded authenticate(Request request) {
        return null;
    }

    /** Calls the module for a request that needs a user. What it writes belongs to the response of the application. */
    @Override
    public @Nullable AuthenticationState authenticate(Request request, Response response, Callback callback) {
        return call.again().authenticate(request);
    }

    @Override
    public Succeeded login(String username, Object password, Request request, Response response) {
        throw new UncheckedServerAuthException(new ServerAuthException(
                "login(): an authentication module logs the users of this application in (expected: authenticate())"));
    }

    @Override
    public void logout(Request request, @Nullable Response response) {
        call.logout(request);
    }

    @Override
    public IdentityService.@Nullable Association getAssociation() {
        return null;
    }
}
