package org.eclipse.jetty.security;

import java.util.Set;
import java.util.function.Function;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.jspecify.annotations.Nullable;

/** A login service without users: every login fails. Thread-safe. */
public class EmptyLoginService implements LoginService {
    private volatile @Nullable IdentityService identityService;

    public EmptyLoginService() {}

    /** Returns null: there is no realm. */
    @Override
    public @Nullable String getName() {
        return null;
    }

    @Override
    public @Nullable UserIdentity login(
            @Nullable String username,
            @Nullable Object credentials,
            Request request,
            Function<Boolean, @Nullable Session> getOrCreateSession) {
        return null;
    }

    @Override
    public @Nullable UserIdentity restore(String username, @Nullable Set<String> roles) {
        return null;
    }

    @Override
    public boolean validate(UserIdentity user) {
        return false;
    }

    @Override
    public @Nullable IdentityService getIdentityService() {
        return identityService;
    }

    @Override
    public void setIdentityService(IdentityService service) {
        identityService = service;
    }

    @Override
    public void logout(UserIdentity user) {
        // nobody can be logged in
    }
}
