package org.eclipse.jetty.util.component;

import java.util.EventListener;
import org.eclipse.jetty.util.ExceptionUtil;

/** Something that is started and stopped, any number of times. */
public interface LifeCycle {
    /** Starts; returns when started. Does nothing when it is starting or started. */
    void start() throws Exception;

    /** Starts the object if it is a LifeCycle. */
    static void start(Object object) {
        if (object instanceof LifeCycle lifeCycle) {
            try {
                lifeCycle.start();
            } catch (Exception x) {
                throw ExceptionUtil.asRuntimeException(x);
            }
        }
    }

    /** Stops; returns when stopped. Does nothing when it is stopping or stopped. */
    void stop() throws Exception;

    /** Stops the object if it is a LifeCycle. */
    static void stop(Object object) {
        if (object instanceof LifeCycle lifeCycle) {
            try {
                lifeCycle.stop();
            } catch (Exception x) {
                throw ExceptionUtil.asRuntimeException(x);
            }
        }
    }

    /** Whether it is starting or started. */
    boolean isRunning();

    boolean isStarted();

    boolean isStarting();

    boolean isStopping();

    boolean isStopped();

    boolean isFailed();

    boolean addEventListener(EventListener listener);

    boolean removeEventListener(EventListener listener);

    /** Notified of the changes of a LifeCycle. */
    interface Listener extends EventListener {
        default void lifeCycleStarting(LifeCycle event) {}

        default void lifeCycleStarted(LifeCycle event) {}

        default void lifeCycleFailure(LifeCycle event, Throwable cause) {}

        default void lifeCycleStopping(LifeCycle event) {}

        default void lifeCycleStopped(LifeCycle event) {}
    }
}
