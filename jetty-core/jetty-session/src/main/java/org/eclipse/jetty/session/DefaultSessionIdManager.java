package org.eclipse.jetty.session;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes ids of 128 secure random bits.
 *
 * <p>The id in cookies and paths has the name of this server behind a dot, so that load balancers keep clients with their
 * sessions. Thread-safe.
 */
@ManagedObject
public class DefaultSessionIdManager extends ContainerLifeCycle implements SessionIdManager {
    private static final Logger LOG = LoggerFactory.getLogger(DefaultSessionIdManager.class);
    private static final int ID_BYTES = 16;

    private final Server server;
    private Random random;
    private @Nullable String workerName;
    private @Nullable HouseKeeper houseKeeper;
    private boolean ownHouseKeeper;

    public DefaultSessionIdManager(@Name("server") Server server) {
        this.server = server;
    }

    public DefaultSessionIdManager(@Name("server") Server server, @Name("random") Random random) {
        this(server);
        this.random = random;
    }

    public Server getServer() {
        return server;
    }

    @Override
    @ManagedAttribute(value = "The name of this server among others", readonly = true)
    public @Nullable String getWorkerName() {
        return workerName;
    }

    /**
     * Sets the name of this server among others; null for one that is made at the start: "node" and the environment variable
     * {@code JETTY_WORKER_INSTANCE}, or else a hash of the host's name and the base directory.
     *
     * @throws IllegalArgumentException if cookies or paths cannot have it, or if it has a dot
     */
    public void setWorkerName(@Nullable String name) {
        if (isRunning()) {
            throw new IllegalStateException("the worker name cannot change while running");
        }
        workerName = name == null ? null : WorkerNames.checked(name, "workerName");
    }

    public Random getRandom() {
        return random;
    }

    public void setRandom(Random newRandom) {
        random = newRandom;
    }

    @Override
    public void setSessionHouseKeeper(@Nullable HouseKeeper keeper) {
        updateBean(houseKeeper, keeper);
        houseKeeper = keeper;
        if (keeper != null) {
            keeper.setSessionIdManager(this);
        }
    }

    @Override
    public @Nullable HouseKeeper getSessionHouseKeeper() {
        return houseKeeper;
    }

    @Override
    protected void doStart() throws Exception {
        if (random == null) {
            random = new SecureRandom();
        }
        if (workerName == null) {
            workerName = WorkerNames.defaultName();
        }
        if (houseKeeper == null) {
            ownHouseKeeper = true;
            setSessionHouseKeeper(new HouseKeeper());
        }
        LOG.debug("session worker name {}", workerName);
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        if (ownHouseKeeper) {
            setSessionHouseKeeper(null);
            ownHouseKeeper = false;
        }
    }

    @Override
    public String newSessionId(@Nullable Request request, @Nullable String requestedId, long created) {
        if (requestedId != null) {
            String plain = getId(requestedId);
            // another context of this server gave it out: one client, one id
            if (isIdInUse(plain)) {
                return plain;
            }
        }
        String id;
        do {
            id = newSessionId(created);
        } while (isIdInUse(id));
        return id;
    }

    /**
     * A new random id: letters, digits, hyphens and underscores.
     *
     * @param seedTerm when the session is created, in milliseconds; ids here do not depend on it, those of a subclass may
     */
    public String newSessionId(long seedTerm) {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return (workerName == null ? "" : workerName)
                + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public boolean isIdInUse(@Nullable String id) {
        if (id == null) {
            return false;
        }
        for (SessionManager manager : getSessionManagers()) {
            try {
                if (manager.isIdInUse(id)) {
                    return true;
                }
            } catch (Exception x) {
                StoreWarning.log(LOG, "could not check whether the session id " + id + " is in use", x);
            }
        }
        return false;
    }

    @Override
    public String getExtendedId(String id, @Nullable Request request) {
        return workerName == null || workerName.isEmpty() ? id : id + "." + workerName;
    }

    @Override
    public String getId(String extendedId) {
        int dot = extendedId.lastIndexOf('.');
        return dot > 0 ? extendedId.substring(0, dot) : extendedId;
    }

    @Override
    public void expireAll(String id) {
        for (SessionManager manager : getSessionManagers()) {
            try {
                manager.expire(id);
            } catch (Exception x) {
                StoreWarning.log(LOG, "could not expire session " + id + " in " + manager, x);
            }
        }
    }

    @Override
    public void invalidateAll(String id) {
        for (SessionManager manager : getSessionManagers()) {
            try {
                manager.invalidate(id);
            } catch (Exception x) {
                StoreWarning.log(LOG, "could not invalidate session " + id + " in " + manager, x);
            }
        }
    }

    @Override
    public void scavenge() {
        for (SessionManager manager : getSessionManagers()) {
            try {
                manager.scavenge();
            } catch (Exception x) {
                LOG.warn("could not look for expired sessions in {}", manager, x);
            }
        }
    }

    @Override
    public String renewSessionId(String oldId, String oldExtendedId, Request request) {
        String newId = newSessionId(request, null, System.currentTimeMillis());
        String newExtendedId = getExtendedId(newId, request);
        for (SessionManager manager : getSessionManagers()) {
            try {
                manager.renewSessionId(oldId, oldExtendedId, newId, newExtendedId);
            } catch (Exception x) {
                StoreWarning.log(LOG, "could not renew session id " + oldId + " in " + manager, x);
            }
        }
        return newId;
    }

    /** The session managers of all contexts that are started. */
    public Set<SessionManager> getSessionManagers() {
        Set<SessionManager> managers = new HashSet<>();
        for (SessionManager manager : server.getContainedBeans(SessionManager.class)) {
            if (manager.isStarted()) {
                managers.add(manager);
            }
        }
        return managers;
    }

    @Override
    public String toString() {
        return String.format("%s@%x[worker=%s]", getClass().getSimpleName(), hashCode(), workerName);
    }
}
