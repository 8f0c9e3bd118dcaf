package org.eclipse.jetty.session;

import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/** The sessions of a context. Thread-safe. */
public interface SessionManager extends LifeCycle, SessionConfig {
    /** The attribute of a request with a {@link Consumer} of the {@link Session} that is created for it, or given to it as another's. */
    String ON_NEW_SESSION = "org.eclipse.jetty.session.onNewSession";

    /** The valid session with an id, which counts as used until {@link #complete}; null if there is none. */
    @Nullable
    ManagedSession getManagedSession(String extendedId) throws Exception;

    /** The session of a request; null if it has none. */
    @Nullable
    ManagedSession getManagedSession(Request request);

    /**
     * Creates a session and gives it to a consumer.
     *
     * @param request null if no request makes it
     * @param requestedSessionId the id that the request named, if there is one
     */
    void newSession(@Nullable Request request, @Nullable String requestedSessionId, Consumer<ManagedSession> consumer);

    /** What presents a session to the application. */
    Session.API newSessionAPIWrapper(ManagedSession session);

    /** Called when the time of a session is over. */
    void sessionTimerExpired(ManagedSession session, long now);

    /** Called before the response is committed, with the session of the request if it has one. */
    void commit(@Nullable ManagedSession session);

    /** Called when a request does not use its session, if it has one, any longer. */
    void complete(@Nullable ManagedSession session);

    void invalidate(String id) throws Exception;

    /** Invalidates a session if its time is over. */
    default void expire(String id) throws Exception {
        invalidate(id);
    }

    /** Looks for expired sessions. */
    void scavenge() throws Exception;

    boolean isIdInUse(String id) throws Exception;

    /** The cookie of a session; null if cookies are not used. */
    @Nullable
    HttpCookie getSessionCookie(ManagedSession session, boolean requestIsSecure);

    /**
     * Keeps shared caches from giving the session cookie of a response to other clients: adds
     * {@code Cache-Control: no-cache="Set-Cookie"} (RFC 9111, section 5.2.2.4) to a response with such a cookie, unless the
     * application has chosen a Cache-Control. Called before the response is committed.
     */
    default void restrictCaching(HttpFields.Mutable response) {
        String prefix = getSessionCookie() + "=";
        boolean restricted = false;
        for (int i = 0; i < response.size(); i++) {
            HttpField field = response.getField(i);
            if (field.getHeader() == HttpHeader.CACHE_CONTROL) {
                return;
            }
            String value = field.getValue();
            restricted |= field.getHeader() == HttpHeader.SET_COOKIE && value != null && value.startsWith(prefix);
        }
        if (restricted) {
            response.add(HttpHeader.CACHE_CONTROL, "no-cache=\"Set-Cookie\"");
        }
    }

    void renewSessionId(String oldId, String oldExtendedId, String newId, String newExtendedId) throws Exception;

    /** The milliseconds after which to look at a session again. */
    long calculateInactivityTimeout(String id, long timeRemaining, long maxInactiveMs);

    SessionInactivityTimer newSessionInactivityTimer(ManagedSession session);

    Context getContext();

    SessionIdManager getSessionIdManager();

    void setSessionIdManager(SessionIdManager idManager);

    SessionCache getSessionCache();

    void setSessionCache(SessionCache cache);

    /** Counts the life time of a session that ends. */
    void recordSessionTime(ManagedSession session);

    int getSessionsCreated();

    /** Puts the id of the request's session into a URI, where cookies are not in use. */
    String encodeURI(Request request, String uri, boolean cookiesInUse);

    /**
     * Called when an application ends a session, rather than time, before the session is removed from its store: notifies the
     * {@link SessionEndListener}s. If it fails, the session stays.
     */
    default void onSessionEnding(ManagedSession session) {}

    default void onSessionIdChanged(Session session, String oldId) {}

    default void onSessionCreated(Session session) {}

    default void onSessionDestroyed(Session session) {}

    /** Called before an attribute gets a value that it does not have. */
    default void onSessionAttributeBinding(Session session, String name, Object value) {}

    default void onSessionAttributeUpdate(
            Session session, String name, @Nullable Object oldValue, @Nullable Object newValue) {}

    default void onSessionActivation(Session session) {}

    default void onSessionPassivation(Session session) {}

    double getSessionTimeStdDev();

    double getSessionTimeMean();

    long getSessionTimeTotal();
}
