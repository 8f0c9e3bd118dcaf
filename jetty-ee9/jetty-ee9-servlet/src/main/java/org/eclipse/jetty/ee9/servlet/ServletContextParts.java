package org.eclipse.jetty.ee9.servlet;

import java.util.EventListener;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.jetty.ee9.nested.SessionHandler;
import org.eclipse.jetty.ee9.security.SecurityHandler;

/**
 * The part of a {@link ServletContextHandler} whose signatures differ between the environments: how a program gets and
 * sets its handlers. Thread-safe once started.
 *
 * <p>Programs that were compiled for Jetty hand a context of this environment to the server as a supplier of a handler. It
 * supplies itself; compilers choose the methods that take a handler.
 */
public abstract class ServletContextParts extends ServletContextSettings implements Supplier<Object> {
    ServletContextParts() {}

    abstract HandlerChain.Part<org.eclipse.jetty.ee9.servlet.SessionHandler> sessions();

    abstract HandlerChain.Part<org.eclipse.jetty.security.SecurityHandler> security();

    /** Returns the handler if contexts of this environment take it, or null. */
    static SessionHandler accept(org.eclipse.jetty.ee9.servlet.SessionHandler handler) {
        if (handler == null || handler instanceof SessionHandler) {
            return (SessionHandler) handler;
        }
        throw refuse(handler, SessionHandler.class);
    }

    /** Returns the handler if contexts of this environment take it, or null. */
    static SecurityHandler accept(org.eclipse.jetty.security.SecurityHandler handler) {
        if (handler == null || handler instanceof SecurityHandler) {
            return (SecurityHandler) handler;
        }
        throw refuse(handler, SecurityHandler.class);
    }

    private static IllegalArgumentException refuse(Object handler, Class<?> wanted) {
        return new IllegalArgumentException(
                handler.getClass().getName() + " is no " + wanted.getName()
                        + ", which contexts of this environment take; extend that class, or put the handler in front of the context");
    }

    /** Makes the session handler of a context that is to have one and has got none. */
    protected SessionHandler newSessionHandler() {
        return new SessionHandler();
    }

    /** Returns this context. */
    @Override
    public Object get() {
        return this;
    }

    /** Returns the session handler, making one when sessions were asked for; else null. */
    public SessionHandler getSessionHandler() {
        return accept(sessions().get());
    }

    /** Returns the security handler, making one when security was asked for; else null. */
    public SecurityHandler getSecurityHandler() {
        return accept(security().get());
    }

    /** The same as {@link #setSessionHandler(SessionHandler)}. */
    public void setSessionHandler(org.eclipse.jetty.ee9.servlet.SessionHandler handler) {
        setSessionHandler(accept(handler));
    }

    /** @throws IllegalStateException if the context is started */
    public void setSessionHandler(SessionHandler handler) {
        checkStopped();
        if (handler != null) {
            for (EventListener listener : getEventListeners()) {
                handler.addEventListener(listener);
            }
        }
        sessions().set(handler);
    }

    /** The same as {@link #setSecurityHandler(SecurityHandler)}. */
    public void setSecurityHandler(org.eclipse.jetty.security.SecurityHandler handler) {
        setSecurityHandler(accept(handler));
    }

    /** @throws IllegalStateException if the context is started */
    public void setSecurityHandler(SecurityHandler handler) {
        checkStopped();
        security().set(handler);
    }

    /** The same as {@link #setVirtualHosts(List)}; none stand for every host. */
    public void setVirtualHosts(String[] hosts) {
        setVirtualHosts(hosts == null ? List.of() : List.of(hosts));
    }

    final void checkStopped() {
        if (isStarted()) {
            throw new IllegalStateException(getState());
        }
    }
}
