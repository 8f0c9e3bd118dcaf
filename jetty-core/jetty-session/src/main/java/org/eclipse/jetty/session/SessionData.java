package org.eclipse.jetty.session;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a session consists of. Times are in milliseconds since 1970. Guarded by the lock of its session, but for the attributes.
 *
 * <p>Its own stores write it by {@link AttributeStreams}; it is serializable for stores that use the serialization of the JDK, as
 * caches in memory of several servers do. Attributes that are not serializable fail that.
 */
public class SessionData implements Serializable {
    private static final long serialVersionUID = 1;
    static final int FORMAT = 4;

    private final ConcurrentHashMap<String, Object> attributes = new ConcurrentHashMap<>();
    private String id;
    private String contextPath;
    private String vhost;
    private @Nullable String lastNode;
    private long expiry;
    private long created;
    private long cookieSet;
    private long accessed;
    private long lastAccessed;
    private long maxInactiveMs;
    private long lastSaved;
    private long version;
    private boolean dirty;
    private boolean metaDataDirty;
    private boolean accessUnsaved;
    private long savedAccess;
    private long savedExpiry;

    public SessionData(
            String id,
            String contextPath,
            String vhost,
            long created,
            long accessed,
            long lastAccessed,
            long maxInactiveMs) {
        this.id = id;
        this.contextPath = contextPath;
        this.vhost = vhost;
        this.created = created;
        this.accessed = accessed;
        this.lastAccessed = lastAccessed;
        this.maxInactiveMs = maxInactiveMs;
        calcAndSetExpiry(created);
    }

    public boolean isDirty() {
        return dirty;
    }

    public void setDirty(boolean isDirty) {
        dirty = isDirty;
    }

    public boolean isMetaDataDirty() {
        return metaDataDirty;
    }

    public void setMetaDataDirty(boolean isDirty) {
        metaDataDirty = isDirty;
    }

    /** Whether it was accessed since it was loaded or saved. */
    boolean isAccessUnsaved() {
        return accessUnsaved;
    }

    /** Notes that it was saved as it is. */
    public void clean() {
        dirty = false;
        metaDataDirty = false;
        accessUnsaved = false;
        savedAccess = accessed;
        savedExpiry = expiry;
    }

    /** Notes that it was read just now, as it is kept; one that has lost an attribute then is to be saved. */
    public void loaded() {
        boolean lost = dirty;
        lastSaved = System.currentTimeMillis();
        clean();
        dirty = lost;
    }

    /**
     * How long ago, before its last use, the store's time of use is, in milliseconds: between the two uses, or the ends of their requests, whichever
     * clocks took them.
     */
    long getUnsavedUse() {
        long ends = expiry > 0 && savedExpiry > 0 ? Math.abs(expiry - savedExpiry) : 0;
        return Math.max(Math.abs(accessed - savedAccess), ends);
    }

    /** Notes that the last request that used it has ended, which is to be saved if the store would take it for expired long before. */
    void endUse(long time) {
        calcAndSetExpiry(time);
        accessUnsaved |= maxInactiveMs > 0 && getUnsavedUse() >= maxInactiveMs / 2;
    }

    public long getLastSaved() {
        return lastSaved;
    }

    public void setLastSaved(long time) {
        lastSaved = time;
    }

    /** The version that the store has of it, as far as this server knows; 0 for none. Each save of a change has a greater one. */
    public long getVersion() {
        return version;
    }

    public void setVersion(long stored) {
        version = stored;
    }

    /**
     * The version of the save that is being made: the time of the save, or more if the version before is not less. A save of the time of use
     * alone keeps the version, so that it makes no change of another server fail.
     */
    public long getNextVersion() {
        return version > 0 && !dirty && !metaDataDirty ? version : Math.max(lastSaved, version + 1);
    }

    public @Nullable Object getAttribute(String name) {
        return attributes.get(name);
    }

    public Set<String> getKeys() {
        return attributes.keySet();
    }

    /** Sets an attribute, or removes it if the value is null; returns the old value. */
    public @Nullable Object setAttribute(String name, @Nullable Object value) {
        Object old = value == null ? attributes.remove(name) : attributes.put(name, value);
        if (value != null || old != null) {
            dirty = true;
        }
        return old;
    }

    /** Sets an attribute that was read, which changes nothing in the store. */
    void putAttribute(String name, @Nullable Object value) {
        if (value != null) {
            attributes.put(name, value);
        }
    }

    public void putAllAttributes(Map<String, Object> all) {
        attributes.putAll(all);
    }

    public void clearAllAttributes() {
        attributes.clear();
    }

