package org.eclipse.jetty.deploy.internal;

import java.util.concurrent.atomic.LongAdder;

/** Counts what became of deployments. Thread-safe. */
public final class DeploymentCounts {
    private final LongAdder deployed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder undeployed = new LongAdder();

    void addDeployed() {
        deployed.increment();
    }

    void addFailed() {
        failed.increment();
    }

    void addUndeployed() {
        undeployed.increment();
    }

    public long deployed() {
        return deployed.sum();
    }

    public long failed() {
        return failed.sum();
    }

    public long undeployed() {
        return undeployed.sum();
    }
}
