package org.eclipse.jetty.security.sso;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.eclipse.jetty.security.LoginUnavailableException;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sign-ons of a store. Thread-safe.
 *
 * <pre>
 * id         the sign-on; written by logins, removed by logouts; expires at its maximum age
 * id "_use"  the time of the last use; written now and then; expires after the idle timeout
 * </pre>
 *
 * <p>A use never writes the sign-on itself. A save that is late, of this server or of another one, therefore brings back neither a sign-on that
 * has ended nor the secret that a login has replaced. Logins of one sign-on take turns within a server.
 */
final class SignOns {
    private static final Logger LOG = LoggerFactory.getLogger(SignOns.class);
    /** The most milliseconds between two uses that are saved. */
    private static final long SAVE_PERIOD = 60_000;

    private static final String USE = "_use";

    private final AutoLock[] locks = Stream.generate(AutoLock::new).limit(64).toArray(AutoLock[]::new);
    private final SessionDataStore store;
    private final long idleMillis;
    private final long maxMillis;
    /** The last use of each sign-on that the store has, as far as it is known here; the store may have a later one. */
    private final Map<String, Long> lastUses = new ConcurrentHashMap<>();

    /**
     * @param idleMillis the milliseconds without use after which a sign-on ends
     * @param maxMillis the milliseconds after the last login when it ends in any case
     */
    SignOns(SessionDataStore store, long idleMillis, long maxMillis) {
        this.store = store;
        this.idleMillis = idleMillis;
        this.maxMillis = maxMillis;
    }

    private AutoLock lock(String id) {
        return locks[Math.floorMod(id.hashCode(), locks.length)].lock();
    }

    private static <T> T ask(Callable<T> question) {
        try {
            return question.call();
        } catch (Exception x) {
            LOG.warn("The store of sign-ons cannot be asked: {}", x.toString());
            LOG.debug("cannot be asked", x);
            throw new LoginUnavailableException("The store of sign-ons cannot be asked: " + x, x);
        }
    }

    /** Saves a new sign-on. */
    SignOn begin(SignOnToken token, String realm, String user, @Nullable Set<String> roles, String type) {
        long now = System.currentTimeMillis();
        SessionData data = store.newSessionData(token.id(), now, now, now, maxMillis);
        SignOn begun = new SignOn(data);
        begun.set(realm, user, roles);
        begun.setLogin(type, now, token.digest());
        expire(data, now, maxMillis);
        data.setDirty(true);
        save(data);
        return begun;
    }

    /** Returns a sign-on; null if there is none, or it has ended. */
    @Nullable
    SignOn load(String id) {
        long now = System.currentTimeMillis();
        SessionData data = ask(() -> store.load(id));
        return data == null || data.isExpiredAt(now) || isIdle(data, now) ? null : new SignOn(data);
    }

    /** Asks the store for the last use only if those that are known here are too long ago. */
    private boolean isIdle(SessionData data, long now) {
        String id = data.getId();
        if (now - lastUse(data) < idleMillis) {
            return false;
        }
        SessionData use = ask(() -> store.load(id + USE));
        if (use == null) {
            return true;
        }
        lastUses.merge(id, use.getAccessed(), Math::max);
        return now - use.getAccessed() >= idleMillis;
    }

    private long lastUse(SessionData data) {
        return Math.max(data.getAccessed(), lastUses.getOrDefault(data.getId(), 0L));
    }

    /**
     * Notes a further login of the user of a sign-on.
     *
     * @return null if it has ended meanwhile
     */
    @Nullable
    SignOn renew(SignOnToken token, @Nullable Set<String> roles, String type) {
        try (AutoLock l = lock(token.id())) {
            SignOn signOn = load(token.id());
            if (signOn == null) {
                return null;
            }
            long now = System.currentTimeMillis();
            signOn.set(signOn.getRealm(), signOn.getUser(), roles);
            signOn.setLogin(type, now, token.digest());
            expire(signOn.getData(), now, maxMillis);
            return save(signOn.getData()) ? signOn : null;
        }
    }

    /** Notes that a sign-on is used, if it was not just before. */
    void touch(SignOn used) {
        long now = System.currentTimeMillis();
        String id = used.getId();
        if (now - lastUse(used.getData()) < Math.min(SAVE_PERIOD, idleMillis / 4)) {
            return;
        }
        SessionData known = ask(() -> store.load(id + USE));
        SessionData use = known == null ? store.newSessionData(id + USE, now, now, now, idleMillis) : known;
        expire(use, Math.max(now, use.getAccessed()), idleMillis);
        save(use);
        lastUses.merge(id, now, Math::max);
    }

    private static void expire(SessionData data, long now, long millis) {
        data.setLastAccessed(data.getAccessed());
        data.setAccessed(now);
        data.setMaxInactiveMs(millis);
        data.calcAndSetExpiry(now);
        data.setMetaDataDirty(true);
    }

    /** Returns false if it was removed meanwhile: the store takes the time of the save back. */
    private boolean save(SessionData data) {
        long before = data.getLastSaved();
        ask(() -> {
            store.store(data.getId(), data);
            return null;
        });
        return data.getLastSaved() != before;
    }

    /** Ends a sign-on; returns whether it was there. */
    boolean end(String id) {
        boolean ended;
        try (AutoLock l = lock(id)) {
            ended = ask(() -> store.delete(id));
        }
        lastUses.remove(id);
        if (!id.endsWith(USE)) {
            ask(() -> store.delete(id + USE));
        }
        return ended;
    }

    /** Removes those that have expired. */
    void removeExpired(Collection<String> known) {
        long unused = System.currentTimeMillis() - idleMillis;
        lastUses.values().removeIf(use -> use < unused);
        for (String id : ask(() -> store.getExpired(new HashSet<>(known)))) {
            end(id);
        }
    }
}
