package org.eclipse.jetty.ee9.servlet.api;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import java.util.Collections;
import java.util.Enumeration;

/** The part of a servlet context that exists in this version of the Servlet API only. Thread-safe. */
public abstract class ContextApi implements ServletContext {
    /** Servlets are not handed out: null, as since Servlet 2.1. */
    @Override
    @Deprecated
    public Servlet getServlet(String name) {
        return null;
    }

    /** Servlets are not handed out: empty, as since Servlet 2.0. */
    @Override
    @Deprecated
    public Enumeration<Servlet> getServlets() {
        return Collections.emptyEnumeration();
    }

    /** Servlets are not handed out: empty, as since Servlet 2.1. */
    @Override
    @Deprecated
    public Enumeration<String> getServletNames() {
        return Collections.emptyEnumeration();
    }

    @Override
    @Deprecated
    public void log(Exception exception, String message) {
        log(message, exception);
    }
}
