package org.eclipse.jetty.session;

/** A bean of the server that is notified when an application ends a session of whatever context, rather than time. Thread-safe. */
public interface SessionEndListener {
    /**
     * Called before the session is removed from its store and the listeners of its context are called; it can be read. If it fails,
     * the session stays, and the request is answered by 503.
     */
    void onSessionEnding(ManagedSession session);
}
