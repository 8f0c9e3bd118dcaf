package org.eclipse.jetty.ee10.servlet.api;

import jakarta.servlet.ServletContext;
import org.eclipse.jetty.server.Context;
import org.jspecify.annotations.Nullable;

/** A context of the core that has a servlet context. Thread-safe. */
public interface ServletScope {
    /** Returns the servlet context of a context, or null when it has none. */
    static @Nullable ServletContext servletContextOf(Context context) {
        return context instanceof ServletScope scope ? scope.getServletContext() : null;
    }

    ServletContext getServletContext();

    /** Whether the application is initialized, by which most of its configuration is fixed (Servlet section 4.4). */
    boolean isInitialized();
}
