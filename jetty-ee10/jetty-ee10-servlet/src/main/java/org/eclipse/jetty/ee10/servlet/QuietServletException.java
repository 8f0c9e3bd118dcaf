package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletException;
import org.eclipse.jetty.io.QuietException;
import org.jspecify.annotations.Nullable;

/** A servlet exception whose stack trace is not worth a warning in the log. */
public class QuietServletException extends ServletException implements QuietException {
    private static final long serialVersionUID = 1L;

    public QuietServletException() {}

    public QuietServletException(@Nullable String message, @Nullable Throwable rootCause) {
        super(message, rootCause);
    }

    public QuietServletException(String message) {
        super(message);
    }

    public QuietServletException(Throwable rootCause) {
        super(rootCause);
    }
}
