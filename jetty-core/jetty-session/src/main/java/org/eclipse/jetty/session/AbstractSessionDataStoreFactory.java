package org.eclipse.jetty.session;

/** What factories of stores have in common. */
public abstract class AbstractSessionDataStoreFactory implements SessionDataStoreFactory {
    private int gracePeriodSec = AbstractSessionDataStore.DEFAULT_GRACE_PERIOD_SEC;
    private int savePeriodSec = AbstractSessionDataStore.DEFAULT_SAVE_PERIOD_SEC;
    private String serialFilter = "";

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
    public void setSerialFilter(String pattern) {
        AbstractSessionDataStore.filter(pattern);
        serialFilter = pattern == null ? "" : pattern;
    }

    /** Gives a store the settings that all have. */
    protected void configure(AbstractSessionDataStore store) {
        store.setGracePeriodSec(gracePeriodSec);
        store.setSavePeriodSec(savePeriodSec);
        store.setSerialFilter(serialFilter);
    }
}
