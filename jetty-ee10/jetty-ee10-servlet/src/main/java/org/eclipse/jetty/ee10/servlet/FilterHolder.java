package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds a filter: made and initialised when the context starts, destroyed when it stops. */
public class FilterHolder extends Holder<Filter> implements FilterMapping.MappedFilter {
    private @Nullable Filter filter;
    private @Nullable Config config;
    private @Nullable Registration registration;

    public FilterHolder() {
        this(Source.EMBEDDED);
    }

    public FilterHolder(Source source) {
        super(source);
    }

    public FilterHolder(Class<? extends Filter> filter) {
        this(Source.EMBEDDED);
        setHeldClass(filter);
    }

    public FilterHolder(Filter filter) {
        this(Source.EMBEDDED);
        setFilter(filter);
    }

    @Override
    public void doStart() throws Exception {
        super.doStart();
        if (!Filter.class.isAssignableFrom(knownClass())) {
            throw new UnavailableException(
                    getHeldClass() + " is not a " + Filter.class.getName() + ", declared by " + getSource());
        }
    }

    @Override
    public void initialize() throws Exception {
        if (filter != null) {
            return;
        }
        super.initialize();
        Filter made = getInstance();
        if (made == null) {
            made = createInstance();
        }
        made = wrap(made, WrapFunction.class, WrapFunction::wrapFilter);
        config = new Config();
        made.init(config);
        filter = made;
    }

    @Override
    public void doStop() throws Exception {
        super.doStop();
        if (filter != null) {
            destroyInstance(filter);
        }
        filter = null;
        config = null;
    }

    @Override
    public void destroyInstance(Object instance) {
        if (!(instance instanceof Filter f)) {
            return;
        }
        f.destroy();
        ServletContextHandler context = getServletContextHandler();
        if (context != null) {
            context.getContext().destroyFilter(unwrap(f));
        }
    }

    /** Sets the filter as an instance. */
    public void setFilter(Filter filter) {
        setInstance(filter);
    }

    /** Returns the initialised filter, or null. */
    public @Nullable Filter getFilter() {
        return filter;
    }

    /** Returns a chain that calls the filter, which goes on with the given chain. */
    FilterChain before(FilterChain next) {
        return new Chain(this, next);
    }

    private record Chain(FilterHolder filter, FilterChain next) implements FilterChain {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response) throws IOException, ServletException {
            filter.doFilter(request, response, next);
        }

        @Override
        public String toString() {
            return filter.getName() + "->" + next;
        }
    }

    /** Calls the filter; a filter without asynchronous support takes it from the request for the rest of the chain. */
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Filter called = filter;
        assert called != null : "filters are initialised before requests come";
        if (isAsyncSupported() || !request.isAsyncSupported()) {
            called.doFilter(request, response, chain);
            return;
        }
        ServletApiRequest base =
                ServletContextRequest.getServletContextRequest(request).getServletApiRequest();
        base.setAsyncSupported(false);
        try {
            called.doFilter(request, response, chain);
        } finally {
            base.setAsyncSupported(true);
        }
    }

    public FilterRegistration.Dynamic getRegistration() {
        if (registration == null) {
            registration = new Registration();
        }
        return registration;
    }

    private final class Config extends HolderConfig implements FilterConfig {
        @Override
        public String getFilterName() {
            return getName();
        }
    }

    /** The Servlet API's view of this filter. */
    protected class Registration extends HolderRegistration implements FilterRegistration.Dynamic {
        @Override
        public void addMappingForServletNames(
                EnumSet<DispatcherType> types, boolean isMatchAfter, String... servletNames) {
            illegalStateIfContextStarted();
            if (servletNames == null || servletNames.length == 0) {
                throw new IllegalArgumentException("No servlet name for filter " + getName());
            }
            FilterMapping mapping = new FilterMapping();
            mapping.setServletNames(servletNames);
            add(mapping, types, isMatchAfter);
        }

        @Override
        public void addMappingForUrlPatterns(
                EnumSet<DispatcherType> types, boolean isMatchAfter, String... urlPatterns) {
            illegalStateIfContextStarted();
            if (urlPatterns == null || urlPatterns.length == 0) {
                throw new IllegalArgumentException("No URL pattern for filter " + getName());
            }
            FilterMapping mapping = new FilterMapping();
            mapping.setPathSpecs(urlPatterns);
            add(mapping, types, isMatchAfter);
        }

        private void add(FilterMapping mapping, EnumSet<DispatcherType> types, boolean isMatchAfter) {
            mapping.setFilter(FilterHolder.this);
            mapping.setDispatcherTypes(types);
            if (isMatchAfter) {
                requireServletHandler().addFilterMapping(mapping);
            } else {
                requireServletHandler().prependFilterMapping(mapping);
            }
        }

        @Override
        public Collection<String> getServletNameMappings() {
            List<String> names = new ArrayList<>();
            for (FilterMapping mapping : requireServletHandler().getFilterMappings()) {
                if (getName().equals(mapping.getFilterName()) && mapping.getServletNames() != null) {
                    names.addAll(List.of(mapping.getServletNames()));
                }
            }
            return names;
        }

        @Override
        public Collection<String> getUrlPatternMappings() {
            List<String> patterns = new ArrayList<>();
            for (FilterMapping mapping : requireServletHandler().getFilterMappings()) {
                if (getName().equals(mapping.getFilterName()) && mapping.getPathSpecs() != null) {
                    patterns.addAll(List.of(mapping.getPathSpecs()));
                }
            }
            return patterns;
        }
    }

    /** Wraps filters, as a bean of the context. */
    public interface WrapFunction {
        Filter wrapFilter(Filter filter);
    }

    /** A filter that wraps another. */
    public static class Wrapper implements Filter, WrappedComponent<Filter> {
        private final Filter wrapped;

        public Wrapper(Filter filter) {
            wrapped = filter;
        }

        @Override
        public Filter getWrapped() {
            return wrapped;
        }

        @Override
        public void init(FilterConfig filterConfig) throws ServletException {
            wrapped.init(filterConfig);
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            wrapped.doFilter(request, response, chain);
        }

        @Override
        public void destroy() {
            wrapped.destroy();
        }

        @Override
        public String toString() {
            return getClass().getSimpleName() + ":" + wrapped;
        }
    }
}
