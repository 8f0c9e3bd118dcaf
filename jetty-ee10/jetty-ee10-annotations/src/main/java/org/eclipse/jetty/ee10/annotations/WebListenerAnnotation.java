package org.eclipse.jetty.ee10.annotations;

import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.ListenerHolder;
import org.eclipse.jetty.ee10.servlet.ServletHandler;
import org.eclipse.jetty.ee10.servlet.Source;
import org.eclipse.jetty.ee10.webapp.DiscoveredAnnotation;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** Adds an annotated listener, unless a descriptor has it already (Servlet section 8.1.4). */
public class WebListenerAnnotation extends DiscoveredAnnotation {
    private static final List<Class<?>> TYPES = List.of(
            ServletContextListener.class,
            ServletContextAttributeListener.class,
            ServletRequestListener.class,
            ServletRequestAttributeListener.class,
            HttpSessionListener.class,
            HttpSessionAttributeListener.class,
            HttpSessionIdListener.class);

    public WebListenerAnnotation(WebAppContext context, String className, @Nullable Resource resource) {
        super(context, className, resource);
    }

    @Override
    public void apply() {
        Class<?> type = getTargetClass();
        if (type == null) {
            return;
        }
        boolean listens = false;
        for (Class<?> listener : TYPES) {
            listens |= listener.isAssignableFrom(type);
        }
        if (!listens) {
            throw new IllegalArgumentException(
                    "@WebListener on " + className + ", which is no listener of the Servlet API");
        }
        ServletHandler handler = context.getServletHandler();
        for (ListenerHolder holder : handler.getListeners()) {
            if (className.equals(holder.getClassName())) {
                return;
            }
        }
        ListenerHolder holder = handler.newListenerHolder(new Source(Source.Origin.ANNOTATION, type));
        holder.setClassName(className);
        handler.addListener(holder);
    }
}
