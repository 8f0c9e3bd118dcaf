package org.eclipse.jetty.session;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store on another machine, by a connection that several stores may share.
 *
 * <p>A machine that cannot be reached fails no start: each request that needs a session tries it again, and a {@link CircuitBreaker} spares
 * threads the wait. What is wrong otherwise, such as credentials, fails the start. Thread-safe.
 */
public abstract class RemoteSessionDataStore extends AbstractSessionDataStore {
    private final Logger log = LoggerFactory.getLogger(getClass());
    private final CircuitBreaker breaker;
    private final String remote;
    private boolean acquired;

    /** @param remote what the other machine is called in messages */
    protected RemoteSessionDataStore(String remote) {
        this.remote = Objects.requireNonNull(remote);
        breaker = new CircuitBreaker(remote);
    }

    @Override
    public boolean isPassivating() {
        return true;
    }

    // ---- the connection

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        acquire();
        acquired = true;
        try {
            probe();
        } catch (Exception x) {
            if (!isUnreachable(x)) {
                releaseOnce();
                throw x;
            }
            log.warn(
                    "The sessions of {} cannot be reached, and are tried again by each request that needs them: {}, {}",
                    getContext(),
                    remote,
                    x.toString());
            log.debug("unreachable: {}", remote, x);
        }
    }

    @Override
    protected void doStop() throws Exception {
        releaseOnce();
        super.doStop();
    }

    /** A store that did not start is stopped, too. */
    private void releaseOnce() {
        if (acquired) {
            acquired = false;
            release();
        }
    }

    /** Notes that this store uses the connection. */
    protected abstract void acquire() throws Exception;

    /** Notes that it does not use it any longer; called once for each {@link #acquire()} that succeeded. */
    protected abstract void release();

    /** Asks something to see whether the other machine answers. */
    protected abstract void probe() throws Exception;

    /** Returns whether the other machine is away for a while; what is wrong otherwise stays wrong. */
    protected abstract boolean isUnreachable(Exception failure);

    /** Makes a call; fails at once while the other machine does not answer. */
    protected final <T> T call(Callable<T> call) throws Exception {
        return breaker.call(call, this::isUnreachable);
    }

    // ---- saves and expiry

    /** Notes that a session that was stored before is there no longer, so that it was not saved. */
    protected final void removedMeanwhile(String id, SessionData data, long lastSaveTime) {
        log.debug("session {} was removed meanwhile, and is not saved", id);
        data.setLastSaved(lastSaveTime);
    }

    /**
     * Returns the milliseconds after its expiry when the other machine removes a session by itself: servers look for it after the grace
     * period.
     */
    protected final long getRetentionMs() {
        return 2 * TimeUnit.SECONDS.toMillis(getGracePeriodSec()) + TimeUnit.HOURS.toMillis(1);
    }

    /** Returns whether a session is stored that has not expired at a time. */
    protected abstract boolean isLive(String id, long time) throws Exception;

    /** Adds the ids of the sessions that have expired at a time. */
    protected abstract void searchExpired(Set<String> expired, long time) throws Exception;

    /**
     * Adds the ids of those that a node used last.
     *
     * @param node null for a server without a name
     */
    protected abstract void searchExpired(Set<String> expired, long time, @Nullable String node) throws Exception;

    @Override
    protected boolean doExists(String id) throws Exception {
        return isLive(id, System.currentTimeMillis());
    }

    @Override
    protected Set<String> doCheckExpired(Set<String> candidates, long time) {
        Set<String> expired = new HashSet<>();
        try {
            for (String id : candidates) {
                if (!isLiveOrUnreadable(id, time)) {
                    expired.add(id);
                }
            }
            // those of this server that it does not hold in memory any more
            searchExpired(expired, time, getContext().getWorkerName());
        } catch (Exception x) {
            warn("The expiry of sessions of {} cannot be checked: {}", x);
        }
        return expired;
    }

    /** Whether a session is live, or what is stored is no session: it does not keep others from their end. */
    private boolean isLiveOrUnreadable(String id, long time) throws Exception {
        try {
            return isLive(id, time);
        } catch (Exception x) {
            if (isUnreachable(x)) {
                throw x;
            }
            warn("The expiry of a session of {} cannot be read: {}", x);
            return true;
        }
    }

    @Override
    protected Set<String> doGetExpired(long before) {
        Set<String> expired = new HashSet<>();
        try {
            searchExpired(expired, before);
        } catch (Exception x) {
            warn("Expired sessions of {} cannot be found: {}", x);
        }
        return expired;
    }

    private void warn(String message, Exception x) {
        log.warn(message, getContext(), x.toString());
        log.debug("{}", remote, x);
    }
}
