package org.eclipse.jetty.health;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.LifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a server serving for a while after it was told to stop: it is not ready any more, so that load balancers find out and
 * send their requests elsewhere, and only then stops. A listener of the server. Thread-safe.
 */
public class DrainDelay implements LifeCycle.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(DrainDelay.class);

    private final CountDownLatch hurry = new CountDownLatch(1);
    private final long delay;

    /**
     * Delays the stop.
     *
     * @param delay in milliseconds; 0 for no delay
     */
    public DrainDelay(long delay) {
        if (delay < 0) {
            throw new IllegalArgumentException(
                    "jetty.stop.drainDelay: " + delay + " (expected: 0 or more milliseconds)");
        }
        this.delay = delay;
    }

    public long getDelay() {
        return delay;
    }

    /** Ends the delay at once. */
    public void endDelay() {
        hurry.countDown();
    }

    @Override
    public void lifeCycleStopping(LifeCycle server) {
        if (delay == 0) {
            return;
        }
        LOG.info("Not ready from now on; requests are served for {} ms until the stop begins", delay);
        try {
            if (hurry.await(delay, TimeUnit.MILLISECONDS)) {
                LOG.info("The stop begins before the delay has ended");
            }
        } catch (InterruptedException x) {
            // the stop is to go on at once, and its waits as well
            Thread.currentThread().interrupt();
        }
    }
}
