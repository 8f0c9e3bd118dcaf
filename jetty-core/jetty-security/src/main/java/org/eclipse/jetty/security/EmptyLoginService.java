package org.eclipse.jetty.security;

import java.util.Set;
import java.util.function.Function;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;

/** A login service without users: every login fails. Thread-safe. */
public class EmptyLoginService implements LoginService {
    private volatile IdentityService identityService;

    public EmptyLoginService() {}

    /** Returns null: there is no realm. */
    @Override
    public String getName() {
        return null;
    }

    @Override
    public UserIdentity login(
            String username, Object credentials, Request request, Function<Boolean, Session> getOrCreateSession) {
        return null;
    }

    @Override
    public UserIdentity restore(String username, Set<String> roles) {
        return null;
    }

    @Override
    public boolean validate(UserIdentity user) {
        return false;
    }

    @Override
    public IdentityService getIdentityService() {
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
