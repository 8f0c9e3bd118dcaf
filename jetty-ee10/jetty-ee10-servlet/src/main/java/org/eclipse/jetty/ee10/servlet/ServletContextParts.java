package org.eclipse.jetty.ee10.servlet;

import java.util.EventListener;
import org.eclipse.jetty.security.SecurityHandler;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link ServletContextHandler} whose signatures differ between the environments: how a program gets and
 * sets its handlers. Thread-safe once started.
 */
public abstract class ServletContextParts extends ServletContextSettings {
    ServletContextParts() {}

    abstract HandlerChain.Part<SessionHandler> sessions();

    abstract HandlerChain.Part<SecurityHandler> security();

    /** Returns the handler if contexts of this environment take it, or null. */
    static @Nullable SessionHandler accept(@Nullable SessionHandler handler) {
        return handler;
    }

    /** Returns the handler if contexts of this environment take it, or null. */
    static @Nullable SecurityHandler accept(@Nullable SecurityHandler handler) {
        return handler;
    }

    /** Makes the session handler of a context that is to have one and has got none. */
    protected SessionHandler newSessionHandler() {
        return new SessionHandler();
    }

    /** Returns the session handler, making one when sessions were asked for; else null. */
    public @Nullable SessionHandler getSessionHandler() {
        return sessions().get();
    }

    /** Returns the security handler, making one when security was asked for; else null. */
    public @Nullable SecurityHandler getSecurityHandler() {
        return security().get();
    }

    /** @throws IllegalStateException if the context is started */
    public void setSessionHandler(@Nullable SessionHandler handler) {
        checkStopped();
        if (handler != null) {
            for (EventListener listener : getEventListeners()) {
                handler.addEventListener(listener);
            }
        }
        sessions().set(handler);
    }

    /** @throws IllegalStateException if the context is started */
    public void setSecurityHandler(@Nullable SecurityHandler handler) {
        checkStopped();
        security().set(handler);
    }

    final void checkStopped() {
        if (isStarted()) {
            throw new IllegalStateException(getState());
        }
    }
}
