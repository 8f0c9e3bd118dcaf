package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Enumeration;
import java.util.EventListener;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.ee10.servlet.api.ServletScope;
import org.eclipse.jetty.ee10.servlet.api.SessionApi;
import org.eclipse.jetty.ee10.servlet.api.SessionCookieConfigApi;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.AbstractSessionManager;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.session.SessionConfig;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Gives requests their sessions (Servlet chapter 7): finds the one that a request names, in a cookie or its path, and
 * tells the session listeners. Requests that name none pass without a lookup. Thread-safe once started.
 */
public class SessionHandler extends AbstractSessionManager implements Handler.Singleton {
    /** By which a session is found unless told otherwise. */
    public static final Set<SessionTrackingMode> DEFAULT_SESSION_TRACKING_MODES =
            Collections.unmodifiableSet(EnumSet.of(SessionTrackingMode.COOKIE, SessionTrackingMode.URL));

    private final List<HttpSessionAttributeListener> attributeListeners = new CopyOnWriteArrayList<>();
    private final List<HttpSessionListener> sessionListeners = new CopyOnWriteArrayList<>();
    private final List<HttpSessionIdListener> idListeners = new CopyOnWriteArrayList<>();
    private final CookieConfig cookieConfig = new CookieConfig(this);
    private Set<SessionTrackingMode> trackingModes = DEFAULT_SESSION_TRACKING_MODES;
    private @Nullable Server server;
    private @Nullable Handler handler;

    public SessionHandler() {
        setSessionTrackingModes(DEFAULT_SESSION_TRACKING_MODES);
    }

    // handler

    @Override
    public void setServer(@Nullable Server server) {
        if (this.server == server) {
            return;
        }
        if (isStarted()) {
            throw new IllegalStateException(getState());
        }
        this.server = server;
        if (handler != null) {
            handler.setServer(server);
        }
    }

    @Override
    public @Nullable Server getServer() {
        return server;
    }

    @Override
    public @Nullable Handler getHandler() {
        return handler;
    }

    @Override
    public void setHandler(@Nullable Handler handler) {
        Handler old = this.handler;
        Handler updated = Handler.Singleton.updateHandler(this, handler);
        updateBean(old, updated);
        this.handler = updated;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Handler next = handler;
        if (next == null) {
            return false;
        }
        SessionContextRequest contextRequest = request instanceof SessionContextRequest direct
                ? direct
                : Request.as(request, SessionContextRequest.class);
        if (contextRequest != null && mayNameSession(contextRequest)) {
            findSession(contextRequest, response);
        }
        return next.handle(request, response, callback);
    }

    /** Whether it is worth to look for a session: the name of the cookie or the path parameter is there. */
    private boolean mayNameSession(SessionContextRequest request) {
        if (isUsingCookies()) {
            String cookies = request.getHeaders().get(HttpHeader.COOKIE);
            if (cookies != null && (cookies.contains(getSessionCookie()) || hasSeveralCookieFields(request))) {
                return true;
            }
        }
        if (!isUsingUriParameters()) {
            return false;
        }
        HttpURI uri = request.getHttpURI();
        return uri.getParam() != null || uri.getPath() != null && uri.getPath().indexOf(';') >= 0;
    }

    private static boolean hasSeveralCookieFields(Request request) {
        HttpFields headers = request.getHeaders();
        boolean one = false;
        for (int i = 0; i < headers.size(); i++) {
            if (headers.getField(i).getHeader() != HttpHeader.COOKIE) {
                continue;
            }
            if (one) {
                return true;
            }
            one = true;
        }
        return false;
    }

    private void findSession(SessionContextRequest request, Response response) {
        RequestedSession requested = resolveRequestedSessionId(request);
        request.setRequestedSession(requested);
        ManagedSession session = requested.session();
        if (session == null) {
            return;
        }
        HttpCookie cookie = access(session, request.isSecure());
        if (cookie != null) {
            Response.putCookie(response, cookie);
        }
    }

