package org.eclipse.jetty.memcached.session;

import java.net.InetSocketAddress;
import java.util.List;
import org.eclipse.jetty.session.SessionDataMap;
import org.eclipse.jetty.session.SessionDataMapFactory;
import org.jspecify.annotations.Nullable;

/**
 * Creates caches of sessions in memcached.
 *
 * <p>Settings change before the first cache is created, and are not thread-safe.
 */
public class MemcachedSessionDataMapFactory implements SessionDataMapFactory {
    private List<InetSocketAddress> addresses =
            List.of(new InetSocketAddress(MemcachedSessionDataMap.DEFAULT_HOST, MemcachedSessionDataMap.port("")));
    private int @Nullable [] weights;
    private int expirySec;
    private int timeoutMs = MemcachedSessionDataMap.DEFAULT_TIMEOUT_MS;
    private boolean heartbeats = true;

    /** Sets the servers; each keeps a part of the sessions. */
    public void setAddresses(InetSocketAddress... servers) {
        if (servers == null || servers.length == 0) {
            throw new IllegalArgumentException("addresses: none (expected: one or more)");
        }
        addresses = List.of(servers);
    }

    /** Sets how many sessions each of the servers keeps, in relation to the others; null for the same number. */
    public void setWeights(int @Nullable [] servers) {
        weights = servers == null ? null : servers.clone();
    }

    public int getExpirySec() {
        return expirySec;
    }

    /** Sets the seconds after which memcached forgets a session; 0 for when the session expires. */
    public void setExpirySec(int seconds) {
        expirySec = MemcachedSessionDataMap.notNegative("expirySec", seconds);
    }

    public int getTimeout() {
        return timeoutMs;
    }

    /** Sets the milliseconds in which a connection is made, and in which a reply arrives. */
    public void setTimeout(int milliseconds) {
        timeoutMs = MemcachedSessionDataMap.positive("timeout", milliseconds);
    }

    public boolean isHeartbeats() {
        return heartbeats;
    }

    /** Sets whether idle connections are checked. */
    public void setHeartbeats(boolean check) {
        heartbeats = check;
    }

    @Override
    public SessionDataMap getSessionDataMap() {
        if (weights != null && weights.length != addresses.size()) {
            throw new IllegalArgumentException("weights: " + weights.length + " (expected: one for each of the "
                    + addresses.size() + " addresses)");
        }
        MemcachedSessionDataMap map = weights == null
                ? new MemcachedSessionDataMap(addresses)
                : new MemcachedSessionDataMap(addresses, weights.clone());
        map.setExpirySec(expirySec);
        map.setTimeout(timeoutMs);
        map.setHeartbeats(heartbeats);
        return map;
    }
}
