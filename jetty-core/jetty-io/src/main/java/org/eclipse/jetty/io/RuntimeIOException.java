package org.eclipse.jetty.io;

import java.io.IOException;
import java.io.UncheckedIOException;

/** An I/O failure where no checked exception may be thrown. A cause that is no IOException is that of the IOException of this. */
public class RuntimeIOException extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    public RuntimeIOException() {
        super(new IOException());
    }

    public RuntimeIOException(String message) {
        super(message, new IOException(message));
    }

    public RuntimeIOException(Throwable cause) {
        super(asIOException(cause));
    }

    public RuntimeIOException(String message, Throwable cause) {
        super(message, asIOException(cause));
    }

    private static IOException asIOException(Throwable cause) {
        return cause instanceof IOException io ? io : new IOException(cause);
    }
}
