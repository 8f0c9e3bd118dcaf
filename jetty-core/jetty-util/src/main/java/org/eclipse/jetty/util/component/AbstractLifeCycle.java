package org.eclipse.jetty.util.component;

import java.util.Collection;
import java.util.Collections;
import java.util.EventListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.thread.AutoLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state machine of a {@link LifeCycle}: subclasses have {@link #doStart()} and {@link #doStop()}.
 *
 * <table>
 * <caption>One state word, changed by the thread that holds the lock of start and stop</caption>
 * <tr><th>state</th><th>start()</th><th>stop()</th></tr>
 * <tr><td>STOPPED</td><td>STARTING, doStart(), STARTED; FAILED when it throws</td><td>nothing</td></tr>
 * <tr><td>STARTING</td><td>nothing (only the same thread can see it)</td><td>STOPPING, doStop(), STOPPED; doStart() goes
 * on, and start() does not change the state any more</td></tr>
 * <tr><td>STARTED</td><td>nothing</td><td>STOPPING, doStop(), STOPPED; FAILED when it throws</td></tr>
 * <tr><td>STOPPING</td><td>fails</td><td>nothing</td></tr>
 * <tr><td>FAILED</td><td>as STOPPED</td><td>as STARTED</td></tr>
 * </table>
 *
 * <p>Thread-safe.
 */
@ManagedObject("Something that is started and stopped")
public abstract class AbstractLifeCycle implements LifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(AbstractLifeCycle.class);

    public static final String STOPPED = State.STOPPED.toString();
    public static final String FAILED = State.FAILED.toString();
    public static final String STARTING = State.STARTING.toString();
    public static final String STARTED = State.STARTED.toString();
    public static final String STOPPING = State.STOPPING.toString();

    enum State {
        STOPPED,
        STARTING,
        STARTED,
        STOPPING,
        FAILED
    }

    private final List<EventListener> eventListeners = new CopyOnWriteArrayList<>();
    private final AutoLock lock = new AutoLock();
    private final AtomicReference<State> state = new AtomicReference<>(State.STOPPED);

    public AbstractLifeCycle() {}

    /** Starts what this is made of. */
    protected void doStart() throws Exception {}

    /** Stops what this is made of; also called after a failed start. */
    protected void doStop() throws Exception {}

    private State state() {
        State current = state.get();
        assert current != null : "it has one from the beginning";
        return current;
    }

    @Override
    public final void start() throws Exception {
        try (AutoLock l = lock.lock()) {
            try {
                switch (state()) {
                    case STARTED, STARTING -> {
                        return;
                    }
                    case STOPPING -> throw new IllegalStateException("cannot start while stopping: " + this);
                    default -> {}
                }
                set(State.STARTING);
                try {
                    doStart();
                    if (state() == State.STARTING) {
                        set(State.STARTED);
                    }
                } catch (StopException x) {
                    LOG.debug("stopped itself while starting: {}", this, x);
                    set(State.STOPPING);
                    doStop();
                    set(State.STOPPED);
                }
            } catch (Throwable x) {
                fail(x);
                throw x;
            }
        }
    }

    @Override
    public final void stop() throws Exception {
        try (AutoLock l = lock.lock()) {
            switch (state()) {
                case STOPPED, STOPPING -> {
                    return;
                }
                default -> {}
            }
            try {
                set(State.STOPPING);
                doStop();
                set(State.STOPPED);
            } catch (Throwable x) {
                fail(x);
                throw x;
            }
        }
    }

    private void set(State next) {
        state.set(next);
        LOG.debug("{} {}", next, this);
        for (EventListener listener : eventListeners) {
            if (!(listener instanceof LifeCycle.Listener l)) {
                continue;
            }
            switch (next) {
                case STARTING -> l.lifeCycleStarting(this);
                case STARTED -> l.lifeCycleStarted(this);
                case STOPPING -> l.lifeCycleStopping(this);
                default -> l.lifeCycleStopped(this);
            }
        }
    }

    private void fail(Throwable x) {
        state.set(State.FAILED);
        LOG.debug("FAILED {}", this, x);
        for (EventListener listener : eventListeners) {
            if (listener instanceof LifeCycle.Listener l) {
                l.lifeCycleFailure(this, x);
            }
        }
    }

    @Override
    public boolean isRunning() {
        State s = state();
        return s == State.STARTED || s == State.STARTING;
    }

    @Override
    public boolean isStarted() {
        return state() == State.STARTED;
    }

    @Override
    public boolean isStarting() {
        return state() == State.STARTING;
    }

    @Override
    public boolean isStopping() {
        return state() == State.STOPPING;
    }

    @Override
    public boolean isStopped() {
        return state() == State.STOPPED;
    }

    @Override
    public boolean isFailed() {
        return state() == State.FAILED;
    }

    /** The listeners, in the order in which they were added. */
    public List<EventListener> getEventListeners() {
        return Collections.unmodifiableList(eventListeners);
    }

    /** Replaces the listeners. */
    public void setEventListeners(Collection<EventListener> listeners) {
        for (EventListener listener : eventListeners) {
            if (!listeners.contains(listener)) {
                removeEventListener(listener);
            }
        }
        for (EventListener listener : listeners) {
            if (!eventListeners.contains(listener)) {
                addEventListener(listener);
            }
        }
    }

    @Override
    public boolean addEventListener(EventListener listener) {
        if (eventListeners.contains(listener)) {
            return false;
        }
        eventListeners.add(listener);
        return true;
    }

    @Override
    public boolean removeEventListener(EventListener listener) {
        return eventListeners.remove(listener);
    }

    @ManagedAttribute(value = "the state of this instance", readonly = true)
    public String getState() {
        return state().toString();
    }

    public static String getState(LifeCycle lifeCycle) {
        if (lifeCycle instanceof AbstractLifeCycle abstractLifeCycle) {
            return abstractLifeCycle.getState();
        }
        if (lifeCycle.isStarting()) {
            return STARTING;
        }
        if (lifeCycle.isStarted()) {
            return STARTED;
        }
        if (lifeCycle.isStopping()) {
            return STOPPING;
        }
        return lifeCycle.isStopped() ? STOPPED : FAILED;
    }

    @Override
    public String toString() {
        String name = getClass().getSimpleName();
        if (name.isEmpty() && getClass().getSuperclass() != null) {
            name = getClass().getSuperclass().getSimpleName();
        }
        return String.format("%s@%x{%s}", name, hashCode(), getState());
    }

    /** Thrown by {@link #doStart()} to stop at once, without having failed. */
    public class StopException extends RuntimeException {
        public StopException() {}
    }
}
