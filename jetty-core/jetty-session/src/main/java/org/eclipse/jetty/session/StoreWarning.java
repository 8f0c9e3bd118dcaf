package org.eclipse.jetty.session;

import org.slf4j.Logger;

/** Logs the failures of stores, in one line: a stack for each request would hide them. */
final class StoreWarning {
    private StoreWarning() {}

    /** Logs what could not be done, with the messages of a failure and of its causes; the stack at the level of debugging. */
    static void log(Logger log, String what, Exception x) {
        StringBuilder why = new StringBuilder(x.toString());
        for (Throwable cause = x.getCause(); cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null && why.indexOf(cause.getMessage()) < 0) {
                why.append("; ").append(cause);
            }
        }
        log.warn("{}: {}", what, why);
        log.debug("{}", what, x);
    }
}
