package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletRegistration;
import java.util.EventListener;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an application registers by code, and finds registered (Servlet section 4.4). Whether it may is for the caller
 * to ask. Guarded by the life cycle of the context.
 *
 * <p>Methods that add a servlet or filter return what the application may configure of it, or null if there is a complete
 * one of its name.
 */
interface Registrations {
    ServletRegistration.@Nullable Dynamic addServlet(String name, String className);

    ServletRegistration.@Nullable Dynamic addServlet(String name, Class<? extends Servlet> type);

    /** Registers an instance; returns null, too, if it is registered already, in whatever context of the server. */
    ServletRegistration.@Nullable Dynamic addServlet(String name, Servlet servlet);

    ServletRegistration.@Nullable Dynamic addJspFile(String name, String jspFile);

    FilterRegistration.@Nullable Dynamic addFilter(String name, String className);

    FilterRegistration.@Nullable Dynamic addFilter(String name, Class<? extends Filter> type);

    /** Registers an instance; returns null, too, if it is registered already, in whatever context of the server. */
    FilterRegistration.@Nullable Dynamic addFilter(String name, Filter filter);

    /** Registers a listener, which is notified of events from the start of the listeners on. */
    void addListener(EventListener listener);

    /** Returns the registration of a servlet. */
    @Nullable
    ServletRegistration getServlet(String name);

    /** Returns the registrations of all servlets by their names, in the order of their addition. */
    Map<String, ServletRegistration> getServlets();

    /** Returns the registration of a filter. */
    @Nullable
    FilterRegistration getFilter(String name);

    /** Returns the registrations of all filters by their names, in the order of their addition. */
    Map<String, FilterRegistration> getFilters();
}
