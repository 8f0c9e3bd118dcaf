package org.eclipse.jetty.security;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import javax.security.auth.Subject;
import org.eclipse.jetty.security.internal.EvenCost;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;

/** What login services have in common: a user with a credential is loaded and checked. Thread-safe. */
public abstract class AbstractLoginService extends ContainerLifeCycle implements LoginService {
    private IdentityService identityService = new DefaultIdentityService();
    private @Nullable String name;
    private boolean fullValidate;
    private volatile @Nullable Credential costliest;

    protected AbstractLoginService() {
        installBean(identityService);
    }

    /** The roles of a user; null for none. */
    protected abstract @Nullable List<RolePrincipal> loadRoleInfo(UserPrincipal user);

    /** The user of a name, if there is one. */
    protected abstract @Nullable UserPrincipal loadUserInfo(String username);

    /**
     * A credential of the users whose check costs most, so that names which nobody has cost as much; null if there is none.
     * Unless a subclass knows better, it is the costliest of the users that were asked for so far.
     */
    protected @Nullable Credential getCostliestCredential() {
        return costliest;
    }

    @Override
    public @Nullable String getName() {
        return name;
    }

    public void setName(@Nullable String newName) {
        if (isRunning()) {
            throw new IllegalStateException("the name of a login service cannot change while it runs");
        }
        name = newName;
    }

    @Override
    public IdentityService getIdentityService() {
        return identityService;
    }

    @Override
    public void setIdentityService(IdentityService service) {
        if (isRunning()) {
            throw new IllegalStateException("the identity service cannot change while the login service runs");
        }
        updateBean(identityService, service);
        identityService = service;
    }

    @Override
    public @Nullable UserIdentity login(
            @Nullable String username,
            @Nullable Object credentials,
            Request request,
            Function<Boolean, @Nullable Session> getOrCreateSession) {
        if (username == null) {
            return null;
        }
        UserPrincipal user = loadUserInfo(username);
        if (user != null) {
            costliest = EvenCost.costlier(costliest, user.getCredential());
        }
        if (!EvenCost.authenticate(user, credentials, getCostliestCredential())) {
            return null;
        }
        return identity(user);
    }

    /** The user as it is now; null if there is none of the name any longer. */
    @Override
    public @Nullable UserIdentity restore(String username, @Nullable Set<String> before) {
        UserPrincipal user = loadUserInfo(username);
        return user == null ? null : identity(user);
    }

    /** Returns the identity of a user that is known to be right, with its roles. */
    protected UserIdentity identity(UserPrincipal user) {
        List<RolePrincipal> roles = loadRoleInfo(user);
        List<String> names = new ArrayList<>();
        Subject subject = new Subject();
        user.configureSubject(subject);
        if (roles != null) {
            for (RolePrincipal role : roles) {
                role.configureForSubject(subject);
                names.add(role.getName());
            }
        }
        subject.setReadOnly();
        return identityService.newUserIdentity(subject, user, names.toArray(new String[0]));
    }

    /** Whether {@link #validate} loads the user again and compares its credential. */
    public boolean isFullValidate() {
        return fullValidate;
    }

    public void setFullValidate(boolean full) {
        fullValidate = full;
    }

    @Override
    public boolean validate(UserIdentity user) {
        if (!fullValidate) {
            return true;
        }
        if (!(user.getUserPrincipal() instanceof UserPrincipal principal)) {
            return false;
        }
        UserPrincipal fresh = loadUserInfo(principal.getName());
        return fresh != null
                && user.getSubject().getPrivateCredentials(Credential.class).stream()
                        .allMatch(fresh::authenticate);
    }

    @Override
    public void logout(UserIdentity user) {
        // nothing is kept of users
    }

    @Override
    public String toString() {
        return String.format("%s@%x[%s]", getClass().getSimpleName(), hashCode(), name);
    }
}
