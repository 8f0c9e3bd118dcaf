package org.eclipse.jetty.security.sso;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.LoginUnavailableException;
import org.eclipse.jetty.security.SingleSignOn;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.eclipse.jetty.security.authentication.SessionAuthentication;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.session.CachingSessionDataStoreFactory;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.session.SessionDataStoreFactory;
import org.eclipse.jetty.session.SessionEndListener;
import org.eclipse.jetty.session.SessionIdManager;
import org.eclipse.jetty.session.SessionManager;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Single sign-on of the contexts of a server, and of servers that share a session store; see the package. A bean of the server.
 *
 * <pre>
 * server.addBean(new JDBCSessionDataStoreFactory());   // where servers share it
 * server.addBean(new SingleSignOnService(server));
 * </pre>
 *
 * <p>Contexts whose login service has the same name, which is that of the realm, take part, unless their parameter {@link
 * LoginAuthenticator#SINGLE_SIGN_ON} is {@code false}. Settings change before it is started; then thread-safe.
 */
@ManagedObject("Single sign-on")
public class SingleSignOnService extends ContainerLifeCycle implements SingleSignOn, SessionEndListener {
    /** The session attribute with the id of the sign-on that the session belongs to. */
    public static final String SIGN_ON = "org.eclipse.jetty.security.singleSignOn";

    /** The session attribute of the user whom the sign-on authenticated, with the roles of the context. */
    public static final String USER = "org.eclipse.jetty.security.singleSignOn.user";

    /** What tells sign-ons from the sessions of contexts in a store: a path that no context has. */
    private static final String STORE_NAME = "$single-sign-on";

    private static final Logger LOG = LoggerFactory.getLogger(SingleSignOnService.class);

    private final Server server;
    private final LongAdder logins = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder logouts = new LongAdder();
    private final SignOnSessions sessions = new SignOnSessions();
    private final BrowserSignOns browsers = new BrowserSignOns();
    private String cookieName = "JETTY_SSO";
    private @Nullable String cookieDomain;
    private HttpCookie.SameSite sameSite = HttpCookie.SameSite.LAX;
    private boolean secureCookie;
    private Duration idleTimeout = Duration.ofMinutes(30);
    private Duration maxAge = Duration.ofHours(12);
    private Duration reauthenticate = Duration.ZERO;
    private Duration checkInterval = Duration.ofMinutes(1);
    private Set<String> realms = Set.of();
    private boolean logoutOnInvalidate = true;
    private int maxSignOnsPerUser = 20;
    private @Nullable SessionDataStore store;
    private SignOns signOns;
    private SignOnCookie cookie;
    private UserSignOns users;
    private Scheduler.@Nullable Task task;

    public SingleSignOnService(@Name("server") Server server) {
        this.server = Objects.requireNonNull(server);
    }

    // ---- settings

    @ManagedAttribute("The name of the cookie")
    public String getCookieName() {
        return cookieName;
    }

    public void setCookieName(String name) {
        if (name == null || !name.matches("[A-Za-z0-9_.-]+")) {
            throw new IllegalArgumentException(
                    "cookieName: " + name + " (expected: letters, digits, '_', '-' and '.')");
        }
        cookieName = name;
    }

    @ManagedAttribute("The domain whose hosts get the cookie; null for the host alone")
    public @Nullable String getCookieDomain() {
        return cookieDomain;
    }

    public void setCookieDomain(@Nullable String domain) {
        cookieDomain = StringUtil.isBlank(domain) ? null : domain.trim();
    }

    public HttpCookie.SameSite getSameSite() {
        return sameSite;
    }

    public void setSameSite(HttpCookie.SameSite site) {
        sameSite = Objects.requireNonNull(site);
    }

    /** Sets the SameSite attribute by its value: Lax, Strict or None, in any case. */
    public void setSameSiteName(String name) {
        HttpCookie.SameSite site = name == null ? null : HttpCookie.SameSite.from(name.trim());
        if (site == null) {
            throw new IllegalArgumentException("sameSite: " + name + " (expected: Lax, Strict or None)");
        }
        sameSite = site;
    }

    @ManagedAttribute("Whether the cookie is for secure connections only, even if it is set on another")
    public boolean isSecureCookie() {
        return secureCookie;
    }

    /** Sets whether the cookie is secure on every connection, as behind a proxy that ends TLS; otherwise it is on secure ones. */
    public void setSecureCookie(boolean secure) {
        secureCookie = secure;
    }

    /** The time without use after which a sign-on ends; 30 minutes by default. */
    public Duration getIdleTimeout() {
        return idleTimeout;
    }

    public void setIdleTimeout(Duration timeout) {
        idleTimeout = atLeast("idleTimeout", timeout, 1);
    }

    /** The time after the last login when a sign-on ends in any case; 12 hours by default. */
    public Duration getMaxAge() {
        return maxAge;
    }

    public void setMaxAge(Duration age) {
        maxAge = atLeast("maxAge", age, 1);
    }

    /** The time after the last login when a further context asks for another; zero, the default, for none. */
    public Duration getReauthenticate() {
        return reauthenticate;
    }

    public void setReauthenticate(Duration time) {
        reauthenticate = atLeast("reauthenticate", time, 0);
    }

    /** The time between two looks for sign-ons that have ended elsewhere; a minute by default. */
    public Duration getCheckInterval() {
        return checkInterval;
    }

    public void setCheckInterval(Duration interval) {
        checkInterval = atLeast("checkInterval", interval, 1);
    }

    private static Duration atLeast(String name, Duration value, long seconds) {
        if (value.toSeconds() < seconds || value.toDays() > 365) {
            throw new IllegalArgumentException(
                    name + ": " + value.toSeconds() + " (expected: " + seconds + " second or more, up to a year)");
        }
        return value;
    }

    public Set<String> getRealms() {
        return realms;
    }

    /**
     * Sets the realms that take part; empty for those whose login service is a bean of the server. Whatever it is, a login counts in its
     * own realm only.
     */
    public void setRealms(Set<String> names) {
        realms = Set.copyOf(names);
    }

    @ManagedAttribute("Whether an application that invalidates its session ends the sign-on")
    public boolean isLogoutOnInvalidate() {
        return logoutOnInvalidate;
    }

    /** Sets whether an application that invalidates its session, as many do to log out, ends the sign-on; true by default. */
    public void setLogoutOnInvalidate(boolean logout) {
        logoutOnInvalidate = logout;
    }

    @ManagedAttribute("The most sign-ons that a user has on this server")
    public int getMaxSignOnsPerUser() {
        return maxSignOnsPerUser;
    }

    public void setMaxSignOnsPerUser(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("maxSignOnsPerUser: " + max + " (expected: 1 or more)");
        }
        maxSignOnsPerUser = max;
    }

    @ManagedAttribute("Logins that began a sign-on, or renewed it")
    public long getLogins() {
        return logins.sum();
    }

    @ManagedAttribute("Requests that a sign-on authenticated in a context without a login")
    public long getAccepted() {
        return accepted.sum();
    }

    @ManagedAttribute("Sign-ons that a logout ended on this server")
    public long getLogouts() {
        return logouts.sum();
    }

    @ManagedAttribute("Sessions of this server that belong to a sign-on")
    public int getSessions() {
        return sessions.size();
    }

    // ---- life cycle

    @Override
    protected void doStart() throws Exception {
        SessionDataStoreFactory factory = server.getBean(SessionDataStoreFactory.class);
        if (factory instanceof CachingSessionDataStoreFactory caching) {
            // a copy of a sign-on that has ended must not count
            factory = caching.getSessionStoreFactory();
        }
        SessionDataStore opened = factory == null ? new MemorySignOnStore() : factory.getSessionDataStore(null);
        store = opened;
        SessionIdManager ids = server.getBean(SessionIdManager.class);
        opened.initialize(new SessionContext(ids == null ? null : ids.getWorkerName(), STORE_NAME, null));
        addBean(opened, true);
        signOns = new SignOns(opened, idleTimeout.toMillis(), maxAge.toMillis());
        users = new UserSignOns(maxSignOnsPerUser);
        cookie = new SignOnCookie(cookieName, cookieDomain, sameSite, secureCookie);
        super.doStart();
        schedule();
    }

    @Override
    protected void doStop() throws Exception {
        synchronized (this) {
            if (task != null) {
                task.cancel();
                task = null;
            }
        }
        super.doStop();
        if (store != null) {
            removeBean(store);
            store = null;
        }
    }

    private synchronized void schedule() {
        Scheduler scheduler = server.getScheduler();
        if (scheduler != null && (isStarting() || isStarted())) {
            task = scheduler.schedule(this::sweepOnPool, checkInterval.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** A store may be slow, and the timer is needed by all connections. */
    private void sweepOnPool() {
        try {
            server.getThreadPool().execute(() -> {
                try {
                    sweep();
                } finally {
                    schedule();
                }
            });
        } catch (RejectedExecutionException x) {
            LOG.debug("the pool is too busy, or stops", x);
            schedule();
        }
    }

    /** Ends the sessions whose sign-on has ended, and forgets what is not needed any longer. */
    public void sweep() {
        try {
            Set<String> known = sessions.getSignOns();
            known.addAll(users.getIds());
            signOns.removeExpired(known);
            Set<String> ended = new HashSet<>();
            for (String id : known) {
                if (signOns.load(id) == null) {
                    ended.add(id);
                    sessions.end(id, null);
                    // without use: the store keeps it until its maximum age
                    signOns.end(id);
                }
            }
            ended.forEach(users::remove);
            browsers.removeEnded(ended);
            sessions.sweep();
        } catch (LoginUnavailableException x) {
            // the store says so in the log
            LOG.debug("looked for in vain", x);
        }
    }

    // ---- requests

    @Override
    public void check(Request request, Response response) {
        SignOnRequest known = SignOnRequest.of(request, response);
        Session session = request.getSession(false);
        if (session == null || !(session.getAttribute(SIGN_ON) instanceof String id)) {
            return;
        }
        SignOn own = known.load(id, signOns);
        SignOn ofCookie = find(request, known);
        boolean other = own != null
                && ofCookie != null
                && ofCookie.getRealm().equals(own.getRealm())
                && !ofCookie.getUser().equals(own.getUser());
        if (own == null || other) {
            LOG.debug("{} belongs to a sign-on that has ended, or to another user", session);
            if (own == null) {
                sessions.end(id, session);
            }
            sessions.end(session);
            return;
        }
        if (ofCookie != null && !ofCookie.getId().equals(id) && ofCookie.isOf(own.getRealm(), own.getUser())) {
            // of the same user, who logged in again, as in another tab
            browsers.join(ofCookie.getId(), id);
            own = ofCookie;
        }
        known.ofSession = own;
        bind(request, own, session);
        signOns.touch(own);
    }

    /** The sign-on of the cookie of a request; null if there is none that is valid. */
    private @Nullable SignOn find(Request request, SignOnRequest known) {
        if (known.lookedFor) {
            return known.ofCookie;
        }
        List<SignOn> valid = new ArrayList<>(1);
        for (SignOnToken token : cookie.read(request)) {
            SignOn found = known.load(token.id(), signOns);
            if (found == null || !found.hasSecret(token.digest())) {
                LOG.debug("a cookie of {} is of no sign-on", Request.getRemoteAddr(request));
            } else {
                valid.add(found);
            }
        }
        known.ofCookie = choose(valid, request);
        known.lookedFor = true;
        if (known.ofCookie != null) {
            users.seen(known.ofCookie);
        }
        return known.ofCookie;
    }

    /**
     * Of several cookies, that of the session counts; otherwise the one of the last login, if they are of one user. Hosts of one domain may
     * set cookies for each other: none of them may say who the user is.
     */
    private static @Nullable SignOn choose(List<SignOn> valid, Request request) {
        if (valid.size() < 2) {
            return valid.isEmpty() ? null : valid.get(0);
        }
        Session session = request.getSession(false);
        Object id = session == null ? null : session.getAttribute(SIGN_ON);
        SignOn first = valid.get(0);
        SignOn last = first;
        boolean same = true;
        for (SignOn each : valid) {
            if (each.getId().equals(id)) {
                return each;
            }
            same &= each.isOf(first.getRealm(), first.getUser());
            last = each.getLogin() > last.getLogin() ? each : last;
        }
        if (!same) {
            LOG.info("cookies of {} are of several sign-ons: none counts", Request.getRemoteAddr(request));
        }
        return same ? last : null;
    }

    @Override
    public AuthenticationState.@Nullable Succeeded authenticate(
            LoginAuthenticator authenticator, Request request, @Nullable Response response) {
        if (!authenticator.isSingleSignOn() || authenticator.hasCredentials(request)) {
            return null;
        }
        SignOnRequest known = SignOnRequest.of(request, response);
        find(request, known);
        SignOn signOn = known.current(service(authenticator).getName());
        if (signOn == null || !isAccepted(signOn, authenticator)) {
            mark(authenticator, request, known);
            return null;
        }
        Session session = request.getSession(false);
        AuthenticationState.Succeeded state = restored(signOn, authenticator, session);
        if (state == null) {
            if (known.ofCookie != signOn) {
                // the session belongs to the sign-on, but did not get an id that only its user knows
                return null;
            }
            if (known.isRefused) {
                return null;
            }
            LoginService users = service(authenticator);
            // roles that another login service gave count where the server gives them to all
            UserIdentity user = users.restore(signOn.getUser(), isOfServer(users) ? signOn.getRoles() : null);
            if (user == null) {
                LOG.debug("{} is not known in this context", signOn);
                return null;
            }
            state = adopt(signOn, user, authenticator, request, known);
        }
        accepted.increment();
        signOns.touch(signOn);
        return state;
    }

    /**
     * Gives a browser that is to log in a cookie that lets nobody in. Tabs that log in at the same time send it, which tells that they are of one
     * browser.
     */
    private void mark(LoginAuthenticator authenticator, Request request, SignOnRequest known) {
        Response response = known.writable();
        if (authenticator.isLoginKept()
                && response != null
                && takesPart(service(authenticator))
                && cookie.read(request).isEmpty()) {
            cookie.set(request, response, SignOnToken.make(null));
        }
    }

    /** The login service of an authenticator that handles a request. */
    private static LoginService service(LoginAuthenticator authenticator) {
        LoginService service = authenticator.getLoginService();
        assert service != null : "it is configured";
        return service;
    }

    private boolean isAccepted(SignOn signOn, LoginAuthenticator authenticator) {
        LoginService users = service(authenticator);
        long seconds =
                authenticator.getReauthenticate() < 0 ? reauthenticate.toSeconds() : authenticator.getReauthenticate();
        String type = authenticator.getAuthenticationType();
        // a path that asks for a certificate is not for those who typed a password elsewhere
        boolean certificate = Authenticator.CERT_AUTH.equals(type) || Authenticator.CERT_AUTH2.equals(type);
        return takesPart(users)
                && signOn.getRealm().equals(users.getName())
                && (!certificate || type.equals(signOn.getType()))
                && (seconds == 0 || System.currentTimeMillis() - signOn.getLogin() < seconds * 1000);
    }

    /** Without a list of realms those of the server take part; one that an application brings has to be named. */
    private boolean takesPart(LoginService users) {
        String realm = users.getName();
        return realm != null && (realms.isEmpty() ? isOfServer(users) : realms.contains(realm));
    }

    private boolean isOfServer(LoginService users) {
        return server.contains(users);
    }

    /** The user whom the sign-on authenticated before in the session. */
    private static AuthenticationState.@Nullable Succeeded restored(
            SignOn signOn, LoginAuthenticator authenticator, @Nullable Session session) {
        if (session == null
                || !signOn.getId().equals(session.getAttribute(SIGN_ON))
                || !(session.getAttribute(USER) instanceof SessionAuthentication before)) {
            return null;
        }
        UserIdentity user = before.getUserIdentity();
        return user != null && service(authenticator).validate(user) ? before : null;
    }

    /** Lets the session belong to the sign-on, with another id, as after a login. */
    private AuthenticationState.Succeeded adopt(
            SignOn signOn, UserIdentity user, LoginAuthenticator authenticator, Request request, SignOnRequest known) {
        SessionAuthentication state = new SessionAuthentication(signOn.getType(), user);
        Response response = known.writable();
        if (response == null) {
            return state;
        }
        Session session = request.getSession(authenticator.isLoginKept());
        if (session != null) {
            if (!signOn.getId().equals(session.getAttribute(SIGN_ON)) || session.getAttribute(USER) == null) {
                authenticator.signedOn(request, response);
            }
            session.setAttribute(USER, state);
            bind(request, signOn, session);
        } else {
            bindLater(request, signOn);
        }
        return state;
    }

    // ---- sessions

    private void bind(Request request, SignOn signOn, Session session) {
        Object before = session.getAttribute(SIGN_ON);
        if (!signOn.getId().equals(before)) {
            if (before instanceof String other) {
                // the end of that sign-on is not the end of this session any longer
                sessions.remove(other, session);
            }
            session.setAttribute(SIGN_ON, signOn.getId());
        }
        sessions.add(signOn.getId(), session);
        bindLater(request, signOn);
    }

    /** Lets a session that the application creates later in the request belong to the sign-on. */
    private void bindLater(Request request, SignOn signOn) {
        Consumer<Session> listener = session -> {
            // not if the application has just ended it with the session before
            if (signOns.load(signOn.getId()) != null) {
                bind(request, signOn, session);
            }
        };
        request.setAttribute(SessionManager.ON_NEW_SESSION, listener);
    }

    @Override
    public void onSessionEnding(ManagedSession session) {
        if (logoutOnInvalidate && session.getAttribute(SIGN_ON) instanceof String id) {
            endSignOn(id, session);
        }
    }

    // ---- login and logout

    @Override
    public void loggedIn(
            LoginAuthenticator authenticator, UserIdentity user, Request request, @Nullable Response response) {
        String realm = service(authenticator).getName();
        SignOnRequest known = SignOnRequest.of(request, response);
        Response writable = known.writable();
        if (realm == null || writable == null || !takesPart(service(authenticator))) {
            return;
        }
        String name = user.getUserPrincipal().getName();
        find(request, known);
        SignOn before = known.current(realm);
        boolean same = before != null && before.isOf(realm, name);
        if (!authenticator.isLoginKept() && (before != null || !isPage(request))) {
            // the same credentials with each request are no further login; others are those of this request alone
            if (before != null && same) {
                belong(request, before);
            }
            return;
        }
        List<SignOnToken> cookies = cookie.read(request);
        try (AutoLock l = browsers.lock(cookies)) {
            SignOn signOn = signOn(ofBrowser(cookies, before, realm), realm, authenticator, user, request, writable);
            browsers.loggedIn(cookies, signOn.getId());
            logins.increment();
            known.ofCookie = signOn;
            known.lookedFor = true;
            belong(request, signOn);
        }
    }

    /** The sign-on of a browser, which another tab may have begun or renewed while this login was on its way. */
    private @Nullable SignOn ofBrowser(List<SignOnToken> cookies, @Nullable SignOn before, String realm) {
        String id = browsers.find(cookies);
        if (id == null || before != null && before.getId().equals(id)) {
            return before;
        }
        SignOn other = signOns.load(id);
        if (other == null || !other.getRealm().equals(realm)) {
            return before;
        }
        if (before != null) {
            browsers.join(before.getId(), id);
        }
        return before == null ? other : before;
    }

    /** Renews the sign-on before if it is of the same user, and otherwise ends it and begins another. */
    private SignOn signOn(
            @Nullable SignOn before,
            String realm,
            LoginAuthenticator authenticator,
            UserIdentity user,
            Request request,
            Response response) {
        String name = user.getUserPrincipal().getName();
        SignOn same = before != null && before.isOf(realm, name) ? before : null;
        Set<String> roles = isOfServer(service(authenticator)) && user instanceof UserIdentity.RoleIdentity listed
                ? Set.copyOf(listed.roles())
                : null;
        SignOnToken token = SignOnToken.make(same == null ? null : same.getId());
        SignOn signOn = same == null ? null : signOns.renew(token, roles, authenticator.getAuthenticationType());
        if (signOn == null) {
            if (before != null) {
                Session session = request.getSession(false);
                endSignOn(before.getId(), session);
                if (session != null && before.getId().equals(session.getAttribute(SIGN_ON))) {
                    // by itself, as it has another id since the login
                    sessions.end(session);
                }
            }
            token = SignOnToken.make(null);
            signOn = signOns.begin(token, realm, name, roles, authenticator.getAuthenticationType());
            String eldest = users.add(realm, name, token.id());
            if (eldest != null) {
                endSignOn(eldest, null);
            }
        }
        cookie.set(request, response, token);
        return signOn;
    }

    private void belong(Request request, SignOn signOn) {
        Session session = request.getSession(false);
        if (session != null) {
            bind(request, signOn, session);
        } else {
            bindLater(request, signOn);
        }
    }

    /** Whether a browser loads a page: programs that send credentials with each request have no use for a sign-on. */
    private static boolean isPage(Request request) {
        String accept = request.getHeaders().get(HttpHeader.ACCEPT);
        return HttpMethod.GET.is(request.getMethod()) && accept != null && accept.contains("text/html");
    }

    @Override
    public void loggedOut(LoginAuthenticator authenticator, Request request, @Nullable Response response) {
        if (!takesPart(service(authenticator))) {
            return;
        }
        SignOnRequest known = SignOnRequest.of(request, response);
        find(request, known);
        SignOn signOn = known.current(service(authenticator).getName());
        if (signOn == null) {
            return;
        }
        boolean ofCookie = signOn == known.ofCookie;
        Session session = request.getSession(false);
        endSignOn(signOn.getId(), session);
        if (session != null) {
            // the application says what becomes of its session
            session.removeAttribute(SIGN_ON);
            session.removeAttribute(USER);
        }
        request.removeAttribute(SessionManager.ON_NEW_SESSION);
        known.ofSession = null;
        known.isRefused = true;
        if (ofCookie) {
            known.ofCookie = null;
        }
        Response writable = known.writable();
        if (ofCookie && writable != null) {
            cookie.remove(request, writable);
        }
    }

    private void endSignOn(String id, @Nullable Session except) {
        if (signOns.end(id)) {
            logouts.increment();
        }
        users.remove(id);
        sessions.end(id, except);
        // those of the same browser
        browsers.remove(id).forEach(other -> endSignOn(other, except));
    }
}
