package org.eclipse.jetty.security;

import java.util.Set;
import java.util.function.Function;
import javax.security.auth.Subject;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.jspecify.annotations.Nullable;

/**
 * A login service that accepts any user, for authenticators that have checked the user themselves, as by a certificate or at an
 * identity provider. It must not be used with authenticators that leave the check to it, as those by password. Thread-safe.
 *
 * <p>The roles of users are those that a delegate, if there is one, has for them; otherwise users have none.
 */
public class AnyUserLoginService implements LoginService {
    private final String name;
    private final @Nullable LoginService delegate;
    private volatile IdentityService identityService = new DefaultIdentityService();

    /**
     * @param name the name of the realm
     * @param loginService what knows the roles of users by their names, without credentials; null if nothing does
     */
    public AnyUserLoginService(String name, @Nullable LoginService loginService) {
        this.name = name;
        delegate = loginService;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public @Nullable UserIdentity login(
            @Nullable String username,
            @Nullable Object credentials,
            Request request,
            Function<Boolean, @Nullable Session> getOrCreateSession) {
        return username == null ? null : identity(username);
    }

    private UserIdentity identity(String username) {
        UserIdentity known = delegate == null ? null : delegate.restore(username, null);
        if (known != null) {
            return known;
        }
        UserPrincipal user = new UserPrincipal(username, null);
        Subject subject = new Subject();
        user.configureSubject(subject);
        subject.setReadOnly();
        return identityService.newUserIdentity(subject, user, new String[0]);
    }

    @Override
    public UserIdentity restore(String username, @Nullable Set<String> roles) {
        return identity(username);
    }

    @Override
    public boolean validate(@Nullable UserIdentity user) {
        return user != null;
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
        // nothing is kept of users
    }
}
