package org.eclipse.jetty.security;

import java.security.GeneralSecurityException;
import org.jspecify.annotations.Nullable;

/** A request could not be authenticated because of something other than its credentials. */
public class ServerAuthException extends GeneralSecurityException {
    public ServerAuthException(String message) {
        super(message);
    }

    public ServerAuthException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public ServerAuthException(Throwable cause) {
        super(cause);
    }
}
