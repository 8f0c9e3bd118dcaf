package org.eclipse.jetty.ee10.webapp;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Reports in the log why a web application did not start. Thread-safe. */
final class StartFailureReport {
    /** How many causes of a failure its message names. */
    private static final int MAX_CAUSES = 5;

    private StartFailureReport() {}

    /**
     * Logs a failure, with its remedy if one is known.
     *
     * @param war null if the application has none
     */
    static void log(Logger log, String contextPath, @Nullable String war, Throwable failure) {
        String message = "Web application " + contextPath + " did not start" + (war == null ? "" : ", from " + war)
                + ": " + reason(failure) + ForeignClasses.remedy(failure);
        // what is wrong with a file needs no stack; what the application did wrong does
        if (failure instanceof DescriptorException
                || failure instanceof IOException
                || failure instanceof IllegalArgumentException) {
            log.warn(message);
            log.debug("unavailable", failure);
        } else {
            log.warn(message, failure);
        }
    }

    /** In one line, down to the root: what wraps a cause often says less than the cause. */
    private static String reason(Throwable failure) {
        String message = failure.getMessage();
        if (failure instanceof DescriptorException && message != null) {
            return message;
        }
        StringBuilder reason = new StringBuilder(failure.toString());
        Throwable cause = failure.getCause();
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++, cause = cause.getCause()) {
            String text = cause.toString();
            if (reason.indexOf(text) < 0) {
                reason.append(" - caused by ").append(text);
            }
        }
        return reason.toString();
    }
}
