package org.eclipse.jetty.session;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.Syntax;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.handler.ClientAffinity;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.statistic.CounterStatistic;
import org.eclipse.jetty.util.statistic.SampleStatistic;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the sessions of requests by cookies and path parameters, creates, renews, expires them.
 *
 * <p>Half of it is the table of settings that {@link SessionConfig.Mutable} names. Of the rest, {@link SessionTracking} knows how requests carry
 * ids, {@link SessionLookup} finds the sessions of ids, and {@link SessionExpiry} ends those whose time is over. Settings change before it is
 * started; sessions are used by many threads.
 */
@ManagedObject
public abstract class AbstractSessionManager extends ContainerLifeCycle
        implements SessionManager, SessionConfig.Mutable, ClientAffinity {
    private static final Logger LOG = LoggerFactory.getLogger(AbstractSessionManager.class);

    private final SessionLookup lookup = new SessionLookup(this);
    private final SessionExpiry expiry =
            new SessionExpiry(this, task -> server().getThreadPool().execute(task));
    private final SessionTracking tracking = new SessionTracking();
    private final SampleStatistic sessionTimes = new SampleStatistic();
    private final CounterStatistic sessionsCreated = new CounterStatistic();
    private final SessionCookie cookie = new SessionCookie(__DefaultSessionCookie);
    private SessionIdManager sessionIdManager;
    private SessionCache sessionCache;
    private SessionContext sessionContext;
    private Context context;
    private Scheduler scheduler;
    private @Nullable Scheduler ownScheduler;
    private int maxInactiveInterval = -1;
    private int refreshCookieAge;

    public abstract @Nullable Server getServer();

    private Server server() {
        Server server = getServer();
        if (server == null) {
            throw new IllegalStateException("no server of " + this + " (expected: one, from the start on)");
        }
        return server;
    }

    // ---- life cycle

    @Override
    public void doStart() throws Exception {
        Server server = server();
        context = ContextHandler.getCurrentContext(server);
        // ids and their keeper are shared by all contexts of the server
        synchronized (server) {
            SessionIdManager ids = sessionIdManager == null ? server.getBean(SessionIdManager.class) : sessionIdManager;
            if (ids == null) {
                ClassLoader loader = Thread.currentThread().getContextClassLoader();
                try {
                    // not to be kept by the loader of the context that happened to be the first
                    Thread.currentThread()
                            .setContextClassLoader(server.getClass().getClassLoader());
                    ids = new DefaultSessionIdManager(server);
                    server.addBean(ids, true);
                    ids.start();
                } finally {
                    Thread.currentThread().setContextClassLoader(loader);
                }
            } else if (!ids.isStarted() && !ids.isStarting()) {
                ids.start();
            }
            sessionIdManager = ids;
        }
        Scheduler given = server.getScheduler();
        if (given == null) {
            given = new ScheduledExecutorScheduler("sessions", false);
            given.start();
            ownScheduler = given;
        }
        scheduler = given;
        sessionContext = new SessionContext(this);
        if (sessionCache == null) {
            SessionCacheFactory factory = server.getBean(SessionCacheFactory.class);
            setSessionCache(factory != null ? factory.getSessionCache(this) : new DefaultSessionCache(this));
        }
        if (sessionCache.getSessionDataStore() == null) {
            SessionDataStoreFactory factory = server.getBean(SessionDataStoreFactory.class);
            sessionCache.setSessionDataStore(
                    factory != null ? factory.getSessionDataStore(this) : new NullSessionDataStore());
        }
        sessionCache.initialize(sessionContext);
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        if (sessionCache != null) {
            sessionCache.shutdown();
        }
        super.doStop();
        expiry.clear();
        if (ownScheduler != null) {
            ownScheduler.stop();
            ownScheduler = null;
        }
    }

    // ---- sessions of requests

    /**
     * The session that a request names, by one of the first {@value SessionTracking#MAX_COOKIES} different session cookies or by its
     * path: each of them may cost a query of the store; {@link RequestedSession#NO_REQUESTED_SESSION} if it names none.
     */
    protected RequestedSession resolveRequestedSessionId(Request request) {
        String idOfPath = isUsingUriParameters() ? tracking.idOf(request.getHttpURI()) : null;
        return lookup.resolve(idsOfCookies(request), idOfPath);
    }

    private List<String> idsOfCookies(Request request) {
        return isUsingCookies() ? SessionTracking.idsOfCookies(request, cookie.name) : List.of();
    }

    /** Has the session of a request committed with the response, and completed with the request. */
    protected void addSessionStreamWrapper(Request request) {
        request.addHttpStreamWrapper(stream -> new SessionStreamWrapper(stream, this, request));
    }

    @Override
    public @Nullable ManagedSession getManagedSession(String extendedId) {
        try {
            return lookup.find(extendedId);
        } catch (Exception x) {
            StoreWarning.log(LOG, "could not get session " + extendedId, x);
            return null;
        }
    }

    /** Notes that a request uses a session, if it has one; returns the cookie if it is to be sent again. */
    public @Nullable HttpCookie access(@Nullable ManagedSession session, boolean secure) {
        if (session == null) {
            return null;
        }
        long now = System.currentTimeMillis();
        if (session.access(now) && isUsingCookies()) {
            long age = TimeUnit.MILLISECONDS.toSeconds(now - session.getCookieSetTime());
            if (session.isSetCookieNeeded() || (cookie.maxAge > 0 && refreshCookieAge > 0 && age > refreshCookieAge)) {
                HttpCookie renewed = getSessionCookie(session, secure);
                session.getSessionData().setCookieSet(now);
                session.onCookieSet();
                return renewed;
            }
        }
        return null;
    }

    @Override
    public void commit(@Nullable ManagedSession session) {
        if (session == null) {
            return;
        }
        try {
            sessionCache.commit(session);
        } catch (SessionConflictException x) {
            LOG.info("Refused the response: {}", x.getMessage());
            throw new HttpException.RuntimeException(
                    HttpStatus.SERVICE_UNAVAILABLE_503, "The session was changed meanwhile", x);
        } catch (Exception x) {
            StoreWarning.log(LOG, "could not save " + session, x);
            if (sessionCache instanceof AbstractSessionCache cache && !cache.contains(session.getId())) {
                // memory does not keep it for a later save: the change would be lost after the client has seen it done;
                // the end of the request must not save it either, once it was refused
                try (AutoLock l = session.lock()) {
                    session.setStale();
                }
                throw new HttpException.RuntimeException(
                        HttpStatus.SERVICE_UNAVAILABLE_503, "The session cannot be saved", x);
            }
        }
    }

    @Override
    public void complete(@Nullable ManagedSession session) {
        if (session == null) {
            return;
        }
        try {
            sessionCache.release(session);
        } catch (Exception x) {
            StoreWarning.log(LOG, "could not save " + session, x);
        }
    }

    @Override
    public void newSession(
            @Nullable Request request, @Nullable String requestedSessionId, Consumer<ManagedSession> consumer) {
        long now = System.currentTimeMillis();
        String id = sessionIdManager.newSessionId(request, requestedSessionId, now);
        // the id of a session in another context, which another request of the client may be making here
        boolean adopted = requestedSessionId != null && id.equals(sessionIdManager.getId(requestedSessionId));
        ManagedSession session = adopted ? lookup.use(id, now) : null;
        boolean made = session == null;
        if (made) {
            session = add(request, id, now);
        }
        if (session == null) {
            session = lookup.use(id, now);
            made = session == null;
        }
        if (session == null) {
            // the one that is there ends in this moment
            session = add(request, sessionIdManager.newSessionId(request, null, now), now);
        }
        assert session != null : "its id is in use nowhere";
        consumer.accept(session);
        if (made) {
            onSessionCreated(session);
        }
        if (request != null && request.getAttribute(ON_NEW_SESSION) instanceof Consumer<?> listener) {
            @SuppressWarnings("unchecked")
            Consumer<Session> sessions = (Consumer<Session>) listener;
            sessions.accept(session);
        }
    }

    /** Makes a session, used by a request; null if there is one with the id. */
    private @Nullable ManagedSession add(@Nullable Request request, String id, long created) {
        ManagedSession session = sessionCache.newSession(
                id, created, maxInactiveInterval > 0 ? TimeUnit.SECONDS.toMillis(maxInactiveInterval) : -1);
        session.setExtendedId(sessionIdManager.getExtendedId(id, request));
        try {
            sessionCache.add(id, session);
        } catch (SessionExistsException x) {
            LOG.debug("another request made session {}", id, x);
            return null;
        } catch (Exception x) {
            StoreWarning.log(LOG, "could not save the new session " + id, x);
            throw new HttpException.RuntimeException(
                    HttpStatus.SERVICE_UNAVAILABLE_503, "The session cannot be saved", x);
        }
        sessionsCreated.increment();
        session.getSessionData().setCookieSet(created);
        if (request != null && request.isSecure()) {
            session.getSessionData().setAttribute(ManagedSession.SESSION_CREATED_SECURE, Boolean.TRUE);
        }
        return session;
    }

    @Override
    public @Nullable HttpCookie getSessionCookie(ManagedSession session, boolean requestIsSecure) {
        return isUsingCookies() ? cookie.make(session.getExtendedId(), context, requestIsSecure) : null;
    }

    @Override
    public String encodeURI(Request request, String uri, boolean cookiesInUse) {
        if (!tracking.isEncoded(request, context, uri)) {
            return uri;
        }
        // a client that sends cookies needs no id in its paths
        if ((isUsingCookies() && cookiesInUse) || !isUsingUriParameters()) {
            return tracking.remove(uri);
        }
        ManagedSession session = getManagedSession(request);
        return session == null || !session.isValid() ? uri : tracking.put(uri, session.getExtendedId());
    }

    // ---- the life of sessions

    @Override
    public boolean isIdInUse(String id) throws Exception {
        return sessionCache.exists(id);
    }

    /** {@inheritDoc} That is a session that is valid. */
    @Override
    public boolean isKnownClient(Request request) {
        List<String> ids = idsOfCookies(request);
        for (int i = 0; i < ids.size(); i++) {
            if (lookup.exists(ids.get(i))) {
                return true;
            }
        }
        String id = isUsingUriParameters() ? tracking.idOf(request.getHttpURI()) : null;
        return id != null && lookup.exists(id);
    }

    /** {@inheritDoc} Sessions in a store that outlives the context are not counted. */
    @Override
    public long getKnownClients() {
        SessionCache cache = sessionCache;
        SessionDataStore store = cache.getSessionDataStore();
        return cache instanceof DefaultSessionCache counted && store != null && !store.isPassivating()
                ? counted.getSessionsCurrent()
                : -1;
    }

    @Override
    public void invalidate(@Nullable String id) throws Exception {
        if (id == null || id.isBlank()) {
            return;
        }
        expiry.end(sessionCache.delete(id));
    }

    @Override
    public void expire(String id) throws Exception {
        expiry.end(
                sessionCache instanceof AbstractSessionCache cache ? cache.deleteExpired(id) : sessionCache.delete(id));
    }

    @Override
    public void renewSessionId(String oldId, String oldExtendedId, String newId, String newExtendedId) {
        try {
            ManagedSession session = sessionCache.renewSessionId(oldId, newId, oldExtendedId, newExtendedId);
            if (session != null) {
                onSessionIdChanged(session, oldId);
            }
        } catch (Exception x) {
            LOG.warn("could not renew session id {}", oldId, x);
        }
    }

    @Override
    public void onSessionEnding(ManagedSession session) {
        server().getBeans(SessionEndListener.class).forEach(listener -> listener.onSessionEnding(session));
    }

    @Override
    public void scavenge() {
        if (isStarted()) {
            expiry.scavenge(sessionContext);
        }
    }

    @Override
    public void sessionTimerExpired(ManagedSession session, long now) {
        expiry.onTimer(session, sessionContext, now);
    }

    @Override
    public long calculateInactivityTimeout(String id, long timeRemaining, long maxInactiveMs) {
        int evictionPolicy = sessionCache.getEvictionPolicy();
        if (maxInactiveMs <= 0) {
            // never expires: only eviction matters
            return evictionPolicy < SessionCache.EVICT_ON_INACTIVITY ? -1 : TimeUnit.SECONDS.toMillis(evictionPolicy);
        }
        long remaining = Math.max(0, timeRemaining);
        return evictionPolicy < SessionCache.EVICT_ON_INACTIVITY
                ? remaining
                : Math.min(remaining, TimeUnit.SECONDS.toMillis(evictionPolicy));
    }

    @Override
    public SessionInactivityTimer newSessionInactivityTimer(ManagedSession session) {
        return new SessionInactivityTimer(this, session, scheduler);
    }

    @Override
    public void recordSessionTime(ManagedSession session) {
        sessionTimes.record(Math.round(
                (System.currentTimeMillis() - session.getSessionData().getCreated()) / 1000.0));
    }

    // ---- statistics

    @Override
    @ManagedAttribute("The sessions created by this context")
    public int getSessionsCreated() {
        return (int) sessionsCreated.getCurrent();
    }

    @Override
    @ManagedAttribute("The standard deviation of the seconds that sessions lived")
    public double getSessionTimeStdDev() {
        return sessionTimes.getStdDev();
    }

    @Override
    @ManagedAttribute("The mean of the seconds that sessions lived")
    public double getSessionTimeMean() {
        return sessionTimes.getMean();
    }

    @Override
    @ManagedAttribute("The sum of the seconds that sessions lived")
    public long getSessionTimeTotal() {
        return sessionTimes.getTotal();
    }

    // ---- settings

    @Override
    public Context getContext() {
        return context;
    }

    public SessionContext getSessionContext() {
        return sessionContext;
    }

    @Override
    public SessionIdManager getSessionIdManager() {
        return sessionIdManager;
    }

    @Override
    public void setSessionIdManager(SessionIdManager idManager) {
        updateBean(sessionIdManager, idManager);
        sessionIdManager = idManager;
    }

    @Override
    public SessionCache getSessionCache() {
        return sessionCache;
    }

    @Override
    public void setSessionCache(SessionCache cache) {
        updateBean(sessionCache, cache);
        sessionCache = cache;
    }

    @Override
    @ManagedAttribute("The seconds that the cookie lives; negative for as long as the user agent runs")
    public int getMaxCookieAge() {
        return cookie.maxAge;
    }

    @Override
    public void setMaxCookieAge(int seconds) {
        cookie.maxAge = seconds;
    }

    @Override
    @ManagedAttribute("The seconds without use after which new sessions become invalid; 0 or less for never")
    public int getMaxInactiveInterval() {
        return maxInactiveInterval;
    }

    @Override
    public void setMaxInactiveInterval(int seconds) {
        maxInactiveInterval = seconds;
    }

    @Override
    @ManagedAttribute("The seconds after which the cookie is sent again")
    public int getRefreshCookieAge() {
        return refreshCookieAge;
    }

    @Override
    public void setRefreshCookieAge(int seconds) {
        refreshCookieAge = seconds;
    }

    @Override
    @ManagedAttribute("The SameSite attribute of the cookie")
    public HttpCookie.@Nullable SameSite getSameSite() {
        return cookie.sameSite;
    }

    @Override
    public void setSameSite(HttpCookie.@Nullable SameSite newSameSite) {
        cookie.sameSite = newSameSite;
    }

    @Override
    public @Nullable String getSessionComment() {
        return cookie.comment;
    }

    @Override
    public void setSessionComment(@Nullable String newComment) {
        cookie.comment = newComment;
    }

    @Override
    @ManagedAttribute("The name of the cookie")
    public String getSessionCookie() {
        return cookie.name;
    }

    @Override
    public void setSessionCookie(String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("session cookie name missing");
        }
        Syntax.requireValidRFC2616Token(name, "Bad Session cookie name");
        cookie.name = name;
    }

    @Override
    @ManagedAttribute("The domain of the cookie")
    public @Nullable String getSessionDomain() {
        return cookie.domain;
    }

    @Override
    public void setSessionDomain(@Nullable String newDomain) {
        cookie.domain = newDomain;
    }

    /** Sets an attribute of the cookie, by its name in any case. */
    public void setSessionCookieAttribute(String name, @Nullable String value) {
        switch (name.toLowerCase(Locale.ENGLISH)) {
            case "domain" -> setSessionDomain(value);
            case "path" -> setSessionPath(value);
            case "max-age" -> setMaxCookieAge(value == null ? -1 : Integer.parseInt(value));
            case "httponly" -> setHttpOnly(value != null && !"false".equalsIgnoreCase(value));
            case "secure" -> setSecureCookies(value != null && !"false".equalsIgnoreCase(value));
            case "partitioned" -> setPartitioned(value != null && !"false".equalsIgnoreCase(value));
            case "samesite" -> setSameSite(HttpCookie.SameSite.orRefuse(value));
            case "comment" -> setSessionComment(value);
            default -> cookie.setAttribute(name, value);
        }
    }

    /** Returns an attribute of the cookie, by its name in any case; null if it is not set. */
    public @Nullable String getSessionCookieAttribute(String name) {
        for (Map.Entry<String, String> attribute : getSessionCookieAttributes().entrySet()) {
            if (attribute.getKey().equalsIgnoreCase(name)) {
                return attribute.getValue();
            }
        }
        return null;
    }

    /** All attributes of the cookie that are set. */
    public Map<String, String> getSessionCookieAttributes() {
        return cookie.getAttributes();
    }

    @Override
    @ManagedAttribute("The name of the path parameter")
    public @Nullable String getSessionIdPathParameterName() {
        return tracking.parameter == null ? null : tracking.parameter.getName();
    }

    @Override
    public void setSessionIdPathParameterName(@Nullable String name) {
        tracking.parameter = name == null || "none".equals(name) ? null : new SessionIdParameter(name);
    }

    @Override
    public @Nullable String getSessionIdPathParameterNamePrefix() {
        return tracking.parameter == null ? null : tracking.parameter.getPrefix();
    }

    @Override
    @ManagedAttribute("The path of the cookie")
    public @Nullable String getSessionPath() {
        return cookie.path;
    }

    @Override
    public void setSessionPath(@Nullable String newPath) {
        cookie.path = newPath;
    }

    @Override
    @ManagedAttribute("Whether links to other hosts are spared the session id")
    public boolean isCheckingRemoteSessionIdEncoding() {
        return tracking.withinContext;
    }

    @Override
    public void setCheckingRemoteSessionIdEncoding(boolean remote) {
        tracking.withinContext = remote;
    }

    @Override
    @ManagedAttribute("Whether scripts cannot read the cookie")
    public boolean isHttpOnly() {
        return cookie.httpOnly;
    }

    @Override
    public void setHttpOnly(boolean value) {
        cookie.httpOnly = value;
    }

    @Override
    @ManagedAttribute("Whether the cookie is partitioned")
    public boolean isPartitioned() {
        return cookie.partitioned;
    }

    @Override
    public void setPartitioned(boolean value) {
        cookie.partitioned = value;
    }

    @Override
    @ManagedAttribute("Whether the cookie is secure on every connection")
    public boolean isSecureCookies() {
        return cookie.secure;
    }

    @Override
    public void setSecureCookies(boolean secure) {
        cookie.secure = secure;
    }

    @Override
    @ManagedAttribute("Whether the cookie is secure on secure connections")
    public boolean isSecureRequestOnly() {
        return cookie.secureRequestOnly;
    }

    @Override
    public void setSecureRequestOnly(boolean secure) {
        cookie.secureRequestOnly = secure;
    }

    @Override
    @ManagedAttribute("Whether cookies are used")
    public boolean isUsingCookies() {
        return tracking.cookies;
    }

    @Override
    public void setUsingCookies(boolean using) {
        tracking.cookies = using;
    }

    @Override
    @ManagedAttribute("Whether path parameters are used")
    public boolean isUsingUriParameters() {
        return tracking.parameters;
    }

    @Override
    public void setUsingUriParameters(boolean using) {
        tracking.parameters = using;
    }

    /**
     * The session that a request names.
     *
     * @param session the valid session, if there is one
     * @param sessionId the id that the request named; null if it named none
     * @param sessionIdFrom where it named it; null if it named none
     */
    public record RequestedSession(
            @Nullable ManagedSession session,
            @Nullable String sessionId,
            @Nullable String sessionIdFrom) {
        public static final RequestedSession NO_REQUESTED_SESSION = new RequestedSession(null, null, null);

        /** The attribute of a request with its requested session. */
        public static final String ATTRIBUTE = RequestedSession.class.getName();

        public static final String ID_FROM_COOKIE = "cookie";
        public static final String ID_FROM_URI_PARAMETER = "uri";

        public boolean isSessionIdFrom(String source) {
            return Objects.equals(source, sessionIdFrom);
        }
    }
}
