package org.eclipse.jetty.session;

/** A session cannot be added to a cache that holds one with its id. */
public class SessionExistsException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public SessionExistsException(String id) {
        super("session " + id + " is in the cache already");
    }
}
