package org.eclipse.jetty.io;

import org.jspecify.annotations.Nullable;

/** Marks exceptions that report the other side's behaviour, and are logged for debugging only. */
public interface QuietException {
    /** Whether a failure is marked. */
    static boolean isQuiet(@Nullable Throwable failure) {
        return failure instanceof QuietException;
    }

    /** An exception that is marked. */
    class Exception extends java.lang.Exception implements QuietException {
        private static final long serialVersionUID = 1L;

        public Exception() {}

        public Exception(String message) {
            super(message);
        }

        public Exception(String message, Throwable cause) {
            super(message, cause);
        }

        public Exception(Throwable cause) {
            super(cause);
        }
    }

    /** An unchecked exception that is marked. */
    class RuntimeException extends java.lang.RuntimeException implements QuietException {
        private static final long serialVersionUID = 1L;

        public RuntimeException() {}

        public RuntimeException(String message) {
            super(message);
        }

        public RuntimeException(String message, Throwable cause) {
            super(message, cause);
        }

        public RuntimeException(Throwable cause) {
            super(cause);
        }
    }
}
