package org.eclipse.jetty.session;

/** The stored data of a session could not be read. */
public class UnreadableSessionDataException extends Exception {
    private final String id;
    private final transient SessionContext sessionContext;

    public UnreadableSessionDataException(String id, SessionContext context, Throwable cause) {
        super("unreadable session " + id + " for " + context, cause);
        this.id = id;
        sessionContext = context;
    }

    public String getId() {
        return id;
    }

    public SessionContext getSessionContext() {
        return sessionContext;
    }
}
