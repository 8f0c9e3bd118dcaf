package org.eclipse.jetty.security.authentication;

import java.io.IOException;
import java.io.ObjectInputStream;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.security.UserIdentity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A user whose authentication is kept in the session. After the session was loaded again, the user is logged in again. */
public class SessionAuthentication extends LoginAuthenticator.UserAuthenticationSucceeded {
    /** The attribute of the session. */
    public static final String AUTHENTICATED_ATTRIBUTE = "org.eclipse.jetty.security.UserIdentity";

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(SessionAuthentication.class);

    private final String name;
    private final Object credentials;
    private transient UserIdentity loaded;

    public SessionAuthentication(String method, UserIdentity userIdentity, Object credentials) {
        super(method, userIdentity);
        name = userIdentity.getUserPrincipal().getName();
        this.credentials = credentials;
        loaded = userIdentity;
    }

    @Override
    public UserIdentity getUserIdentity() {
        if (loaded == null) {
            SecurityHandler security = SecurityHandler.getCurrentSecurityHandler();
            LoginService login = security == null ? null : security.getLoginService();
            loaded = login == null ? null : login.login(name, credentials, null, create -> null);
            LOG.debug("logged {} in again: {}", name, loaded);
        }
        return loaded;
    }

    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
        stream.defaultReadObject();
        loaded = null;
    }
}
