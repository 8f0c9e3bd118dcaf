package org.eclipse.jetty.ee10.annotations;

import jakarta.servlet.Servlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.Arrays;
import org.eclipse.jetty.ee10.servlet.ServletHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.servlet.ServletMapping;
import org.eclipse.jetty.ee10.servlet.Source;
import org.eclipse.jetty.ee10.webapp.MetaData;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** Adds an annotated servlet, or completes one that a descriptor has under its name (Servlet sections 8.1.1 and 8.2.3). */
public class WebServletAnnotation extends HolderAnnotation {
    public WebServletAnnotation(WebAppContext context, String className, @Nullable Resource resource) {
        super(context, className, resource);
    }

    @Override
    public void apply() {
        Class<?> type = getTargetClass();
        if (type == null) {
            return;
        }
        WebServlet annotation = type.getAnnotation(WebServlet.class);
        if (annotation == null) {
            return;
        }
        if (!Servlet.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException("@WebServlet on " + className + ", which is not a servlet");
        }
        String[] patterns = patterns(annotation);
        String name = annotation.name().isEmpty() ? className : annotation.name();
        ServletHandler handler = context.getServletHandler();
        MetaData metaData = context.getMetaData();
        Source source = new Source(Source.Origin.ANNOTATION, type);
        ServletHolder holder = handler.getServlet(name);
        if (holder == null) {
            holder = handler.newServletHolder(source);
            holder.setName(name);
            holder.setClassName(className);
            holder.setAsyncSupported(false);
            handler.addServlet(holder);
            metaData.setOrigin(name + ".servlet.servlet-class", annotation, type);
        } else if (holder.getClassName() == null) {
            holder.setClassName(className);
        } else if (!className.equals(holder.getClassName())) {
            // a descriptor has given the name to another class, and so has replaced this one
            return;
        }
        if (isUnset(name + ".servlet.load-on-startup")) {
            holder.setInitOrder(annotation.loadOnStartup());
        }
        if (isUnset(name + ".servlet.async-supported")) {
            holder.setAsyncSupported(annotation.asyncSupported());
        }
        if (!annotation.displayName().isEmpty() && holder.getDisplayName() == null) {
            holder.setDisplayName(annotation.displayName());
        }
        addInitParameters(holder, name + ".servlet.init-param.", annotation.initParams(), annotation, type);
        if (isUnset(name + ".servlet.mappings")) {
            handler.addServletMapping(mapping(source, name, patterns));
            metaData.setOrigin(name + ".servlet.mappings", annotation, type);
        }
    }

    private static ServletMapping mapping(Source source, String name, String[] patterns) {
        ServletMapping mapping = new ServletMapping(source);
        mapping.setServletName(name);
        mapping.setPathSpecs(
                Arrays.stream(patterns).map(ServletPathSpec::normalize).toArray(String[]::new));
        return mapping;
    }

    private String[] patterns(WebServlet annotation) {
        boolean value = annotation.value().length > 0;
        boolean urlPatterns = annotation.urlPatterns().length > 0;
        if (value == urlPatterns) {
            throw new IllegalArgumentException("@WebServlet on " + className
                    + (value ? " has both value and urlPatterns (expected: one)" : " has no URL pattern"));
        }
        return value ? annotation.value() : annotation.urlPatterns();
    }
}