    @Override
    public @Nullable ManagedSession getManagedSession(Request request) {
        SessionContextRequest contextRequest = Request.as(request, SessionContextRequest.class);
        return contextRequest == null ? null : contextRequest.getManagedSession();
    }

    @Override
    public void doStart() throws Exception {
        ServletContext context = ServletScope.servletContextOf(ContextHandler.getCurrentContext());
        if (context != null) {
            configureFrom(context);
        }
        super.doStart();
    }

    /** Names and limits of the cookie that the context's init parameters set. */
    protected void configureFrom(ServletContext context) {
        String name = context.getInitParameter(SessionConfig.__SessionCookieProperty);
        if (name != null) {
            setSessionCookie(name);
        }
        String parameter = context.getInitParameter(SessionConfig.__SessionIdPathParameterNameProperty);
        if (parameter != null) {
            setSessionIdPathParameterName(parameter);
        }
        String check = context.getInitParameter(SessionConfig.__CheckRemoteSessionEncodingProperty);
        if (check != null) {
            setCheckingRemoteSessionIdEncoding(Boolean.parseBoolean(check));
        }
        String domain = context.getInitParameter(SessionConfig.__SessionDomainProperty);
        if (domain != null) {
            setSessionDomain(domain);
        }
        String path = context.getInitParameter(SessionConfig.__SessionPathProperty);
        if (path != null) {
            setSessionPath(path);
        }
        String maxAge = context.getInitParameter(SessionConfig.__MaxAgeProperty);
        if (maxAge != null) {
            setMaxCookieAge(Integer.parseInt(maxAge.trim()));
        }
    }

    // listeners

    @Override
    public boolean addEventListener(EventListener listener) {
        if (!super.addEventListener(listener)) {
            return false;
        }
        if (listener instanceof HttpSessionAttributeListener l) {
            attributeListeners.add(l);
        }
        if (listener instanceof HttpSessionListener l) {
            sessionListeners.add(l);
        }
        if (listener instanceof HttpSessionIdListener l) {
            idListeners.add(l);
        }
        return true;
    }

    @Override
    public boolean removeEventListener(EventListener listener) {
        if (!super.removeEventListener(listener)) {
            return false;
        }
        if (listener instanceof HttpSessionAttributeListener l) {
            attributeListeners.remove(l);
        }
        if (listener instanceof HttpSessionListener l) {
            sessionListeners.remove(l);
        }
        if (listener instanceof HttpSessionIdListener l) {
            idListeners.remove(l);
        }
        return true;
    }

    @Override
    public Session.API newSessionAPIWrapper(ManagedSession session) {
        return new ServletSessionApi(session);
    }

    /** A value is told that it is bound before anybody can get it (section 7.4). */
    @Override
    public void onSessionAttributeBinding(Session session, String name, Object value) {
        if (value instanceof HttpSessionBindingListener l) {
            l.valueBound(new HttpSessionBindingEvent(session.getApi(), name, value));
        }
    }

    @Override
    public void onSessionAttributeUpdate(Session session, String name, @Nullable Object old, @Nullable Object value) {
        HttpSession api = session.getApi();
        if (old instanceof HttpSessionBindingListener l && old != value) {
            l.valueUnbound(new HttpSessionBindingEvent(api, name, old));
        }
        if (attributeListeners.isEmpty()) {
            return;
        }
        HttpSessionBindingEvent event = new HttpSessionBindingEvent(api, name, old == null ? value : old);
        for (HttpSessionAttributeListener listener : attributeListeners) {
            if (old == null) {
                listener.attributeAdded(event);
            } else if (value == null) {
                listener.attributeRemoved(event);
            } else {
                listener.attributeReplaced(event);
            }
        }
    }

