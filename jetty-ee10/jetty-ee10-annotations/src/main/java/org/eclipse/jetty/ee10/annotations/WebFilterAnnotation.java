package org.eclipse.jetty.ee10.annotations;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.annotation.WebFilter;
import java.util.Arrays;
import java.util.EnumSet;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.FilterMapping;
import org.eclipse.jetty.ee10.servlet.ServletHandler;
import org.eclipse.jetty.ee10.servlet.Source;
import org.eclipse.jetty.ee10.webapp.MetaData;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** Adds an annotated filter, or completes one that a descriptor has under its name (Servlet sections 8.1.2 and 8.2.3). */
public class WebFilterAnnotation extends HolderAnnotation {
    public WebFilterAnnotation(WebAppContext context, String className, @Nullable Resource resource) {
        super(context, className, resource);
    }

    @Override
    public void apply() {
        Class<?> type = getTargetClass();
        if (type == null) {
            return;
        }
        WebFilter annotation = type.getAnnotation(WebFilter.class);
        if (annotation == null) {
            return;
        }
        if (!Filter.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException("@WebFilter on " + className + ", which is not a filter");
        }
        String[] patterns = patterns(annotation);
        String name = annotation.filterName().isEmpty() ? className : annotation.filterName();
        ServletHandler handler = context.getServletHandler();
        MetaData metaData = context.getMetaData();
        FilterHolder holder = handler.getFilter(name);
        if (holder == null) {
            holder = handler.newFilterHolder(new Source(Source.Origin.ANNOTATION, type));
            holder.setName(name);
            holder.setClassName(className);
            holder.setAsyncSupported(false);
            handler.addFilter(holder);
            metaData.setOrigin(name + ".filter.filter-class", annotation, type);
        } else if (holder.getClassName() == null) {
            holder.setClassName(className);
        } else if (!className.equals(holder.getClassName())) {
            // a descriptor has given the name to another class, and so has replaced this one
            return;
        }
        if (isUnset(name + ".filter.async-supported")) {
            holder.setAsyncSupported(annotation.asyncSupported());
        }
        if (!annotation.displayName().isEmpty() && holder.getDisplayName() == null) {
            holder.setDisplayName(annotation.displayName());
        }
        addInitParameters(holder, name + ".filter.init-param.", annotation.initParams(), annotation, type);
        if (isUnset(name + ".filter.mappings")) {
            handler.addFilterMapping(mapping(annotation, name, patterns));
            metaData.setOrigin(name + ".filter.mappings", annotation, type);
        }
    }

    private static FilterMapping mapping(WebFilter annotation, String name, String[] patterns) {
        FilterMapping mapping = new FilterMapping();
        mapping.setFilterName(name);
        if (patterns.length > 0) {
            mapping.setPathSpecs(
                    Arrays.stream(patterns).map(ServletPathSpec::normalize).toArray(String[]::new));
        }
        if (annotation.servletNames().length > 0) {
            mapping.setServletNames(annotation.servletNames());
        }
        EnumSet<DispatcherType> dispatches = EnumSet.noneOf(DispatcherType.class);
        dispatches.addAll(Arrays.asList(annotation.dispatcherTypes()));
        mapping.setDispatcherTypes(dispatches);
        return mapping;
    }

    private String[] patterns(WebFilter annotation) {
        boolean value = annotation.value().length > 0;
        boolean urlPatterns = annotation.urlPatterns().length > 0;
        if (value && urlPatterns) {
            throw new IllegalArgumentException(
                    "@WebFilter on " + className + " has both value and urlPatterns (expected: one)");
        }
        if (!value && !urlPatterns && annotation.servletNames().length == 0) {
            throw new IllegalArgumentException("@WebFilter on " + className + " has neither URL pattern nor servlet");
        }
        return value ? annotation.value() : annotation.urlPatterns();
    }
}
