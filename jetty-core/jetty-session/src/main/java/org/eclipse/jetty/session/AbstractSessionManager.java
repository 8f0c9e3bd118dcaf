package org.eclipse.jetty.session;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.Syntax;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.HttpCookieUtils;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.statistic.CounterStatistic;
import org.eclipse.jetty.util.statistic.SampleStatistic;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the sessions of requests by cookies and path parameters, creates, renews, expires them.
 *
 * <p>Half of it is the table of settings that {@link SessionConfig.Mutable} names. Settings change before it is started;
 * sessions are used by many threads.
 */
@ManagedObject
public abstract class AbstractSessionManager extends ContainerLifeCycle
        implements SessionManager, SessionConfig.Mutable {
    private static final Logger LOG = LoggerFactory.getLogger(AbstractSessionManager.class);

    private final Set<String> candidateIds = ConcurrentHashMap.newKeySet();
    private final SampleStatistic sessionTimes = new SampleStatistic();
    private final CounterStatistic sessionsCreated = new CounterStatistic();
    private final Map<String, String> cookieAttributes = Collections.synchronizedMap(new LinkedHashMap<>());
    private SessionIdManager sessionIdManager;
    private SessionCache sessionCache;
    private SessionContext sessionContext;
    private Context context;
    private Scheduler scheduler;
    private Scheduler ownScheduler;
    private int maxInactiveInterval = -1;
    private int refreshCookieAge;
    private boolean checkingRemoteSessionIdEncoding;
    private boolean secureRequestOnly = true;
    private boolean usingCookies = true;
    private boolean usingUriParameters = true;
    private String sessionCookie = __DefaultSessionCookie;
    private String parameterName = __DefaultSessionIdPathParameterName;
    private String parameterPrefix = ";" + __DefaultSessionIdPathParameterName + "=";
    private String comment;
    private boolean httpOnly = true;
    private boolean secureCookies;
    private boolean partitioned;
    private int maxCookieAge = -1;
    private String domain;
    private String path;
    private HttpCookie.SameSite sameSite;

    public abstract Server getServer();

    // ---- life cycle

    @Override
    public void doStart() throws Exception {
        Server server = getServer();
        context = ContextHandler.getCurrentContext(server);
        // ids and their keeper are shared by all contexts of the server
        synchronized (server) {
            if (sessionIdManager == null) {
                sessionIdManager = server.getBean(SessionIdManager.class);
            }
            if (sessionIdManager == null) {
                ClassLoader loader = Thread.currentThread().getContextClassLoader();
                try {
                    // not to be kept by the loader of the context that happened to be the first
                    Thread.currentThread()
                            .setContextClassLoader(server.getClass().getClassLoader());
                    sessionIdManager = new DefaultSessionIdManager(server);
                    server.addBean(sessionIdManager, true);
                    sessionIdManager.start();
                } finally {
                    Thread.currentThread().setContextClassLoader(loader);
                }
            } else if (!sessionIdManager.isStarted() && !sessionIdManager.isStarting()) {
                sessionIdManager.start();
            }
        }
        scheduler = server.getScheduler();
        if (scheduler == null) {
            ownScheduler = new ScheduledExecutorScheduler("sessions", false);
            ownScheduler.start();
            scheduler = ownScheduler;
        }
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
        candidateIds.clear();
        if (ownScheduler != null) {
            ownScheduler.stop();
            ownScheduler = null;
        }
        scheduler = null;
    }

    // ---- sessions of requests

    /** The session that a request names; {@link RequestedSession#NO_REQUESTED_SESSION} if it names none. */
    protected RequestedSession resolveRequestedSessionId(Request request) {
        List<String> ids = null;
        int cookies = 0;
        if (isUsingCookies()) {
            String name = sessionCookie;
            for (HttpCookie cookie : Request.getCookies(request)) {
                if (name.equalsIgnoreCase(cookie.getName())) {
                    ids = ids == null ? new ArrayList<>(2) : ids;
                    ids.add(cookie.getValue());
                    cookies++;
                }
            }
        }
        if (isUsingUriParameters()) {
            String id = idOf(request.getHttpURI());
            if (id != null) {
                ids = ids == null ? new ArrayList<>(1) : ids;
                ids.add(id);
            }
        }
        if (ids == null) {
            return RequestedSession.NO_REQUESTED_SESSION;
        }
        RequestedSession found = null;
        for (int i = 0; i < ids.size(); i++) {
            String id = ids.get(i);
            ManagedSession session = getManagedSession(id);
            RequestedSession requested = new RequestedSession(
                    session,
                    id,
                    i < cookies ? RequestedSession.ID_FROM_COOKIE : RequestedSession.ID_FROM_URI_PARAMETER);
            if (session != null && session.isValid()) {
                if (found != null && found.session() != null) {
                    boolean same = found.session() == session;
                    complete(session);
                    if (!same) {
                        complete(found.session());
                        throw new BadMessageException(
                                "Duplicate valid session cookies: " + found.sessionId() + "," + id);
                    }
                } else {
                    found = requested;
                }
            } else {
                if (session != null) {
                    complete(session);
                    requested = new RequestedSession(null, id, requested.sessionIdFrom());
                }
                if (found == null) {
                    found = requested;
                }
            }
        }
        return found;
    }

    /** The id in the last path parameter of our name; null if there is none. */
    private String idOf(HttpURI uri) {
        String prefix = parameterPrefix;
        String path = uri.getPath();
        if (prefix == null || path == null) {
            return null;
        }
        int start = path.indexOf(prefix);
        if (start < 0) {
            return null;
        }
        start += prefix.length();
        int end = start;
        while (end < path.length() && ";#?/".indexOf(path.charAt(end)) < 0) {
            end++;
        }
        return path.substring(start, end);
    }

    /** Has the session of a request committed with the response, and completed with the request. */
    protected void addSessionStreamWrapper(Request request) {
        request.addHttpStreamWrapper(stream -> new SessionStreamWrapper(stream, this, request));
    }

    @Override
    public ManagedSession getManagedSession(String extendedId) {
        String id = sessionIdManager.getId(extendedId);
        try {
            ManagedSession session = sessionCache.get(id);
            if (session == null) {
                return null;
            }
            if (session.isExpiredAt(System.currentTimeMillis())) {
                session.release();
                try {
                    sessionIdManager.expireAll(id);
                } catch (Exception x) {
                    LOG.warn("could not expire session {}", id, x);
                }
                return null;
            }
            session.setExtendedId(sessionIdManager.getExtendedId(id, null));
            return session;
        } catch (UnreadableSessionDataException x) {
            LOG.warn("could not load session {}", id, x);
            sessionIdManager.expireAll(id);
            return null;
        } catch (Exception x) {
            LOG.warn("could not get session {}", id, x);
            return null;
        }
    }

    /** Notes that a request uses a session; returns the cookie if it is to be sent again, or null. */
    public HttpCookie access(ManagedSession session, boolean secure) {
        if (session == null) {
            return null;
        }
        long now = System.currentTimeMillis();
        if (session.access(now) && isUsingCookies()) {
            long age = TimeUnit.MILLISECONDS.toSeconds(now - session.getCookieSetTime());
            if (session.isSetCookieNeeded() || (maxCookieAge > 0 && refreshCookieAge > 0 && age > refreshCookieAge)) {
                HttpCookie cookie = getSessionCookie(session, secure);
                session.getSessionData().setCookieSet(now);
                session.onCookieSet();
                return cookie;
            }
        }
        return null;
    }

    @Override
    public void commit(ManagedSession session) {
        if (session == null) {
            return;
        }
        try {
            sessionCache.commit(session);
        } catch (Exception x) {
            LOG.warn("could not save {}", session, x);
        }
    }

    @Override
    public void complete(ManagedSession session) {
        if (session == null) {
            return;
        }
        try {
            sessionCache.release(session);
        } catch (Exception x) {
            LOG.warn("could not save {}", session, x);
        }
    }

    @Override
    public void newSession(Request request, String requestedSessionId, Consumer<ManagedSession> consumer) {
        long created = System.currentTimeMillis();
        String id = sessionIdManager.newSessionId(request, requestedSessionId, created);
        ManagedSession session = sessionCache.newSession(
                id, created, maxInactiveInterval > 0 ? TimeUnit.SECONDS.toMillis(maxInactiveInterval) : -1);
        session.setExtendedId(sessionIdManager.getExtendedId(id, request));
        try {
            sessionCache.add(id, session);
        } catch (Exception x) {
            throw new IllegalStateException("could not create a session", x);
        }
        sessionsCreated.increment();
        session.getSessionData().setCookieSet(created);
        if (request != null && request.isSecure()) {
            session.getSessionData().setAttribute(ManagedSession.SESSION_CREATED_SECURE, Boolean.TRUE);
        }
        consumer.accept(session);
        onSessionCreated(session);
    }

    @Override
    public HttpCookie getSessionCookie(ManagedSession session, boolean requestIsSecure) {
        if (!isUsingCookies()) {
            return null;
        }
        String cookiePath = path != null ? path : context == null ? "/" : context.getContextPath();
        if (cookiePath == null || cookiePath.isEmpty()) {
            cookiePath = "/";
        }
        HttpCookie.Builder cookie = HttpCookie.build(sessionCookie, session.getExtendedId());
        cookieAttributes.forEach(cookie::attribute);
        cookie.path(cookiePath).httpOnly(httpOnly);
        cookie.secure(secureCookies || (secureRequestOnly && requestIsSecure));
        if (domain != null) {
            cookie.domain(domain);
        }
        if (maxCookieAge >= 0) {
            cookie.maxAge(maxCookieAge);
        }
        HttpCookie.SameSite site = sameSite != null ? sameSite : HttpCookieUtils.getSameSiteDefault(context);
        if (site != null) {
            cookie.sameSite(site);
        }
        if (partitioned) {
            cookie.partitioned(true);
        }
        return cookie.build();
    }

    @Override
    public String encodeURI(Request request, String uri, boolean cookiesInUse) {
        HttpURI target = null;
        if (checkingRemoteSessionIdEncoding && URIUtil.hasScheme(uri)) {
            target = HttpURI.from(uri);
            String targetPath = target.getPath() == null ? "" : target.getPath();
            HttpURI own = request.getHttpURI();
            if (!own.getHost().equalsIgnoreCase(target.getHost())
                    || Request.getServerPort(request) != (target.getPort() > 0 ? target.getPort() : own.getPort())
                    || (context != null
                            && context.getContextPath() != null
                            && context.getContextPath().length() > 1
                            && !targetPath.startsWith(context.getContextPath()))) {
                return uri;
            }
        }
        String prefix = parameterPrefix;
        if (prefix == null || uri == null) {
            return uri;
        }
        // a client that sends cookies needs no id in its paths
        if ((isUsingCookies() && cookiesInUse) || !isUsingUriParameters()) {
            return withoutId(uri, prefix);
        }
        ManagedSession session = getManagedSession(request);
        if (session == null || !session.isValid()) {
            return uri;
        }
        String id = session.getExtendedId();
        int at = uri.indexOf(prefix);
        if (at >= 0) {
            int end = endOfParameter(uri, at + prefix.length());
            return uri.substring(0, at + prefix.length()) + id + uri.substring(end);
        }
        int suffix = uri.indexOf('?');
        int fragment = uri.indexOf('#');
        int insert = suffix < 0
                ? (fragment < 0 ? uri.length() : fragment)
                : fragment < 0 ? suffix : Math.min(suffix, fragment);
        String slash =
                URIUtil.hasScheme(uri) && (target == null ? HttpURI.from(uri) : target).getPath() == null ? "/" : "";
        return uri.substring(0, insert) + slash + prefix + id + uri.substring(insert);
    }

    private static String withoutId(String uri, String prefix) {
        int at = uri.indexOf(prefix);
        return at < 0 ? uri : uri.substring(0, at) + uri.substring(endOfParameter(uri, at + prefix.length()));
    }

    private static int endOfParameter(String uri, int from) {
        int end = from;
        while (end < uri.length() && "?#;/".indexOf(uri.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    // ---- the life of sessions

    @Override
    public boolean isIdInUse(String id) throws Exception {
        return sessionCache.exists(id);
    }

    @Override
    public void invalidate(String id) throws Exception {
        if (id == null || id.isBlank()) {
            return;
        }
        ManagedSession session = sessionCache.delete(id);
        if (session == null) {
            return;
        }
        try {
            if (session.beginInvalidate()) {
                session.setResident(true);
                try {
                    onSessionDestroyed(session);
                } catch (Throwable x) {
                    LOG.warn("session listener failed when {} was invalidated", session, x);
                }
                session.finishInvalidate();
                session.setResident(false);
            }
        } catch (IllegalStateException x) {
            LOG.debug("session {} was invalid already", id, x);
        }
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
    public void scavenge() {
        if (!isStarted()) {
            return;
        }
        String[] candidates = candidateIds.toArray(new String[0]);
        for (String id : candidates) {
            candidateIds.remove(id);
        }
        sessionContext.run(() -> {
            for (String id : sessionCache.checkExpiration(Set.of(candidates))) {
                try {
                    sessionIdManager.expireAll(id);
                } catch (Exception x) {
                    LOG.warn("could not expire session {}", id, x);
                }
            }
        });
    }

    @Override
    public void sessionTimerExpired(ManagedSession session, long now) {
        boolean expired;
        try (AutoLock l = session.lock()) {
            if (session.getRequests() > 0 || !session.isValid() || !session.isResident()) {
                return;
            }
            expired = session.isExpiredAt(now);
            if (expired) {
                candidateIds.add(session.getId());
            }
        }
        if (expired) {
            HouseKeeper keeper = sessionIdManager.getSessionHouseKeeper();
            // without a keeper nobody else would look
            if (keeper != null && keeper.getIntervalSec() > 0) {
                scavenge();
            }
        } else {
            sessionContext.run(() -> sessionCache.checkInactiveSession(session));
        }
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
        return maxCookieAge;
    }

    @Override
    public void setMaxCookieAge(int seconds) {
        maxCookieAge = seconds;
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
    public HttpCookie.SameSite getSameSite() {
        return sameSite;
    }

    @Override
    public void setSameSite(HttpCookie.SameSite newSameSite) {
        sameSite = newSameSite;
    }

    @Override
    public String getSessionComment() {
        return comment;
    }

    @Override
    public void setSessionComment(String newComment) {
        comment = newComment;
    }

    @Override
    @ManagedAttribute("The name of the cookie")
    public String getSessionCookie() {
        return sessionCookie;
    }

    @Override
    public void setSessionCookie(String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("session cookie name missing");
        }
        Syntax.requireValidRFC2616Token(name, "Bad Session cookie name");
        sessionCookie = name;
    }

    @Override
    @ManagedAttribute("The domain of the cookie")
    public String getSessionDomain() {
        return domain;
    }

    @Override
    public void setSessionDomain(String newDomain) {
        domain = newDomain;
    }

    /** Sets an attribute of the cookie, by its name in any case. */
    public void setSessionCookieAttribute(String name, String value) {
        switch (name.toLowerCase(Locale.ENGLISH)) {
            case "domain" -> setSessionDomain(value);
            case "path" -> setSessionPath(value);
            case "max-age" -> setMaxCookieAge(value == null ? -1 : Integer.parseInt(value));
            case "httponly" -> setHttpOnly(value != null && !"false".equalsIgnoreCase(value));
            case "secure" -> setSecureCookies(value != null && !"false".equalsIgnoreCase(value));
            case "partitioned" -> setPartitioned(value != null && !"false".equalsIgnoreCase(value));
            case "samesite" -> setSameSite(value == null ? null : HttpCookie.SameSite.from(value));
            case "comment" -> setSessionComment(value);
            default -> {
                if (value == null) {
                    cookieAttributes.remove(name);
                } else {
                    cookieAttributes.put(name, value);
                }
            }
        }
    }

    public String getSessionCookieAttribute(String name) {
        for (Map.Entry<String, String> attribute : getSessionCookieAttributes().entrySet()) {
            if (attribute.getKey().equalsIgnoreCase(name)) {
                return attribute.getValue();
            }
        }
        return null;
    }

    /** All attributes of the cookie that are set. */
    public Map<String, String> getSessionCookieAttributes() {
        Map<String, String> all = new LinkedHashMap<>(cookieAttributes);
        put(all, "Domain", domain);
        put(all, "Path", path);
        put(all, "Max-Age", maxCookieAge < 0 ? null : Integer.toString(maxCookieAge));
        put(all, "HttpOnly", httpOnly ? "true" : null);
        put(all, "Secure", secureCookies ? "true" : null);
        put(all, "Partitioned", partitioned ? "true" : null);
        put(all, "SameSite", sameSite == null ? null : sameSite.getAttributeValue());
        put(all, "Comment", comment);
        return all;
    }

    private static void put(Map<String, String> map, String name, String value) {
        if (value != null) {
            map.put(name, value);
        }
    }

    @Override
    @ManagedAttribute("The name of the path parameter")
    public String getSessionIdPathParameterName() {
        return parameterName;
    }

    @Override
    public void setSessionIdPathParameterName(String name) {
        boolean none = name == null || "none".equals(name);
        parameterName = none ? null : name;
        parameterPrefix = none ? null : ";" + name + "=";
    }

    @Override
    public String getSessionIdPathParameterNamePrefix() {
        return parameterPrefix;
    }

    @Override
    @ManagedAttribute("The path of the cookie")
    public String getSessionPath() {
        return path;
    }

    @Override
    public void setSessionPath(String newPath) {
        path = newPath;
    }

    @Override
    @ManagedAttribute("Whether links to other hosts are spared the session id")
    public boolean isCheckingRemoteSessionIdEncoding() {
        return checkingRemoteSessionIdEncoding;
    }

    @Override
    public void setCheckingRemoteSessionIdEncoding(boolean remote) {
        checkingRemoteSessionIdEncoding = remote;
    }

    @Override
    @ManagedAttribute("Whether scripts cannot read the cookie")
    public boolean isHttpOnly() {
        return httpOnly;
    }

    @Override
    public void setHttpOnly(boolean value) {
        httpOnly = value;
    }

    @Override
    @ManagedAttribute("Whether the cookie is partitioned")
    public boolean isPartitioned() {
        return partitioned;
    }

    @Override
    public void setPartitioned(boolean value) {
        partitioned = value;
    }

    @Override
    @ManagedAttribute("Whether the cookie is secure on every connection")
    public boolean isSecureCookies() {
        return secureCookies;
    }

    @Override
    public void setSecureCookies(boolean secure) {
        secureCookies = secure;
    }

    @Override
    @ManagedAttribute("Whether the cookie is secure on secure connections")
    public boolean isSecureRequestOnly() {
        return secureRequestOnly;
    }

    @Override
    public void setSecureRequestOnly(boolean secure) {
        secureRequestOnly = secure;
    }

    @Override
    @ManagedAttribute("Whether cookies are used")
    public boolean isUsingCookies() {
        return usingCookies;
    }

    @Override
    public void setUsingCookies(boolean using) {
        usingCookies = using;
    }

    @Override
    @ManagedAttribute("Whether path parameters are used")
    public boolean isUsingUriParameters() {
        return usingUriParameters;
    }

    @Override
    public void setUsingUriParameters(boolean using) {
        usingUriParameters = using;
    }

    /**
     * The session that a request names.
     *
     * @param session the valid session; null if there is none
     * @param sessionId the id that the request named; null if it named none
     * @param sessionIdFrom where it named it
     */
    public record RequestedSession(ManagedSession session, String sessionId, String sessionIdFrom) {
        public static final RequestedSession NO_REQUESTED_SESSION = new RequestedSession(null, null, null);

        /** The attribute of a request with its requested session. */
        public static final String ATTRIBUTE = RequestedSession.class.getName();

        public static final String ID_FROM_COOKIE = "cookie";
        public static final String ID_FROM_URI_PARAMETER = "uri";

        public boolean isSessionIdFrom(String source) {
            return Objects.equals(source, sessionIdFrom);
        }
    }

    /** Commits and completes the session with the response. */
    private static final class SessionStreamWrapper extends HttpStream.Wrapper {
        private final SessionManager manager;
        private final Request request;

        private SessionStreamWrapper(HttpStream wrapped, SessionManager manager, Request request) {
            super(wrapped);
            this.manager = manager;
            this.request = request;
        }

        @Override
        public void send(
                MetaData.Request head,
                MetaData.Response response,
                boolean last,
                ByteBuffer content,
                Callback callback) {
            if (response != null) {
                ManagedSession session = manager.getManagedSession(request);
                if (session != null) {
                    manager.commit(session);
                }
            }
            super.send(head, response, last, content, callback);
        }

        @Override
        public void succeeded() {
            complete();
            super.succeeded();
        }

        @Override
        public void failed(Throwable failure) {
            complete();
            super.failed(failure);
        }

        private void complete() {
            ManagedSession session = manager.getManagedSession(request);
            if (session != null) {
                manager.complete(session);
            }
        }
    }
}
