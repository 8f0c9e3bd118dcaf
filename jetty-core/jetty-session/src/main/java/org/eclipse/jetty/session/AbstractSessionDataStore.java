package org.eclipse.jetty.session;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.jspecify.annotations.Nullable;

/** What stores have in common: when to save, and what has expired. Thread-safe. */
@ManagedObject
public abstract class AbstractSessionDataStore extends ContainerLifeCycle implements SessionDataStore {
    public static final int DEFAULT_GRACE_PERIOD_SEC = 3600;
    public static final int DEFAULT_SAVE_PERIOD_SEC = 0;

    private volatile SessionContext context;
    private int gracePeriodSec = DEFAULT_GRACE_PERIOD_SEC;
    private int savePeriodSec = DEFAULT_SAVE_PERIOD_SEC;
    private String serialFilter = "";
    private @Nullable ObjectInputFilter objectInputFilter;
    private long maxSize;
    private boolean refuseConflicts;
    private @Nullable SessionKeys keys;
    private SessionFormat format = SessionFormat.JAVA;
    private SessionDataCodec codec = new SessionDataCodec(null, 0, null);

    @Override
    public void initialize(SessionContext newContext) throws Exception {
        if (isStarted()) {
            throw new IllegalStateException("the context of " + this + " cannot change while it is started");
        }
        context = newContext;
    }

    protected SessionContext getContext() {
        return context;
    }

    /** The data of a session, if there is one. */
    protected abstract @Nullable SessionData doLoad(String id) throws Exception;

    /**
     * Saves a session. One that was saved before, and is not in the store any longer, was ended meanwhile by another request or
     * another server: it is not to be saved again, or it would live on. Then the data get
     * that time back, which tells who caches them.
     *
     * <p>A store that {@link #canRefuseConflicts()} keeps {@link SessionData#getNextVersion()} with the session. While
     * {@link #isRefuseConflicts()}, it saves a session that was saved before only if the store still has
     * {@link SessionData#getVersion()}, in the same step.
     *
     * @throws SessionConflictException if it has another version
     * @param lastSaveTime the milliseconds since 1970 of the save before; 0 or less for a session, or an id, that is new
     */
    protected abstract void doStore(String id, SessionData data, long lastSaveTime) throws Exception;

    protected abstract boolean doExists(String id) throws Exception;

    /** Those of the candidates that have expired at a given time. */
    protected abstract Set<String> doCheckExpired(Set<String> candidates, long time);

    /** All of this context that expired before a time. */
    protected abstract Set<String> doGetExpired(long before);

    @Override
    public @Nullable SessionData load(String id) throws Exception {
        checkStarted();
        SessionData data = doLoad(id);
        if (data != null) {
            data.loaded();
        }
        return data;
    }

    @Override
    public void store(String id, @Nullable SessionData data) throws Exception {
        checkStarted();
        if (data == null) {
            return;
        }
        long lastSave = data.getLastSaved();
        long now = System.currentTimeMillis();
        if (isSaveNeeded(data)) {
            // later than before even within a millisecond: it tells who caches the data that they were saved
            data.setLastSaved(Math.max(now, lastSave + 1));
            long version = data.getNextVersion();
            try {
                doStore(id, data, lastSave);
                data.clean();
                if (data.getLastSaved() != lastSave) {
                    data.setVersion(version);
                }
            } catch (Exception x) {
                data.setLastSaved(lastSave);
                throw x;
            }
        }
    }

    /** Whether a session is to be saved: a mere access is only now and then, and nothing is twice. */
    final boolean isSaveNeeded(SessionData data) {
        return data.isDirty()
                || data.getLastSaved() <= 0
                || data.isMetaDataDirty()
                || data.isAccessUnsaved() && data.getUnsavedUse() >= savePeriodMs(data);
    }

    /** The save period; less for a session that would expire in a store that does not learn of its use. */
    private long savePeriodMs(SessionData data) {
        long period = TimeUnit.SECONDS.toMillis(savePeriodSec);
        return data.getMaxInactiveMs() > 0 ? Math.min(period, data.getMaxInactiveMs() / 2) : period;
    }

    @Override
    public boolean exists(String id) throws Exception {
        checkStarted();
        return doExists(id);
    }

    @Override
    public Set<String> getExpired(Set<String> candidates) {
        checkStarted();
        long now = System.currentTimeMillis();
        Set<String> expired = new HashSet<>(doCheckExpired(candidates, now));
        // sessions of other servers get a while until somebody else takes them for expired
        expired.addAll(doGetExpired(now - TimeUnit.SECONDS.toMillis(gracePeriodSec)));
        return expired;
    }

    @Override
    public SessionData newSessionData(String id, long created, long accessed, long lastAccessed, long maxInactiveMs) {
        return new SessionData(
                id,
                context.getCanonicalContextPath(),
                context.getVhost(),
                created,
                accessed,
                lastAccessed,
                maxInactiveMs);
    }

    protected void checkStarted() {
        if (!isStarted()) {
            throw new IllegalStateException("not started: " + this);
        }
    }

