package org.eclipse.jetty.plus.annotation;

import java.lang.reflect.Member;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/** The injection points of an application, by class. Thread-safe. */
public class InjectionCollection {
    /** The context attribute with this collection. */
    public static final String INJECTION_COLLECTION = "org.eclipse.jetty.injectionCollection";

    private final Map<String, Set<Injection>> injections = new ConcurrentHashMap<>();

    public InjectionCollection() {}

    public void add(Injection injection) {
        injections
                .computeIfAbsent(injection.getTargetClass().getName(), k -> new CopyOnWriteArraySet<>())
                .add(injection);
    }

    /** Returns the injection points of a class, without those of its superclasses. */
    public Set<Injection> getInjections(String className) {
        return injections.getOrDefault(className, Set.of());
    }

    /** Returns the injection of a field or setter. */
    public @Nullable Injection getInjection(Class<?> type, Member target) {
        for (Injection injection : getInjections(type.getName())) {
            if (injection.getTarget().equals(target)) {
                return injection;
            }
        }
        return null;
    }

    /** Injects into an object, superclasses first; a resource that nobody knows fails. */
    public void inject(Object instance, @Nullable InjectionResolver resolver) throws Exception {
        if (!injections.isEmpty()) {
            inject(instance, instance.getClass(), resolver);
        }
    }

    private void inject(Object instance, @Nullable Class<?> type, @Nullable InjectionResolver resolver)
            throws Exception {
        if (type == null || type == Object.class) {
            return;
        }
        inject(instance, type.getSuperclass(), resolver);
        for (Injection injection : getInjections(type.getName())) {
            Object resource = resolver == null ? null : resolver.resolve(injection);
            if (resource != null) {
                injection.inject(instance, resource);
            } else if (!injection.isOptional()) {
                throw new IllegalStateException(unresolved(injection, resolver));
            }
        }
    }

    /** Says what to do about a resource that nobody knows. */
    public static String unresolved(Injection injection, @Nullable InjectionResolver resolver) {
        return "No " + injection
                + (resolver == null
                        ? ": the server has no directory of resources"
                        : ": define it in the server, the context or web.xml");
    }
}
