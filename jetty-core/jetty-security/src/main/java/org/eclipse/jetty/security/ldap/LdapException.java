package org.eclipse.jetty.security.ldap;

import java.io.IOException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;

/** A directory cannot say whether a user may log in; a request that needs to know it is answered by 503 (Service Unavailable). */
public class LdapException extends HttpException.RuntimeException {
    private static final long serialVersionUID = 1L;

    public LdapException(String message, Throwable cause) {
        super(HttpStatus.SERVICE_UNAVAILABLE_503, "The login is not available", new IOException(message, cause));
    }
}
