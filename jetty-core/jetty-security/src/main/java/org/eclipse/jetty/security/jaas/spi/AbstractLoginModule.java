package org.eclipse.jetty.security.jaas.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.login.FailedLoginException;
import javax.security.auth.login.LoginException;
import javax.security.auth.spi.LoginModule;
import org.eclipse.jetty.security.UserPrincipal;
import org.eclipse.jetty.security.internal.EvenCost;
import org.eclipse.jetty.security.jaas.JAASRole;
import org.eclipse.jetty.security.jaas.callback.ObjectCallback;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;

/**
 * A login module that finds a user by name and checks the credential: the phases of {@link LoginModule}. Confined to one
 * login.
 */
public abstract class AbstractLoginModule implements LoginModule {
    private final List<JAASRole> roles = new ArrayList<>();
    private Subject subject;
    private @Nullable CallbackHandler callbackHandler;
    private @Nullable UserPrincipal user;
    private boolean committed;

    protected AbstractLoginModule() {}

    @Override
    public void initialize(
            Subject loginSubject,
            @Nullable CallbackHandler handler,
            Map<String, ?> sharedState,
            Map<String, ?> options) {
        subject = loginSubject;
        callbackHandler = handler;
    }

    /** Returns the user of a name, if there is one. */
    protected abstract @Nullable UserPrincipal getUser(String name) throws Exception;

    /** Returns the names of the roles of a user. */
    protected abstract List<String> getRoles(UserPrincipal found) throws Exception;

    /** A credential of the users whose check costs most, so that names which nobody has cost as much; null if there is none. */
    protected @Nullable Credential getCostliestCredential() throws Exception {
        return null;
    }

    @Override
    public boolean login() throws LoginException {
        if (callbackHandler == null) {
            throw new LoginException("There is no callback handler to ask");
        }
        NameCallback name = new NameCallback("Name");
        ObjectCallback credential = new ObjectCallback();
        try {
            callbackHandler.handle(new Callback[] {name, credential});
            UserPrincipal found = name.getName() == null ? null : getUser(name.getName());
            if (credential.getObject() == null
                    || !EvenCost.authenticate(found, credential.getObject(), getCostliestCredential())) {
                throw new FailedLoginException("Name or credential is wrong");
            }
            for (String role : getRoles(found)) {
                roles.add(new JAASRole(role));
            }
            user = found;
            return true;
        } catch (LoginException x) {
            throw x;
        } catch (Exception x) {
            LoginException failure = new LoginException(getClass().getName() + ": " + x);
            failure.initCause(x);
            throw failure;
        } finally {
            credential.clearObject();
        }
    }

    @Override
    public boolean commit() {
        if (user == null) {
            return false;
        }
        user.configureSubject(subject);
        subject.getPrincipals().addAll(roles);
        committed = true;
        return true;
    }

    @Override
    public boolean abort() {
        boolean succeeded = user != null;
        if (committed) {
            logout();
        }
        user = null;
        roles.clear();
        return succeeded;
    }

    @Override
    public boolean logout() {
        if (user != null) {
            user.deconfigureSubject(subject);
        }
        subject.getPrincipals().removeAll(roles);
        user = null;
        roles.clear();
        committed = false;
        return true;
    }
}
