package org.eclipse.jetty.session;

/** What factories of stores have in common. */
public abstract class AbstractSessionDataStoreFactory implements SessionDataStoreFactory {
    private int gracePeriodSec = AbstractSessionDataStore.DEFAULT_GRACE_PERIOD_SEC;
    private int savePeriodSec = AbstractSessionDataStore.DEFAULT_SAVE_PERIOD_SEC;

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
}
