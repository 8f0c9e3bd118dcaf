package org.eclipse.jetty.session;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session in the care of a {@link SessionManager}.
 *
 * <pre>
 * VALID --beginInvalidate--&gt; INVALIDATING (listeners still read it) --finishInvalidate--&gt; INVALID
 * </pre>
 *
 * <p>Guarded by its lock, which is not held while listeners are called.
 */
public class ManagedSession implements Session {
    /** The attribute that tells whether it was created on a secure connection. */
    public static final String SESSION_CREATED_SECURE = "org.eclipse.jetty.security.sessionCreatedSecure";

    private static final Logger LOG = LoggerFactory.getLogger(ManagedSession.class);

    private static final long AGAIN_MS = 1000;

    private enum State {
        VALID,
        INVALIDATING,
        INVALID
    }

    private final AutoLock lock = new AutoLock();
    private final SessionManager manager;
    private final SessionData data;
    private final SessionInactivityTimer timer;
    private final Session.API api;
    private State state = State.VALID;
    /** The id alone, as where the server has no name, until it is set. */
    private String extendedId;

    private int requests;
    private boolean setCookieNeeded;
    private boolean newSession;
    /** Whether a request has used it since no request did. */
    private boolean accessed;

    private boolean resident;
    private boolean stale;

    public ManagedSession(SessionManager manager, SessionData data) {
        this.manager = manager;
        this.data = data;
        extendedId = data.getId();
        if (data.getLastSaved() <= 0) {
            newSession = true;
            accessed = true;
            data.setDirty(true);
        }
        timer = manager.newSessionInactivityTimer(this);
        api = manager.newSessionAPIWrapper(this);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends API> T getApi() {
        return (T) api;
    }

    public AutoLock lock() {
        return lock.lock();
    }

    public SessionData getSessionData() {
        return data;
    }

    public SessionManager getSessionManager() {
        return manager;
    }

    /** The number of requests that use it. */
    public long getRequests() {
        try (AutoLock l = lock()) {
            return requests;
        }
    }

    public void setExtendedId(String id) {
        extendedId = id;
    }

    @Override
    public String getExtendedId() {
        return extendedId;
    }

    @Override
    public String getId() {
        try (AutoLock l = lock()) {
            return data.getId();
        }
    }

    public String getVHost() {
        return data.getVhost();
    }

    public boolean isResident() {
        return resident;
    }

    public void setResident(boolean isResident) {
        resident = isResident;
        if (!isResident) {
            timer.destroy();
        }
    }

    /**
     * Whether it is not to be saved, and is in no cache: another server has saved the session since this one read it, or the response
     * that depends on a change was refused.
     */
    boolean isStale() {
        return stale;
    }

    void setStale() {
        stale = true;
    }

    // ---- use

    /** Notes that a request began to use it. */
    protected void use() {
        try (AutoLock l = lock()) {
            requests++;
            timer.cancel();
        }
    }

    /** Notes the time of use; returns false if it is not valid any longer. */
    public boolean access(long time) {
        try (AutoLock l = lock()) {
            if (state != State.VALID || !resident) {
                return false;
            }
            newSession = false;
            accessed = true;
            long last = data.getAccessed();
            data.setAccessed(time);
            data.setLastAccessed(last);
            data.calcAndSetExpiry(time);
            if (isExpired(time)) {
                return false;
            }
            return true;
        }
    }

    /** Notes that a request does not use it any longer. The interval until it expires begins with the end of the last request. */
    public void release() {
        try (AutoLock l = lock()) {
            requests--;
            if (requests == 0) {
                long now = System.currentTimeMillis();
                if (accessed) {
                    accessed = false;
                    data.endUse(now);
                }
                schedule(now);
            }
        }
    }

    /** Sets the timer; not that of a session that is in memory no longer, which it would keep. */
    private void schedule(long now) {
        if (resident) {
            timer.schedule(calculateInactivityTimeout(now));
        }
    }

    /** Sets the timer again, after it has fired too early: for when it expires, or may be evicted, or for a second later. */
    void scheduleTimerAgain(long now) {
        long timeout = calculateInactivityTimeout(now);
        timer.schedule(timeout < 0 ? timeout : Math.max(AGAIN_MS, timeout));
    }

    private boolean isExpired(long time) {
        return data.isExpiredAt(time);
    }

    public boolean isExpiredAt(long time) {
        try (AutoLock l = lock()) {
            return data.isExpiredAt(time);
        }
    }

    /**
     * Whether its time is over, and no request that has used it before goes on (Servlet section 7.5). Those that have only found it, as several
     * requests of a client may at once, do not keep it.
     */
    boolean isOver(long time) {
        try (AutoLock l = lock()) {
            return data.isExpiredAt(time) && !(accessed && requests > 0);
        }
    }

    /** Whether it was not used for so many seconds. */
    protected boolean isIdleLongerThan(int seconds) {
        try (AutoLock l = lock()) {
            return data.getAccessed() + TimeUnit.SECONDS.toMillis(seconds) <= System.currentTimeMillis();
        }
    }

    /** The milliseconds after which to look at it again; negative for never. */
    public long calculateInactivityTimeout(long now) {
        try (AutoLock l = lock()) {
            return manager.calculateInactivityTimeout(data.getId(), data.getExpiry() - now, data.getMaxInactiveMs());
        }
    }

    // ---- what the application sees

    @Override
    public boolean isValid() {
        try (AutoLock l = lock()) {
            return state == State.VALID;
        }
    }

    public boolean isInvalidOrInvalidating() {
        return !isValid();
    }

    private void checkValidForRead() {
        if (state == State.INVALID || !resident) {
            throw new IllegalStateException("Invalid for read: " + this);
        }
    }

    private void checkValidForWrite() {
        if (state != State.VALID || !resident) {
            throw new IllegalStateException("Invalid for write: " + this);
        }
    }

    public long getCookieSetTime() {
        return data.getCookieSet();
    }

    /** When it was created, in milliseconds since 1970. */
    public long getCreationTime() {
        try (AutoLock l = lock()) {
            checkValidForRead();
            return data.getCreated();
        }
    }

    @Override
    public long getLastAccessedTime() {
        try (AutoLock l = lock()) {
            checkValidForRead();
            return data.getLastAccessed();
        }
    }

    @Override
    public void setMaxInactiveInterval(int seconds) {
        try (AutoLock l = lock()) {
            data.setMaxInactiveMs(TimeUnit.SECONDS.toMillis(seconds));
            data.calcAndSetExpiry();
            data.setMetaDataDirty(true);
            if (requests == 0) {
                schedule(System.currentTimeMillis());
            }
        }
    }

    @Override
    public int getMaxInactiveInterval() {
        try (AutoLock l = lock()) {
            long milliseconds = data.getMaxInactiveMs();
            return milliseconds < 0 ? -1 : (int) Math.min(Integer.MAX_VALUE, milliseconds / 1000);
        }
    }

    @Override
    public boolean isNew() {
        try (AutoLock l = lock()) {
            checkValidForRead();
            return newSession;
        }
    }

    @Override
    public String encodeURI(Request request, String uri, boolean cookiesInUse) {
        return manager.encodeURI(request, uri, cookiesInUse);
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        try (AutoLock l = lock()) {
            checkValidForRead();
            return data.getAttribute(name);
        }
    }

    @Override
    public Set<String> getAttributeNameSet() {
        try (AutoLock l = lock()) {
            checkValidForRead();
            return new HashSet<>(data.getKeys());
        }
    }

    @Override
    public @Nullable Object setAttribute(String name, @Nullable Object value) {
        Object old;
        try (AutoLock l = lock()) {
            checkValidForWrite();
            old = data.getAttribute(name);
        }
        if (value != null && value != old) {
            manager.onSessionAttributeBinding(this, name, value);
        }
        try (AutoLock l = lock()) {
            checkValidForWrite();
            old = data.setAttribute(name, value);
        }
        if (value != null || old != null) {
            manager.onSessionAttributeUpdate(this, name, old, value);
        }
        return old;
    }

    @Override
    public @Nullable Object removeAttribute(String name) {
        return setAttribute(name, null);
    }

    @Override
    public void clearAttributes() {
        for (String name : getAttributeNameSet()) {
            removeAttribute(name);
        }
    }

    void onSessionActivation() {
        manager.onSessionActivation(this);
    }

    void onSessionPassivation() {
        manager.onSessionPassivation(this);
    }

    // ---- id

    /**
     * Changes the id, against session fixation.
     *
     * @throws HttpException.RuntimeException with status 503 if the store fails, and the id is that of before
     */
    @Override
    public void renewId(Request request, @Nullable Response response) {
        SessionIdManager ids = manager.getSessionIdManager();
        if (ids == null) {
            return;
        }
        String oldId;
        String oldExtendedId;
        try (AutoLock l = lock()) {
            checkValidForWrite();
            oldId = data.getId();
            oldExtendedId = extendedId;
        }
        String newId = ids.renewSessionId(oldId, oldExtendedId, request);
        if (!newId.equals(oldId) && isValid() && oldId.equals(getId())) {
            // the cache keeps nothing and gave the new id to another object, or the store has failed
            takeRenewed(oldId, newId, ids.getExtendedId(newId, request));
        }
        if (response != null && isSetCookieNeeded() && manager.isUsingCookies()) {
            HttpCookie cookie = manager.getSessionCookie(this, request.isSecure());
            if (cookie != null) {
                Response.replaceCookie(response, cookie);
            }
        }
        LOG.debug("renewed session {} to {}", oldId, newId);
    }

    /** Takes the new id if the store has it, and ends if another server has ended it meanwhile. */
    private void takeRenewed(String oldId, String newId, String newExtendedId) {
        SessionCache cache = manager.getSessionCache();
        boolean renewed;
        Exception failure = null;
        try {
            boolean stored = data.getLastSaved() > 0;
            renewed = !cache.contains(oldId) && (!stored || cache.exists(newId));
            if (!renewed && cache.exists(oldId)) {
                failure = new IllegalStateException("the id is still " + oldId);
            }
        } catch (Exception x) {
            renewed = false;
            failure = x;
        }
        if (failure != null) {
            // somebody else may have given out the id, which is the reason for another one
            throw new HttpException.RuntimeException(
                    HttpStatus.SERVICE_UNAVAILABLE_503, "The id of the session cannot be renewed", failure);
        }
        if (renewed) {
            follow(oldId, newId, newExtendedId);
        } else {
            endedElsewhere();
        }
    }

    /** Takes the new id, where a cache that keeps nothing gave it to what it read from the store. */
    private void follow(String oldId, String newId, String newExtendedId) {
        try (AutoLock l = lock()) {
            if (!oldId.equals(data.getId())) {
                return;
            }
            data.setId(newId);
            data.setLastSaved(0);
            data.setDirty(true);
            extendedId = newExtendedId;
            onIdChanged();
        }
    }

    public void onIdChanged() {
        setCookieNeeded = true;
    }

    /** Whether the id changed since the cookie was sent. */
    public boolean isSetCookieNeeded() {
        return setCookieNeeded;
    }

    void onCookieSet() {
        setCookieNeeded = false;
    }

    // ---- end

    @Override
    public void invalidate() {
        boolean begun = false;
        try {
            begun = beginInvalidate();
            if (begun) {
                boolean mine = true;
                try {
                    manager.onSessionEnding(this);
                    if (manager.getSessionCache() instanceof AbstractSessionCache cache) {
                        mine = cache.deleteStored(this);
                    }
                } catch (Exception x) {
                    // a logout that is not stored would be none
                    LOG.warn("could not remove {} from the store: {}", this, x.toString());
                    LOG.debug("could not remove {}", this, x);
                    try (AutoLock l = lock()) {
                        state = State.VALID;
                    }
                    throw new HttpException.RuntimeException(
                            HttpStatus.SERVICE_UNAVAILABLE_503, "The session cannot be ended", x);
                }
                try {
                    if (mine) {
                        callListeners();
                    }
                    end(mine);
                } finally {
                    // the same session in other contexts, and what the cache and store have of it
                    manager.getSessionIdManager().invalidateAll(data.getId());
                }
            }
        } catch (RuntimeException x) {
            LOG.debug("could not invalidate {}", this, x);
            throw x;
        }
    }

    /**
     * Begins to invalidate.
     *
     * @return whether the caller is the one to go on
     * @throws IllegalStateException if it is invalid
     */
    public boolean beginInvalidate() {
        try (AutoLock l = lock()) {
            return switch (state) {
                case INVALID -> throw new IllegalStateException("Invalid: " + this);
                case INVALIDATING -> false;
                case VALID -> {
                    state = State.INVALIDATING;
                    yield true;
                }
            };
        }
    }

    private void callListeners() {
        try {
            manager.onSessionDestroyed(this);
        } catch (Throwable x) {
            LOG.warn("session listener failed when {} was invalidated", this, x);
        }
    }

    /** Another server has ended it, and has called its listeners: requests that have it do not use it any longer. */
    void endedElsewhere() {
        try (AutoLock l = lock()) {
            state = State.INVALID;
        }
    }

    /** Tells listeners that the attributes are unbound, and ends it. */
    public void finishInvalidate() {
        end(true);
    }

    /** @param mine whether listeners are called; otherwise another server has called its own */
    private void end(boolean mine) {
        try {
            for (String name : new HashSet<>(data.getKeys())) {
                Object old;
                try (AutoLock l = lock()) {
                    old = data.setAttribute(name, null);
                }
                if (mine && old != null) {
                    try {
                        manager.onSessionAttributeUpdate(this, name, old, null);
                    } catch (Throwable x) {
                        LOG.warn("listener of session attribute {} failed", name, x);
                    }
                }
            }
        } finally {
            try (AutoLock l = lock()) {
                state = State.INVALID;
            }
            manager.recordSessionTime(this);
        }
    }

    @Override
    public String toString() {
        return "Session@" + Integer.toHexString(hashCode()) + "{id=" + data.getId() + ",x=" + extendedId + ",req="
                + requests + ",res=" + resident + "}";
    }
}
