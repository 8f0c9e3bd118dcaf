package org.eclipse.jetty.session;

/** A session that is not saved, because another server has saved it since this one read it. */
public class SessionConflictException extends Exception {
    private static final long serialVersionUID = 1;

    public SessionConflictException(String id, SessionContext context) {
        super("session " + id + " of " + context + " was changed by another server since it was read");
    }
}
