package org.eclipse.jetty.session.infinispan;

/** A client has not ended a call within all of its own timeouts: it has lost the call, and may lose the next ones, too. */
final class StalledClientException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StalledClientException(long deadlineMs) {
        super("no reply, and no failure, within " + deadlineMs + " ms");
    }
}
