package org.eclipse.jetty.io;

import java.io.EOFException;
import org.jspecify.annotations.Nullable;

/** The other side closed the connection, or it was closed here, before an operation was complete. */
public class EofException extends EOFException implements QuietException {
    public EofException() {}

    public EofException(@Nullable String reason) {
        super(reason);
    }

    public EofException(@Nullable Throwable cause) {
        if (cause != null) {
            initCause(cause);
        }
    }

    public EofException(@Nullable String reason, @Nullable Throwable cause) {
        super(reason);
        if (cause != null) {
            initCause(cause);
        }
    }
}