    @Override
    protected void doStart() throws Exception {
        if (context == null) {
            throw new IllegalStateException("no context for " + this);
        }
        if (refuseConflicts && !canRefuseConflicts()) {
            throw new IllegalStateException(
                    "refuseConflicts: true (expected: false, as this store is of one server): " + this);
        }
        super.doStart();
    }

    @ManagedAttribute("The seconds for which an expired session of another server is left alone")
    public int getGracePeriodSec() {
        return gracePeriodSec;
    }

    public void setGracePeriodSec(int seconds) {
        gracePeriodSec = notNegative("gracePeriodSec", seconds);
    }

    @ManagedAttribute("The seconds between saves of a session that is only read")
    public int getSavePeriodSec() {
        return savePeriodSec;
    }

    public void setSavePeriodSec(int seconds) {
        savePeriodSec = notNegative("savePeriodSec", seconds);
    }

    @ManagedAttribute("What attributes of stored sessions may consist of; empty for anything")
    public String getSerialFilter() {
        return serialFilter;
    }

    /**
     * Sets what attributes of stored sessions may consist of, for stores that others can write to.
     *
     * @param pattern a pattern of {@link ObjectInputFilter.Config#createFilter}, such as
     *     {@code com.acme.**;org.eclipse.jetty.**;java.base/*;!*}; null or empty for anything. The filter of the JVM counts in
     *     any case
     * @throws IllegalArgumentException if it is not a pattern
     */
    public void setSerialFilter(@Nullable String pattern) {
        objectInputFilter = filter(pattern);
        serialFilter = pattern == null ? "" : pattern;
        codec = new SessionDataCodec(objectInputFilter, maxSize, keys, format);
    }

    static @Nullable ObjectInputFilter filter(@Nullable String pattern) {
        if (pattern == null || pattern.isBlank()) {
            return null;
        }
        try {
            return ObjectInputFilter.Config.createFilter(pattern.trim());
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(
                    "serialFilter: " + pattern + " (expected: patterns as of jdk.serialFilter): " + x.getMessage(), x);
        }
    }

    @ManagedAttribute("The most bytes of a stored session; 0 for any number")
    public long getMaxSize() {
        return maxSize;
    }

    /** Sets the most bytes of a session, which is not saved if it has more; 0 for any number. */
    public void setMaxSize(long bytes) {
        maxSize = notNegativeSize(bytes);
        codec = new SessionDataCodec(objectInputFilter, maxSize, keys, format);
    }

    static long notNegativeSize(long bytes) {
        if (bytes >= 0) {
            return bytes;
        }
        throw new IllegalArgumentException("maxSize: " + bytes + " (expected: bytes, or 0 for any number)");
    }

    @Override
    @ManagedAttribute("Whether a session is not saved that another server has saved since this one read it")
    public boolean isRefuseConflicts() {
        return refuseConflicts;
    }

    /**
     * Sets whether a session is not saved that another server has saved since this one read it: a request that has changed the session is
     * answered by 503, and may be repeated with the new data. Otherwise the last save wins, and the change of the other server is lost.
     */
    public void setRefuseConflicts(boolean refuse) {
        refuseConflicts = refuse;
    }

    /** Whether the store keeps versions of sessions, by which servers that share it notice the saves of others. */
    protected boolean canRefuseConflicts() {
        return false;
    }

    /** Sets what sessions are encrypted with in the store; null for sessions in plain. */
    public void setKeys(@Nullable SessionKeys sessionKeys) {
        keys = sessionKeys;
        codec = new SessionDataCodec(objectInputFilter, maxSize, keys, format);
    }

    @ManagedAttribute("What sessions are written as")
    public String getFormat() {
        return format.toString();
    }

    /** Sets what sessions are written as; those of any format are read. */
    public void setFormat(SessionFormat written) {
        format = written;
        codec = new SessionDataCodec(objectInputFilter, maxSize, keys, format);
    }

    final SessionDataCodec codec() {
        return codec;
    }

    /**
     * Returns a session as the bytes to keep.
     *
     * @throws IOException if an attribute cannot be serialised or the session is too large; the message says which attributes
     */
    protected final byte[] encode(String id, SessionData data) throws IOException {
        return codec.encode(context, id, data);
    }

    /**
     * Returns the session that kept bytes hold; an attribute that cannot be read, or that the filter refuses, is logged and left
     * out.
     *
     * @throws UnreadableSessionDataException if they are not that session
     */
    protected final SessionData decode(String id, byte[] bytes) throws UnreadableSessionDataException {
        return codec.decode(context, id, bytes);
    }

    /** Does {@link #decode(String, byte[])} with the version that the store keeps beside the bytes. */
    protected final SessionData decode(String id, byte[] bytes, long version) throws UnreadableSessionDataException {
        SessionData data = decode(id, bytes);
        data.setVersion(version);
        return data;
    }

    static int notNegative(String name, int seconds) {
        if (seconds >= 0) {
            return seconds;
        }
        throw new IllegalArgumentException(name + ": " + seconds + " (expected: 0 or more seconds)");
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x[context=%s,passivating=%b,graceSec=%d]",
                getClass().getSimpleName(), hashCode(), context, isPassivating(), gracePeriodSec);
    }
}
