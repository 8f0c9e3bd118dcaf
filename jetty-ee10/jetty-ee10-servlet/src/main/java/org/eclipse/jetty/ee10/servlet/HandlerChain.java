package org.eclipse.jetty.ee10.servlet;

import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.server.Handler;

/**
 * The parts of a servlet context and their order: sessions, security and servlets, behind what was inserted before
 * them. A part that is missing is made when it is asked for, and when the context is to have it.
 *
 * <pre>
 * ServletContextHandler -> inserted handlers ... -> SessionHandler -> SecurityHandler -> ServletHandler
 * </pre>
 *
 * Guarded by the life cycle of the context.
 */
final class HandlerChain {
    private final ServletContextHandler context;
    private SessionHandler sessions;
    private SecurityHandler security;
    private ServletHandler servlets;

    HandlerChain(
            ServletContextHandler context, SessionHandler sessions, SecurityHandler security, ServletHandler servlets) {
        this.context = context;
        this.sessions = ServletContextParts.accept(sessions);
        this.security = ServletContextParts.accept(security);
        this.servlets = servlets;
    }

    /** Whether a handler has its place here by its type. */
    static boolean isPart(Handler handler) {
        return handler instanceof SessionHandler
                || handler instanceof SecurityHandler
                || handler instanceof ServletHandler;
    }

    SessionHandler getSessions() {
        if (sessions == null && isWanted(ServletContextHandler.SESSIONS)) {
            sessions = ServletContextParts.accept(context.newSessionHandler());
        }
        return sessions;
    }

    SecurityHandler getSecurity() {
        if (security == null && isWanted(ServletContextHandler.SECURITY)) {
            security = ServletContextParts.accept(context.newSecurityHandler());
        }
        return security;
    }

    private boolean isWanted(int option) {
        return (context._options & option) != 0 && !context.isStarted();
    }

    ServletHandler getServlets() {
        if (servlets == null && !context.isStarted()) {
            servlets = context.newServletHandler();
        }
        return servlets;
    }

    void setSessions(SessionHandler handler) {
        SessionHandler accepted = ServletContextParts.accept(handler);
        unlink(sessions, accepted);
        sessions = accepted;
        link();
    }

    void setSecurity(SecurityHandler handler) {
        SecurityHandler accepted = ServletContextParts.accept(handler);
        unlink(security, accepted);
        security = accepted;
        link();
    }

    void setServlets(ServletHandler handler) {
        unlink(servlets, handler);
        servlets = handler;
        link();
    }

    /** Takes a part out of the chain, unless it is to be replaced by itself. */
    private void unlink(Handler.Singleton part, Handler replacement) {
        if (part == null || part == replacement) {
            return;
        }
        Handler.Singleton parent = context;
        while (parent != null && parent.getHandler() != part) {
            parent = parent.getHandler() instanceof Handler.Singleton next ? next : null;
        }
        if (parent == null) {
            return;
        }
        Handler rest = part.getHandler();
        part.setHandler((Handler) null);
        link(parent, rest);
    }

    /** Makes a handler, with all those behind it, the first of the chain. */
    void insert(Handler.Singleton handler) {
        Handler.Singleton tail = handler.getTail();
        if (tail.getHandler() != null) {
            throw new IllegalArgumentException("bad tail of inserted handler");
        }
        Handler rest = context.getHandler();
        context.setFirstHandler(null);
        tail.setHandler(rest);
        context.setFirstHandler(handler);
        link();
    }

    /** Links the parts, in their order, behind what was inserted. */
    void link() {
        Handler.Singleton last = context;
        while (!isPart(last.getHandler()) && last.getHandler() instanceof Handler.Singleton next) {
            last = next;
        }
        if (getSessions() != null) {
            last = linkNext(last, sessions);
        }
        if (getSecurity() != null) {
            last = linkNext(last, security);
        }
        if (getServlets() != null) {
            servlets.setServletContextHandler(context);
            linkNext(last, servlets);
        }
    }

    private Handler.Singleton linkNext(Handler.Singleton parent, Handler.Singleton child) {
        Handler rest = parent.getHandler();
        if (rest == child) {
            return child;
        }
        if (rest != null && !isPart(rest)) {
            child.setHandler(rest);
        }
        link(parent, child);
        return child;
    }

    private void link(Handler.Singleton parent, Handler handler) {
        if (parent == context) {
            context.setFirstHandler(handler);
        } else {
            parent.setHandler(handler);
        }
    }
}
