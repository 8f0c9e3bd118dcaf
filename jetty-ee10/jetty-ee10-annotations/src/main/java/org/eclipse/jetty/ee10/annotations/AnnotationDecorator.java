package org.eclipse.jetty.ee10.annotations;

import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.BaseHolder;
import org.eclipse.jetty.ee10.servlet.ServletHandler;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.plus.annotation.Injection;
import org.eclipse.jetty.plus.annotation.InjectionCollection;
import org.eclipse.jetty.plus.annotation.InjectionResolver;
import org.eclipse.jetty.util.Decorator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Injects resources into what the application's container makes, and calls its life-cycle methods. Resources come from the
 * {@link InjectionResolver} that is a bean of the context, or of the server. Thread-safe.
 */
public class AnnotationDecorator implements Decorator {
    private static final Logger LOG = LoggerFactory.getLogger(AnnotationDecorator.class);

    private final WebAppContext context;
    private final ResourceAnnotations annotations;

    AnnotationDecorator(WebAppContext context, ResourceAnnotations annotations) {
        this.context = context;
        this.annotations = annotations;
    }

    private InjectionResolver resolver() {
        InjectionResolver resolver = context.getBean(InjectionResolver.class);
        if (resolver == null && context.getServer() != null)
            resolver = context.getServer().getBean(InjectionResolver.class);
        return resolver;
    }

    @Override
    public <T> T decorate(T o) {
        annotations.read(o.getClass());
        try {
            annotations.injections().inject(o, resolver());
            annotations.callbacks().callPostConstructCallback(o);
            return o;
        } catch (RuntimeException x) {
            throw x;
        } catch (Exception x) {
            throw new IllegalStateException(
                    "Cannot initialise a " + o.getClass().getName() + ": " + x, x);
        }
    }

    @Override
    public void destroy(Object o) {
        try {
            annotations.callbacks().callPreDestroyCallback(o);
        } catch (Exception x) {
            LOG.warn("A PreDestroy method of {} failed", o.getClass().getName(), x);
        }
    }

    /** Tells of resources that will be missing once what is not made yet is made. */
    void warnOfUnresolved() {
        ServletHandler handler = context.getServletHandler();
        Set<Class<?>> types = new LinkedHashSet<>();
        for (BaseHolder<?>[] holders :
                new BaseHolder<?>[][] {handler.getListeners(), handler.getFilters(), handler.getServlets()})
            for (BaseHolder<?> holder : holders) if (holder.getHeldClass() != null) types.add(holder.getHeldClass());
        InjectionResolver resolver = resolver();
        for (Class<?> type : types) {
            try {
                annotations.read(type);
                for (Class<?> c = type; c != null; c = c.getSuperclass())
                    for (Injection injection : annotations.injections().getInjections(c.getName()))
                        warn(injection, resolver);
            } catch (Exception x) {
                LOG.warn("{} will fail: {}", type.getName(), x.toString());
            }
        }
    }

    private static void warn(Injection injection, InjectionResolver resolver) throws Exception {
        if (injection.isOptional() || resolver != null && resolver.resolve(injection) != null) return;
        LOG.warn(InjectionCollection.unresolved(injection, resolver));
    }
}
