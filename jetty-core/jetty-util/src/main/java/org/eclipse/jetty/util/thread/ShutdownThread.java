package org.eclipse.jetty.util.thread;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.util.component.Destroyable;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one shutdown hook of the JVM that stops (and destroys) what was registered, in order. Thread-safe. */
public class ShutdownThread extends Thread {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownThread.class);
    private static final AutoLock LOCK = new AutoLock();
    private static volatile @Nullable ShutdownThread instance;

    private final List<LifeCycle> lifeCycles = new CopyOnWriteArrayList<>();
    private boolean hooked;

    private ShutdownThread() {
        super("JettyShutdownThread");
    }

    public static ShutdownThread getInstance() {
        ShutdownThread result = instance;
        if (result != null) {
            return result;
        }
        try (AutoLock l = LOCK.lock()) {
            if (instance == null) {
                instance = new ShutdownThread();
            }
            return instance;
        }
    }

    public static void register(LifeCycle... lifeCycles) {
        getInstance().add(-1, lifeCycles);
    }

    public static void register(int index, LifeCycle... lifeCycles) {
        getInstance().add(index, lifeCycles);
    }

    public static void deregister(LifeCycle lifeCycle) {
        ShutdownThread thread = getInstance();
        try (AutoLock l = LOCK.lock()) {
            thread.lifeCycles.remove(lifeCycle);
            if (thread.lifeCycles.isEmpty()) {
                thread.unhook();
            }
        }
    }

    public static boolean isRegistered(LifeCycle lifeCycle) {
        return getInstance().lifeCycles.contains(lifeCycle);
    }

    private void add(int index, LifeCycle... added) {
        try (AutoLock l = LOCK.lock()) {
            lifeCycles.addAll(index < 0 ? lifeCycles.size() : Math.min(index, lifeCycles.size()), List.of(added));
            if (!lifeCycles.isEmpty()) {
                hook();
            }
        }
    }

    private void hook() {
        if (hooked) {
            return;
        }
        try {
            Runtime.getRuntime().addShutdownHook(this);
            hooked = true;
        } catch (IllegalStateException x) {
            LOG.debug("the JVM is shutting down already", x);
        }
    }

    private void unhook() {
        if (!hooked) {
            return;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(this);
            hooked = false;
        } catch (IllegalStateException x) {
            LOG.debug("the JVM is shutting down already", x);
        }
    }

    @Override
    public void run() {
        for (LifeCycle lifeCycle : lifeCycles) {
            try {
                if (lifeCycle.isStarted()) {
                    lifeCycle.stop();
                    LOG.debug("stopped {}", lifeCycle);
                }
                if (lifeCycle.isRunning()) {
                    // its start may hang: the JVM does not wait for it
                    LOG.warn("The JVM ends while {} starts: it is not stopped in order", lifeCycle);
                } else if (lifeCycle instanceof Destroyable destroyable) {
                    destroyable.destroy();
                }
            } catch (Exception x) {
                LOG.warn("could not stop {}", lifeCycle, x);
            }
        }
    }
}
