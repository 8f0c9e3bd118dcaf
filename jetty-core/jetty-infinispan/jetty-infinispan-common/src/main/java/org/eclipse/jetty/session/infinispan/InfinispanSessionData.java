package org.eclipse.jetty.session.infinispan;

import java.util.Arrays;
import java.util.Objects;
import org.eclipse.jetty.session.SessionData;
import org.jspecify.annotations.Nullable;

/**
 * A session as a cache has it: what servers search by, and its bytes. It is equal to another one with the same content, by which embedded
 * caches compare it. Immutable.
 */
public final class InfinispanSessionData {
    private final String context;
    private final String id;
    private final String node;
    private final long expiry;
    private final long version;
    private final byte[] session;

    /**
     * @param context the path and the virtual host of the application
     * @param node the name of the server that used it last, if there is one
     */
    InfinispanSessionData(String context, String id, @Nullable String node, long expiry, long version, byte[] session) {
        this.context = Objects.requireNonNull(context);
        this.id = Objects.requireNonNull(id);
        this.node = node == null ? "" : node;
        this.expiry = expiry;
        this.version = version;
        this.session = session;
    }

    /** The path and the virtual host of the application. */
    public String getContext() {
        return context;
    }

    public String getId() {
        return id;
    }

    /** The name of the server that used it last; empty for none. */
    public String getLastNode() {
        return node;
    }

    /** When it expires, in milliseconds since 1970; 0 for never. */
    public long getExpiry() {
        return expiry;
    }

    /** The version of its last change; see {@link SessionData#getVersion()}. */
    public long getVersion() {
        return version;
    }

    /** The session itself; not to be changed. */
    byte[] session() {
        return session;
    }

    /** Whether it has expired at a time, in milliseconds since 1970. */
    boolean isExpiredAt(long time) {
        return expiry > 0 && expiry <= time;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof InfinispanSessionData data
                && version == data.version
                && expiry == data.expiry
                && id.equals(data.id)
                && context.equals(data.context)
                && node.equals(data.node)
                && Arrays.equals(session, data.session);
    }

    @Override
    public int hashCode() {
        return Objects.hash(context, id, version);
    }

    @Override
    public String toString() {
        return "session " + id + " of " + context + ", version " + version;
    }
}
