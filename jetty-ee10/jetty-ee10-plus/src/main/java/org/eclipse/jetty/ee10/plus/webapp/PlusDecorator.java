package org.eclipse.jetty.ee10.plus.webapp;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.plus.annotation.Injection;
import org.eclipse.jetty.plus.annotation.InjectionCollection;
import org.eclipse.jetty.plus.annotation.InjectionResolver;
import org.eclipse.jetty.plus.annotation.LifeCycleCallbackCollection;
import org.eclipse.jetty.util.Decorator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Injects resources into what the application's container makes, and calls its life-cycle methods. Resources come from the
 * {@link InjectionResolver}s that are beans of the context, or of the server. Thread-safe.
 */
public class PlusDecorator implements Decorator {
    private static final Logger LOG = LoggerFactory.getLogger(PlusDecorator.class);

    private final WebAppContext context;
    private final InjectionCollection injections;
    private final LifeCycleCallbackCollection callbacks;
    private final Set<Injection> warned = ConcurrentHashMap.newKeySet();

    public PlusDecorator(WebAppContext context, InjectionCollection injections, LifeCycleCallbackCollection callbacks) {
        this.context = context;
        this.injections = injections;
        this.callbacks = callbacks;
    }

    /** Returns what finds resources for an application. */
    public static @Nullable InjectionResolver resolver(WebAppContext context) {
        List<InjectionResolver> resolvers = new ArrayList<>(context.getBeans(InjectionResolver.class));
        if (context.getServer() != null) {
            resolvers.addAll(context.getServer().getBeans(InjectionResolver.class));
        }
        if (resolvers.size() == 1) {
            return resolvers.get(0);
        }
        return resolvers.isEmpty() ? null : new First(resolvers);
    }

    /** Asks several, until one knows. */
    private record First(List<InjectionResolver> resolvers) implements InjectionResolver {
        @Override
        public @Nullable Object resolve(Injection injection) throws Exception {
            for (InjectionResolver resolver : resolvers) {
                Object found = resolver.resolve(injection);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        @Override
        public void declare(String name, Class<?> type, @Nullable String mapping) throws Exception {
            for (InjectionResolver resolver : resolvers) {
                resolver.declare(name, type, mapping);
            }
        }
    }

    @Override
    public <T> T decorate(T o) {
        try {
            injections.inject(o, resolver(context));
            callbacks.callPostConstructCallback(o);
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
            callbacks.callPreDestroyCallback(o);
        } catch (Exception x) {
            LOG.warn("A PreDestroy method of {} failed", o.getClass().getName(), x);
        }
    }

    /** Tells once of resources that will be missing when an object of a class is made. */
    public void warnOfUnresolved(Class<?> type) {
        try {
            InjectionResolver resolver = resolver(context);
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                for (Injection injection : injections.getInjections(c.getName())) {
                    if (warned.add(injection)) {
                        warn(injection, resolver);
                    }
                }
            }
        } catch (Exception x) {
            LOG.warn("{} will fail: {}", type.getName(), x.toString());
        }
    }

    private static void warn(Injection injection, @Nullable InjectionResolver resolver) throws Exception {
        if (injection.isOptional() || resolver != null && resolver.resolve(injection) != null) {
            return;
        }
        LOG.warn(InjectionCollection.unresolved(injection, resolver));
    }
}