    @Override
    public void onSessionCreated(Session session) {
        if (sessionListeners.isEmpty()) {
            return;
        }
        HttpSessionEvent event = new HttpSessionEvent(session.getApi());
        for (HttpSessionListener listener : sessionListeners) {
            listener.sessionCreated(event);
        }
    }

    @Override
    public void onSessionDestroyed(Session session) {
        if (sessionListeners.isEmpty()) {
            return;
        }
        // a session may end in a thread of the house keeper, without the context of the application
        getContext().run(() -> {
            HttpSessionEvent event = new HttpSessionEvent(session.getApi());
            List<HttpSessionListener> reversed = new ArrayList<>(sessionListeners);
            Collections.reverse(reversed);
            for (HttpSessionListener listener : reversed) {
                listener.sessionDestroyed(event);
            }
        });
    }

    @Override
    public void onSessionIdChanged(Session session, String oldId) {
        if (idListeners.isEmpty()) {
            return;
        }
        HttpSessionEvent event = new HttpSessionEvent(session.getApi());
        for (HttpSessionIdListener listener : idListeners) {
            listener.sessionIdChanged(event, oldId);
        }
    }

    @Override
    public void onSessionActivation(Session session) {
        HttpSessionEvent event = new HttpSessionEvent(session.getApi());
        for (String name : session.getAttributeNameSet()) {
            if (session.getAttribute(name) instanceof HttpSessionActivationListener l) {
                l.sessionDidActivate(event);
            }
        }
    }

    @Override
    public void onSessionPassivation(Session session) {
        HttpSessionEvent event = new HttpSessionEvent(session.getApi());
        for (String name : session.getAttributeNameSet()) {
            if (session.getAttribute(name) instanceof HttpSessionActivationListener l) {
                l.sessionWillPassivate(event);
            }
        }
    }

    // configuration of the Servlet API

    public SessionCookieConfig getSessionCookieConfig() {
        return cookieConfig;
    }

    public Set<SessionTrackingMode> getDefaultSessionTrackingModes() {
        return DEFAULT_SESSION_TRACKING_MODES;
    }

    public Set<SessionTrackingMode> getEffectiveSessionTrackingModes() {
        return Set.copyOf(trackingModes);
    }

    /** Sets how sessions are found; SSL excludes the others, and is not supported (Servlet section 7.1). */
    public void setSessionTrackingModes(Set<SessionTrackingMode> modes) {
        Set<SessionTrackingMode> wanted = new HashSet<>(modes);
        if (wanted.contains(SessionTrackingMode.SSL)) {
            throw new IllegalArgumentException("Session tracking by SSL is not supported: " + modes);
        }
        trackingModes = wanted;
        setUsingCookies(wanted.contains(SessionTrackingMode.COOKIE));
        setUsingUriParameters(wanted.contains(SessionTrackingMode.URL));
    }

    @Override
    public String toString() {
        return "SessionHandler@" + Integer.toHexString(hashCode()) + "{" + getState() + "}";
    }

    /** A session as applications see it. Thread-safe. */
    public static class ServletSessionApi extends SessionApi implements Session.API {
        private final ManagedSession session;

        private ServletSessionApi(ManagedSession session) {
            this.session = session;
        }

        /** Returns the managed session behind an application's session, or null when it is not of this layer. */
        public static @Nullable ManagedSession getSession(HttpSession httpSession) {
            return httpSession instanceof ServletSessionApi api ? api.getSession() : null;
        }

        @Override
        public ManagedSession getSession() {
            return session;
        }

        @Override
        public long getCreationTime() {
            return session.getCreationTime();
        }

        @Override
        public String getId() {
            return session.getId();
        }

        @Override
        public long getLastAccessedTime() {
            return session.getLastAccessedTime();
        }

        @Override
        public @Nullable ServletContext getServletContext() {
            return ServletScope.servletContextOf(session.getSessionManager().getContext());
        }

        @Override
        public void setMaxInactiveInterval(int interval) {
            session.setMaxInactiveInterval(interval);
        }

