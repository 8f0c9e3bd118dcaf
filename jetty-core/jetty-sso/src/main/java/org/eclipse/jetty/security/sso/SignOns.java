package org.eclipse.jetty.security.sso;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.eclipse.jetty.security.LoginUnavailableException;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.util.thread.AutoLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sign-ons of a store. Thread-safe: changes of one sign-on take turns within a server, and one that was removed by another server is
 * never saved again.
 */
final class SignOns {
    private static final Logger LOG = LoggerFactory.getLogger(SignOns.class);
    /** The most milliseconds between two uses that are saved. */
    private static final long SAVE_PERIOD = 60_000;

    private final AutoLock[] locks = Stream.generate(AutoLock::new).limit(64).toArray(AutoLock[]::new);
    private final SessionDataStore store;
    private final long idleMillis;
    private final long maxMillis;

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
    SignOn begin(SignOnToken token, String realm, String user, Set<String> roles, String type) {
        long now = System.currentTimeMillis();
        SessionData data = store.newSessionData(token.id(), now, now, now, idleMillis);
        SignOn begun = new SignOn(data);
        begun.set(realm, user, roles);
        begun.setLogin(type, now, token.digest());
        use(begun, now);
        data.setDirty(true);
        ask(() -> {
            store.store(token.id(), data);
            return null;
        });
        return begun;
    }

    /** Returns a sign-on; null if there is none, or it has ended. */
    SignOn load(String id) {
        SessionData data = ask(() -> store.load(id));
        return data == null || data.isExpiredAt(System.currentTimeMillis()) ? null : new SignOn(data);
    }

    /**
     * Notes a further login of the user of a sign-on.
     *
     * @return null if it has ended meanwhile
     */
    SignOn renew(SignOnToken token, Set<String> roles, String type) {
        try (AutoLock l = lock(token.id())) {
            SignOn signOn = load(token.id());
            if (signOn == null) {
                return null;
            }
            long now = System.currentTimeMillis();
            signOn.set(signOn.getRealm(), signOn.getUser(), roles);
            signOn.setLogin(type, now, token.digest());
            use(signOn, now);
            return save(signOn) ? signOn : null;
        }
    }

    /** Notes that a sign-on is used, if it was not just before. */
    void touch(SignOn used) {
        long now = System.currentTimeMillis();
        if (now - used.getData().getAccessed() < Math.min(SAVE_PERIOD, idleMillis / 4)) {
            return;
        }
        try (AutoLock l = lock(used.getId())) {
            SignOn signOn = load(used.getId());
            if (signOn != null) {
                use(signOn, now);
                save(signOn);
            }
        }
    }

    private void use(SignOn signOn, long now) {
        SessionData data = signOn.getData();
        data.setLastAccessed(data.getAccessed());
        data.setAccessed(now);
        data.setMaxInactiveMs(Math.max(1, Math.min(idleMillis, signOn.getLogin() + maxMillis - now)));
        data.calcAndSetExpiry(now);
        data.setMetaDataDirty(true);
    }

    /** Returns false if it was removed meanwhile: the store takes the time of the save back. */
    private boolean save(SignOn signOn) {
        SessionData data = signOn.getData();
        long before = data.getLastSaved();
        ask(() -> {
            store.store(signOn.getId(), data);
            return null;
        });
        return data.getLastSaved() != before;
    }

    /** Ends a sign-on; returns whether it was there. */
    boolean end(String id) {
        try (AutoLock l = lock(id)) {
            return ask(() -> store.delete(id));
        }
    }

    boolean exists(String id) {
        return ask(() -> store.exists(id));
    }

    /** Removes those that have expired. */
    void removeExpired(Collection<String> known) {
        for (String id : ask(() -> store.getExpired(new HashSet<>(known)))) {
            end(id);
        }
    }
}
