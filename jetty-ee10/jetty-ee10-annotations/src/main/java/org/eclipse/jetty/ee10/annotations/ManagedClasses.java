package org.eclipse.jetty.ee10.annotations;

import java.util.Objects;
import org.eclipse.jetty.ee10.servlet.BaseHolder;
import org.eclipse.jetty.ee10.servlet.ServletHandler;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the annotations of all listeners, filters and servlets of descriptors and annotations before the first one is made, since
 * one may define what another one refers to. What is wrong with a class is told when it is used. Guarded by its life cycle.
 */
final class ManagedClasses extends AbstractLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(ManagedClasses.class);

    private final WebAppContext context;
    private final ResourceAnnotations annotations;

    ManagedClasses(WebAppContext context, ResourceAnnotations annotations) {
        this.context = context;
        this.annotations = annotations;
    }

    @Override
    protected void doStart() {
        ServletHandler handler = context.getServletHandler();
        for (BaseHolder<?>[] holders :
                new BaseHolder<?>[][] {handler.getListeners(), handler.getFilters(), handler.getServlets()}) {
            for (BaseHolder<?> holder : holders) {
                read(holder);
            }
        }
    }

    private void read(BaseHolder<?> holder) {
        try {
            Class<?> type = holder.getHeldClass();
            if (type == null && holder.getClassName() != null) {
                type = Objects.requireNonNull(context.getClassLoader()).loadClass(holder.getClassName());
            }
            if (type != null) {
                annotations.read(type);
            }
        } catch (ClassNotFoundException | LinkageError | RuntimeException x) {
            LOG.debug("No annotations of {}", holder, x);
        }
    }
}
