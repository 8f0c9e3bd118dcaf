package org.eclipse.jetty.security.ldap;

import org.eclipse.jetty.security.LoginUnavailableException;
import org.jspecify.annotations.Nullable;

/** A directory cannot say whether a user may log in; a request that needs to know it is answered by 503 (Service Unavailable). */
public class LdapException extends LoginUnavailableException {
    private static final long serialVersionUID = 1L;

    public LdapException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
