package org.eclipse.jetty.security.authentication;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.Set;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.security.UserIdentity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A user whose authentication is kept in the session, with name and roles and without a password.
 *
 * <p>After the session was loaded by another process, the login service restores the user by the name. If it cannot, as when
 * there is no such user any longer, the user must log in again.
 */
public class SessionAuthentication extends LoginAuthenticator.UserAuthenticationSucceeded {
    /** The attribute of the session. */
    public static final String AUTHENTICATED_ATTRIBUTE = "org.eclipse.jetty.security.UserIdentity";

    private static final long serialVersionUID = 2L;
    private static final Logger LOG = LoggerFactory.getLogger(SessionAuthentication.class);

    private final String name;
    /** The roles; null where the identity does not list them. */
    private final String @Nullable [] roles;

    private transient @Nullable UserIdentity loaded;

    public SessionAuthentication(String method, UserIdentity userIdentity) {
        super(method, userIdentity);
        name = userIdentity.getUserPrincipal().getName();
        roles = userIdentity instanceof UserIdentity.RoleIdentity known
                ? known.roles().toArray(new String[0])
                : null;
        loaded = userIdentity;
    }

    @Override
    public @Nullable UserIdentity getUserIdentity() {
        if (loaded == null) {
            SecurityHandler security = SecurityHandler.getCurrentSecurityHandler();
            LoginService login = security == null ? null : security.getLoginService();
            loaded = login == null ? null : login.restore(name, roles == null ? null : Set.of(roles));
            LOG.debug("restored {}: {}", name, loaded);
        }
        return loaded;
    }

    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
        stream.defaultReadObject();
        loaded = null;
    }
}
