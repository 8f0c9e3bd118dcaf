package org.eclipse.jetty.server;

import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/** A session, independent of any API that presents it to the application. Thread-safe. */
public interface Session extends Attributes {
    /** The session behind an object of an application's API; null if it is none. */
    static @Nullable Session getSession(Object session) {
        if (session instanceof Session s) {
            return s;
        }
        return session instanceof API api ? api.getSession() : null;
    }

    /** What presents this session to the application. */
    <T extends API> T getApi();

    boolean isValid();

    String getId();

    /** The id and the name of this server, as it appears in cookies and URLs. */
    String getExtendedId();

    /** When it was used before the current request, in milliseconds since 1970. */
    long getLastAccessedTime();

    /** Sets the seconds without use after which it becomes invalid; 0 or less for never. */
    void setMaxInactiveInterval(int seconds);

    int getMaxInactiveInterval();

    /** Changes the id, against session fixation; throws an exception if it cannot be changed. */
    void renewId(Request request, Response response);

    void invalidate();

    /** Whether the client does not know of it yet. */
    boolean isNew() throws IllegalStateException;

    /** Puts the id into a URI where the client does not send cookies. */
    String encodeURI(Request request, String uri, boolean cookiesInUse);

    /** What presents a session to the application. */
    interface API {
        Session getSession();
    }

    /** Is notified of the life of sessions. */
    interface LifeCycleListener {
        default void onSessionIdChanged(Session session, String oldId) {}

        default void onSessionCreated(Session session) {}

        default void onSessionDestroyed(Session session) {}
    }

    /** Is notified of a value that is bound to a session. */
    interface ValueListener {
        default void onSessionAttributeUpdate(Session session, String name, Object oldValue, Object newValue) {}

        default void onSessionActivation(Session session) {}

        default void onSessionPassivation(Session session) {}
    }
}
