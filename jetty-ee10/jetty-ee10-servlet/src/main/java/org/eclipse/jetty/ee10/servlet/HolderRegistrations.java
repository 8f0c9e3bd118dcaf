package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletRegistration;
import java.util.EventListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/** Registers components by their holders. Guarded by the life cycle of the context. */
final class HolderRegistrations implements Registrations {
    private final ServletContextHandler context;

    HolderRegistrations(ServletContextHandler context) {
        this.context = context;
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addServlet(String name, String className) {
        return registerServlet(name, holder -> holder.setClassName(className));
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addServlet(String name, Class<? extends Servlet> type) {
        return registerServlet(name, holder -> holder.setHeldClass(type));
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addServlet(String name, Servlet servlet) {
        checkName(name, "servlet");
        return isHeld(servlet, ServletHandler::getServlets)
                ? null
                : registerServlet(name, holder -> holder.setServlet(servlet));
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addJspFile(String name, String jspFile) {
        return registerServlet(name, holder -> holder.setForcedPath(jspFile));
    }

    @Override
    public FilterRegistration.@Nullable Dynamic addFilter(String name, String className) {
        return registerFilter(name, holder -> holder.setClassName(className));
    }

    @Override
    public FilterRegistration.@Nullable Dynamic addFilter(String name, Class<? extends Filter> type) {
        return registerFilter(name, holder -> holder.setHeldClass(type));
    }

    @Override
    public FilterRegistration.@Nullable Dynamic addFilter(String name, Filter filter) {
        checkName(name, "filter");
        return isHeld(filter, ServletHandler::getFilters)
                ? null
                : registerFilter(name, holder -> holder.setFilter(filter));
    }

    /**
     * Registers a servlet, with what the caller says of it.
     *
     * @return what the application may configure, or null if there is a complete servlet of this name
     */
    private ServletRegistration.@Nullable Dynamic registerServlet(String name, Consumer<ServletHolder> definition) {
        checkName(name, "servlet");
        ServletHandler servlets = context.getServletHandler();
        ServletHolder holder = servlets.getServlet(name);
        if (holder == null) {
            holder = servlets.newServletHolder(Source.JAKARTA_API);
            holder.setName(name);
        } else if (isDefined(holder) || holder.getForcedPath() != null) {
            return null;
        }
        definition.accept(holder);
        servlets.addServlet(holder);
        return context.dynamicHolderAdded(holder);
    }

    private boolean isHeld(Object instance, Function<ServletHandler, BaseHolder<?>[]> holders) {
        Server server = context.getServer();
        List<ServletContextHandler> contexts =
                server == null ? List.of(context) : server.getDescendants(ServletContextHandler.class);
        for (ServletContextHandler each : contexts) {
            for (BaseHolder<?> holder : holders.apply(each.getServletHandler())) {
                if (holder.getInstance() == instance) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Registers a filter, with what the caller says of it.
     *
     * @return what the application may configure, or null if there is a complete filter of this name
     */
    private FilterRegistration.@Nullable Dynamic registerFilter(String name, Consumer<FilterHolder> definition) {
        checkName(name, "filter");
        ServletHandler servlets = context.getServletHandler();
        FilterHolder holder = servlets.getFilter(name);
        if (holder == null) {
            holder = servlets.newFilterHolder(Source.JAKARTA_API);
            holder.setName(name);
        } else if (isDefined(holder)) {
            return null;
        }
        definition.accept(holder);
        servlets.addFilter(holder);
        return holder.getRegistration();
    }

    private static void checkName(String name, String what) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("Missing " + what + " name");
        }
    }

    /** Whether a holder knows its class: a descriptor may name a servlet or filter and leave its class to the code. */
    private static boolean isDefined(Holder<?> holder) {
        return holder.getClassName() != null || holder.getHeldClass() != null;
    }

    @Override
    public void addListener(EventListener listener) {
        ListenerHolder holder = context.getServletHandler().newListenerHolder(Source.JAKARTA_API);
        holder.setListener(listener);
        context.addProgrammaticListener(listener);
        context.getServletHandler().addListener(holder);
        if (!context.hasStartedListeners()) {
            return;
        }
        try {
            holder.start();
        } catch (Exception x) {
            throw new IllegalStateException("Cannot add listener " + listener, x);
        }
    }

    @Override
    public @Nullable ServletRegistration getServlet(String name) {
        ServletHolder holder = context.getServletHandler().getServlet(name);
        return holder == null ? null : holder.getRegistration();
    }

    @Override
    public Map<String, ServletRegistration> getServlets() {
        Map<String, ServletRegistration> registrations = new LinkedHashMap<>();
        for (ServletHolder holder : context.getServletHandler().getServlets()) {
            registrations.put(holder.getName(), holder.getRegistration());
        }
        return registrations;
    }

    @Override
    public @Nullable FilterRegistration getFilter(String name) {
        FilterHolder holder = context.getServletHandler().getFilter(name);
        return holder == null ? null : holder.getRegistration();
    }

    @Override
    public Map<String, FilterRegistration> getFilters() {
        Map<String, FilterRegistration> registrations = new LinkedHashMap<>();
        for (FilterHolder holder : context.getServletHandler().getFilters()) {
            registrations.put(holder.getName(), holder.getRegistration());
        }
        return registrations;
    }
}
