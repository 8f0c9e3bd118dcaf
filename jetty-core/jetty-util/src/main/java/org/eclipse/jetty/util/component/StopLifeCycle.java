package org.eclipse.jetty.util.component;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops another life cycle as soon as it has started, which tests that it starts. */
public class StopLifeCycle extends AbstractLifeCycle implements LifeCycle.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(StopLifeCycle.class);

    private final LifeCycle lifeCycle;

    public StopLifeCycle(LifeCycle lifeCycle) {
        this.lifeCycle = lifeCycle;
        addEventListener(this);
    }

    @Override
    public void lifeCycleStarted(LifeCycle event) {
        try {
            lifeCycle.stop();
        } catch (Exception x) {
            LOG.warn("Unable to stop {}", lifeCycle, x);
        }
    }
}
