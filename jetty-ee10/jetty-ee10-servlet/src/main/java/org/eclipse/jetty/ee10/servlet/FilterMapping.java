package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.DispatcherType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.ManagedName;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a filter sees: by path pattern or servlet name, and by dispatcher type (Servlet section 6.2.4 and 6.2.5).
 * Guarded by the life cycle of its ServletHandler.
 */
@ManagedObject("What a filter is applied to")
public class FilterMapping implements Dumpable, ManagedName {
    public static final int DEFAULT = 0;
    public static final int REQUEST = 1;
    public static final int FORWARD = 2;
    public static final int INCLUDE = 4;
    public static final int ERROR = 8;
    public static final int ASYNC = 16;
    public static final int ALL = REQUEST | FORWARD | INCLUDE | ERROR | ASYNC;

    private int dispatches = DEFAULT;
    private @Nullable String filterName;
    private @Nullable MappedFilter filter;
    private String @Nullable [] pathSpecs;
    private ServletPathSpec @Nullable [] specs;
    private String @Nullable [] servletNames;

    /** A filter, as mappings need it. */
    interface MappedFilter {
        String getName();

        boolean isAsyncSupported();
    }

    public FilterMapping() {}

    /** Returns the dispatcher type of a descriptor's name. */
    public static DispatcherType dispatch(String type) {
        return DispatcherType.valueOf(type.toUpperCase(Locale.ENGLISH));
    }

    public static int dispatch(DispatcherType type) {
        return switch (type) {
            case REQUEST -> REQUEST;
            case FORWARD -> FORWARD;
            case INCLUDE -> INCLUDE;
            case ERROR -> ERROR;
            case ASYNC -> ASYNC;
        };
    }

    public static DispatcherType dispatch(int type) {
        return switch (type) {
            case REQUEST -> DispatcherType.REQUEST;
            case FORWARD -> DispatcherType.FORWARD;
            case INCLUDE -> DispatcherType.INCLUDE;
            case ERROR -> DispatcherType.ERROR;
            case ASYNC -> DispatcherType.ASYNC;
            default -> throw new IllegalArgumentException("Not one dispatcher type: " + type);
        };
    }

    /**
     * Returns the names of the filters of a request, each once.
     *
     * @param path null for a servlet that is dispatched to by its name
     */
    static List<String> match(FilterMapping[] mappings, @Nullable String path, String servletName, int type) {
        List<String> matched = new ArrayList<>();
        // first those matched by path, then those matched by servlet name, each in order (Servlet section 6.2.4)
        for (FilterMapping mapping : mappings) {
            if (mapping.appliesTo(path, type)) {
                mapping.addTo(matched);
            }
        }
        for (FilterMapping mapping : mappings) {
            if (mapping.appliesToServlet(servletName, type)) {
                mapping.addTo(matched);
            }
        }
        return matched;
    }

    private void addTo(List<String> names) {
        if (filter != null && !names.contains(filterName)) {
            names.add(filterName);
        }
    }

    boolean appliesTo(@Nullable String path, int type) {
        if (path == null || !appliesTo(type) || specs == null) {
            return false;
        }
        for (ServletPathSpec spec : specs) {
            if (spec.matches(path)) {
                return true;
            }
        }
        return false;
    }

    boolean appliesTo(int type) {
        if ((dispatches & type) != 0) {
            return true;
        }
        // without a dispatcher the filter sees requests, and their asynchronous continuation when it supports it
        if (dispatches != 0) {
            return false;
        }
        return type == REQUEST || (type == ASYNC && filter != null && filter.isAsyncSupported());
    }

    boolean appliesToServlet(String name, int type) {
        if (servletNames == null || !appliesTo(type)) {
            return false;
        }
        for (String servletName : servletNames) {
            if (servletName.equals(name) || "*".equals(servletName)) {
                return true;
            }
        }
        return false;
    }

    public boolean appliesTo(DispatcherType type) {
        return appliesTo(dispatch(type));
    }

    public boolean isDefaultDispatches() {
        return dispatches == 0;
    }

    @Override
    public @Nullable String getManagedName() {
        return getFilterName();
    }

    @ManagedAttribute(value = "The name of the filter", readonly = true)
    public @Nullable String getFilterName() {
        return filterName;
    }

    @ManagedAttribute(value = "The path specs", readonly = true)
    public String @Nullable [] getPathSpecs() {
        return pathSpecs;
    }

    public void setDispatcherTypes(@Nullable EnumSet<DispatcherType> dispatcherTypes) {
        dispatches = DEFAULT;
        if (dispatcherTypes != null) {
            for (DispatcherType type : dispatcherTypes) {
                dispatches |= dispatch(type);
            }
        }
    }

    public EnumSet<DispatcherType> getDispatcherTypes() {
        EnumSet<DispatcherType> types = EnumSet.noneOf(DispatcherType.class);
        for (DispatcherType type : DispatcherType.values()) {
            if ((dispatches & dispatch(type)) != 0) {
                types.add(type);
            }
        }
        return types;
    }

    public void setDispatches(int dispatches) {
        this.dispatches = dispatches;
    }

    public void setFilterName(@Nullable String filterName) {
        this.filterName = filterName;
    }

    @Nullable
    MappedFilter getFilter() {
        return filter;
    }

    void setFilter(MappedFilter filter) {
        this.filter = filter;
        setFilterName(filter.getName());
    }

    public void setPathSpecs(String @Nullable [] pathSpecs) {
        String[] checked = ServletMapping.checked(pathSpecs);
        this.pathSpecs = checked;
        specs = checked == null
                ? null
                : Arrays.stream(checked).map(ServletPathSpec::new).toArray(ServletPathSpec[]::new);
    }

    public void setPathSpec(String pathSpec) {
        setPathSpecs(new String[] {pathSpec});
    }

    @ManagedAttribute(value = "The names of servlets", readonly = true)
    public String @Nullable [] getServletNames() {
        return servletNames;
    }

    public void setServletNames(String @Nullable [] servletNames) {
        this.servletNames = servletNames;
    }

    public void setServletName(String servletName) {
        setServletNames(new String[] {servletName});
    }

    @Override
    public String toString() {
        return Arrays.toString(pathSpecs) + "/" + Arrays.toString(servletNames) + "/" + getDispatcherTypes() + "=>"
                + filterName;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        out.append(toString()).append('\n');
    }

    @Override
    public String dump() {
        return Dumpable.dump(this);
    }
}