    public Map<String, Object> getAllAttributes() {
        return Map.copyOf(attributes);
    }

    public String getId() {
        return id;
    }

    public void setId(String newId) {
        id = newId;
    }

    public String getContextPath() {
        return contextPath;
    }

    public String getVhost() {
        return vhost;
    }

    /** The name of the server that used it last; null if it is not known. */
    public @Nullable String getLastNode() {
        return lastNode;
    }

    public void setLastNode(@Nullable String node) {
        lastNode = node;
    }

    /** When it expires; 0 for never. */
    public long getExpiry() {
        return expiry;
    }

    public void setExpiry(long time) {
        expiry = time;
    }

    /** When it expires if it is used at the given time; 0 for never. */
    public long calcExpiry(long time) {
        return maxInactiveMs <= 0 ? 0 : time + maxInactiveMs;
    }

    public void calcAndSetExpiry(long time) {
        expiry = calcExpiry(time);
    }

    public void calcAndSetExpiry() {
        calcAndSetExpiry(System.currentTimeMillis());
    }

    public long getCreated() {
        return created;
    }

    /** When its cookie was sent last. */
    public long getCookieSet() {
        return cookieSet;
    }

    public void setCookieSet(long time) {
        cookieSet = time;
    }

    /** When the current request used it. */
    public long getAccessed() {
        return accessed;
    }

    public void setAccessed(long time) {
        accessed = time;
        accessUnsaved = true;
    }

    /** When the request before the current one used it. */
    public long getLastAccessed() {
        return lastAccessed;
    }

    public void setLastAccessed(long time) {
        lastAccessed = time;
    }

    public long getMaxInactiveMs() {
        return maxInactiveMs;
    }

    public void setMaxInactiveMs(long milliseconds) {
        maxInactiveMs = milliseconds;
    }

    public boolean isExpiredAt(long time) {
        return maxInactiveMs > 0 && expiry > 0 && expiry <= time;
    }

    /**
     * Writes everything; attributes must be serialisable.
     *
     * @throws IOException if an attribute is not, which the message names
     */
    public void write(OutputStream output) throws IOException {
        DataOutputStream out = new DataOutputStream(output);
        out.writeInt(FORMAT);
        out.writeUTF(id);
        out.writeUTF(contextPath);
        out.writeUTF(vhost);
        out.writeUTF(lastNode == null ? "" : lastNode);
        out.writeLong(created);
        out.writeLong(accessed);
        out.writeLong(lastAccessed);
        out.writeLong(cookieSet);
        out.writeLong(expiry);
        out.writeLong(maxInactiveMs);
        out.writeLong(version);
        AttributeStreams.write(getAllAttributes(), out);
        out.flush();
    }

    /** Reads what {@link #write} wrote, with any attributes. */
    public static SessionData read(InputStream input) throws IOException {
        return read(input, null);
    }

    /**
     * Reads what {@link #write} wrote; classes of attributes come from the thread's context class loader. An attribute that
     * cannot be read is logged and left out.
     *
     * @param filter what attributes may consist of; null for anything that the filter of the JVM allows
     * @throws IOException if it is not a session
     */
    public static SessionData read(InputStream input, @Nullable ObjectInputFilter filter) throws IOException {
        DataInputStream in = new DataInputStream(input);
        int format = in.readInt();
        if (format != FORMAT) {
            throw new IOException("session data of format " + format + " (expected: " + FORMAT + ")");
        }
        String id = in.readUTF();
        String contextPath = in.readUTF();
        String vhost = in.readUTF();
        String lastNode = in.readUTF();
        long created = in.readLong();
        long accessed = in.readLong();
        long lastAccessed = in.readLong();
        long cookieSet = in.readLong();
        long expiry = in.readLong();
        long maxInactiveMs = in.readLong();
        long version = in.readLong();
        SessionData data = new SessionData(id, contextPath, vhost, created, accessed, lastAccessed, maxInactiveMs);
        data.setLastNode(lastNode.isEmpty() ? null : lastNode);
        data.setCookieSet(cookieSet);
        data.setExpiry(expiry);
        data.setVersion(version);
        AttributeStreams.read(in, data, filter);
        return data;
    }

    @Override
    public String toString() {
        return "id=" + id + ",context=" + contextPath + ",vhost=" + vhost + ",accessed=" + accessed + ",lastaccessed="
                + lastAccessed + ",created=" + created + ",cookieset=" + cookieSet + ",lastnode=" + lastNode
                + ",expiry=" + expiry + ",maxinactive=" + maxInactiveMs;
    }
}
