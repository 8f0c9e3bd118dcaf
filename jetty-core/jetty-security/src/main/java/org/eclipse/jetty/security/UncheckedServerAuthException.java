package org.eclipse.jetty.security;

import java.util.Objects;
import org.eclipse.jetty.io.QuietException;

/** Carries a {@link ServerAuthException} through methods of {@link AuthenticationState} that declare none; it has been logged. */
public class UncheckedServerAuthException extends RuntimeException implements QuietException {
    private static final long serialVersionUID = 1L;

    public UncheckedServerAuthException(ServerAuthException cause) {
        super(Objects.requireNonNull(cause).getMessage(), cause);
    }
}
