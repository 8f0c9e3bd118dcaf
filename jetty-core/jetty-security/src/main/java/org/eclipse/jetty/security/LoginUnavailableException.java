package org.eclipse.jetty.security;

import java.io.IOException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * A login service cannot say whether a user may log in, because what it asks is not available.
 *
 * <p>The request is answered by 503 (Service Unavailable), and the login counts as no failure of the user or the client.
 */
public class LoginUnavailableException extends HttpException.RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message what is not available, for the log: clients do not see it */
    public LoginUnavailableException(String message, @Nullable Throwable cause) {
        super(HttpStatus.SERVICE_UNAVAILABLE_503, "The login is not available", new IOException(message, cause));
    }
}
