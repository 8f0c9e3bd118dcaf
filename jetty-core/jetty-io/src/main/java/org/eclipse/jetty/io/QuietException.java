package org.eclipse.jetty.io;

/** Marks exceptions that report the other side's behaviour, and are logged for debugging only. */
public interface QuietException {
    /** Whether a failure is marked. */
    static boolean isQuiet(Throwable failure) {
        return failure instanceof QuietException;
    }
}
