package org.eclipse.jetty.proxy;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Why a request to the server is ended: its client went away, or has sent content that is wrong. */
public final class ClientFailure extends IOException {
    private static final long serialVersionUID = 1L;

    public ClientFailure(Throwable cause) {
        super(cause);
    }

    /** Returns the failure of the client that is a failure or a cause of it. */
    public static @Nullable ClientFailure of(Throwable failure) {
        Throwable current = failure;
        for (int depth = 0; current != null && depth < 8; depth++) {
            if (current instanceof ClientFailure found) {
                return found;
            }
            current = current.getCause();
        }
        return null;
    }
}
