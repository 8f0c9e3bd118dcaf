package org.eclipse.jetty.session;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What factories of stores have in common. */
public abstract class AbstractSessionDataStoreFactory implements SessionDataStoreFactory {
    private int gracePeriodSec = AbstractSessionDataStore.DEFAULT_GRACE_PERIOD_SEC;
    private int savePeriodSec = AbstractSessionDataStore.DEFAULT_SAVE_PERIOD_SEC;
    private String serialFilter = "";
    private long maxSize;
    private boolean refuseConflicts;
    private String keyFile = "";
    private @Nullable SessionKeys keys;
    private SessionFormat format = SessionFormat.JAVA;

    public int getGracePeriodSec() {
        return gracePeriodSec;
    }

    public void setGracePeriodSec(int seconds) {
        gracePeriodSec = AbstractSessionDataStore.notNegative("gracePeriodSec", seconds);
    }

    public int getSavePeriodSec() {
        return savePeriodSec;
    }

    public void setSavePeriodSec(int seconds) {
        savePeriodSec = AbstractSessionDataStore.notNegative("savePeriodSec", seconds);
    }

    public String getSerialFilter() {
        return serialFilter;
    }

    /** Sets what attributes of stored sessions may consist of; see {@link AbstractSessionDataStore#setSerialFilter}. */
    public void setSerialFilter(@Nullable String pattern) {
        AbstractSessionDataStore.filter(pattern);
        serialFilter = pattern == null ? "" : pattern;
    }

    public long getMaxSize() {
        return maxSize;
    }

    /** Sets the most bytes of a session; see {@link AbstractSessionDataStore#setMaxSize}. */
    public void setMaxSize(long bytes) {
        maxSize = AbstractSessionDataStore.notNegativeSize(bytes);
    }

    public boolean isRefuseConflicts() {
        return refuseConflicts;
    }

    /** Sets whether a save loses to one of another server; see {@link AbstractSessionDataStore#setRefuseConflicts}. */
    public void setRefuseConflicts(boolean refuse) {
        refuseConflicts = refuse;
    }

    public String getKeyFile() {
        return keyFile;
    }

    /**
     * Sets the file of the keys that sessions are encrypted with in the store, and reads it; see {@link SessionKeys#read}.
     *
     * @param file its path; null or empty for sessions in plain
     * @throws IllegalArgumentException if it cannot be read, or there is no key in it, or something else
     */
    public void setKeyFile(@Nullable String file) {
        keyFile = file == null ? "" : file;
        keys = keyFile.isBlank() ? null : SessionKeys.read(Path.of(keyFile));
    }

    public String getFormat() {
        return format.toString();
    }

    /**
     * Sets what sessions are written as: {@code java}, the default, or {@code json}; see {@link SessionFormat}. Those of both are read.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public void setFormat(String name) {
        format = SessionFormat.of(name);
    }

    /** The codec of the settings, for a cache of sessions in another process. */
    protected SessionDataCodec newCodec() {
        return new SessionDataCodec(AbstractSessionDataStore.filter(serialFilter), maxSize, keys, format);
    }

    /** Gives a store that has settings those of this factory that are not the defaults. */
    final void override(AbstractSessionDataStore store) {
        if (gracePeriodSec != AbstractSessionDataStore.DEFAULT_GRACE_PERIOD_SEC) {
            store.setGracePeriodSec(gracePeriodSec);
        }
        if (savePeriodSec != AbstractSessionDataStore.DEFAULT_SAVE_PERIOD_SEC) {
            store.setSavePeriodSec(savePeriodSec);
        }
        if (!serialFilter.isBlank()) {
            store.setSerialFilter(serialFilter);
        }
        if (maxSize > 0) {
            store.setMaxSize(maxSize);
        }
        if (refuseConflicts) {
            store.setRefuseConflicts(true);
        }
        if (keys != null) {
            store.setKeys(keys);
        }
        if (format != SessionFormat.JAVA) {
            store.setFormat(format);
        }
    }

    /** Gives a store the settings that all have. */
    protected void configure(AbstractSessionDataStore store) {
        store.setGracePeriodSec(gracePeriodSec);
        store.setSavePeriodSec(savePeriodSec);
        store.setSerialFilter(serialFilter);
        store.setMaxSize(maxSize);
        store.setRefuseConflicts(refuseConflicts);
        store.setKeys(keys);
        store.setFormat(format);
    }
}
