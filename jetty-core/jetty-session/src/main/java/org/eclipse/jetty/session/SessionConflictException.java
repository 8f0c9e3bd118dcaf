package org.eclipse.jetty.session;

/** A session that is not saved, because another server has saved it since this one read it. */
public class SessionConflictException extends Exception {
    private static final long serialVersionUID = 1;

    /** @param context what the message says that the session is of */
    public SessionConflictException(String id, Object context) {
        super("session " + id + " of " + context + " was changed by another server since it was read");
    }
}