        @Override
        public int getMaxInactiveInterval() {
            return session.getMaxInactiveInterval();
        }

        @Override
        public @Nullable Object getAttribute(String name) {
            return session.getAttribute(name);
        }

        @Override
        public Enumeration<String> getAttributeNames() {
            return Collections.enumeration(new ArrayList<>(session.getAttributeNameSet()));
        }

        @Override
        public void setAttribute(String name, Object value) {
            session.setAttribute(name, value);
        }

        @Override
        public void removeAttribute(String name) {
            session.removeAttribute(name);
        }

        @Override
        public void invalidate() {
            session.invalidate();
        }

        @Override
        public boolean isNew() {
            return session.isNew();
        }
    }

    /** The session cookie's configuration as applications see it: fixed once the context is initialised. */
    public static final class CookieConfig extends SessionCookieConfigApi {
        private final SessionHandler sessions;

        CookieConfig(SessionHandler sessions) {
            this.sessions = sessions;
        }

        @Override
        protected void checkState() {
            if (sessions.getContext() instanceof ServletScope scope && scope.isInitialized()) {
                throw new IllegalStateException("The session cookie cannot be changed once the context is initialised");
            }
        }

        @Override
        public String getName() {
            return sessions.getSessionCookie();
        }

        @Override
        public void setName(String name) {
            checkState();
            if (name == null || name.isEmpty()) {
                throw new IllegalArgumentException("Blank cookie name");
            }
            sessions.setSessionCookie(name);
        }

        @Override
        public @Nullable String getDomain() {
            return sessions.getSessionDomain();
        }

        @Override
        public void setDomain(String domain) {
            checkState();
            sessions.setSessionDomain(domain);
        }

        @Override
        public @Nullable String getPath() {
            return sessions.getSessionPath();
        }

        @Override
        public void setPath(String path) {
            checkState();
            sessions.setSessionPath(path);
        }

        @Override
        public boolean isHttpOnly() {
            return sessions.isHttpOnly();
        }

        @Override
        public void setHttpOnly(boolean httpOnly) {
            checkState();
            sessions.setHttpOnly(httpOnly);
        }

        @Override
        public boolean isSecure() {
            return sessions.isSecureCookies();
        }

        @Override
        public void setSecure(boolean secure) {
            checkState();
            sessions.setSecureCookies(secure);
        }

        @Override
        public int getMaxAge() {
            return sessions.getMaxCookieAge();
        }

        @Override
        public void setMaxAge(int maxAge) {
            checkState();
            sessions.setMaxCookieAge(maxAge);
        }

        @Override
        public void setAttribute(String name, @Nullable String value) {
            checkState();
            if (name == null || name.isBlank()) {
                throw new IllegalArgumentException("Blank attribute name");
            }
            switch (name.toLowerCase(java.util.Locale.ENGLISH)) {
                case "domain" -> sessions.setSessionDomain(value);
                case "path" -> sessions.setSessionPath(value);
                case "max-age" -> sessions.setMaxCookieAge(value == null ? -1 : Integer.parseInt(value));
                case "secure" -> sessions.setSecureCookies(Boolean.parseBoolean(value));
                case "httponly" -> sessions.setHttpOnly(Boolean.parseBoolean(value));
                default -> sessions.setSessionCookieAttribute(name, value);
            }
        }

        @Override
        public @Nullable String getAttribute(String name) {
            return switch (name.toLowerCase(java.util.Locale.ENGLISH)) {
                case "domain" -> getDomain();
                case "path" -> getPath();
                case "max-age" -> Integer.toString(getMaxAge());
                case "secure" -> Boolean.toString(isSecure());
                case "httponly" -> Boolean.toString(isHttpOnly());
                default -> sessions.getSessionCookieAttribute(name);
            };
        }

        @Override
        public Map<String, String> getAttributes() {
            return Collections.unmodifiableMap(sessions.getSessionCookieAttributes());
        }
    }
}
