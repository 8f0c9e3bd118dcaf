package org.eclipse.jetty.ee10.annotations;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.plus.annotation.Injection;
import org.eclipse.jetty.plus.annotation.InjectionCollection;
import org.eclipse.jetty.plus.annotation.LifeCycleCallbackCollection;
import org.eclipse.jetty.plus.annotation.PostConstructCallback;
import org.eclipse.jetty.plus.annotation.PreDestroyCallback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the annotations for injection and life cycle of classes, once each (Servlet section 15.5). Thread-safe. */
final class ResourceAnnotations {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceAnnotations.class);

    private final Set<Class<?>> known = ConcurrentHashMap.newKeySet();
    private final LifeCycleCallbackCollection callbacks;
    private final InjectionCollection injections;
    private final boolean enabled;

    /** @param enabled false when the application is metadata-complete */
    ResourceAnnotations(LifeCycleCallbackCollection callbacks, InjectionCollection injections, boolean enabled) {
        this.callbacks = callbacks;
        this.injections = injections;
        this.enabled = enabled;
    }

    LifeCycleCallbackCollection callbacks() {
        return callbacks;
    }

    InjectionCollection injections() {
        return injections;
    }

    /** Reads a class and its superclasses, as far as they are not the platform's. */
    void read(Class<?> type) {
        if (!enabled) return;
        for (Class<?> c = type; c != null && c.getClassLoader() != null && known.add(c); c = c.getSuperclass()) {
            try {
                for (Field field : c.getDeclaredFields()) readField(c, field);
                for (Method method : c.getDeclaredMethods()) if (!method.isBridge()) readMethod(c, method);
            } catch (NoClassDefFoundError x) {
                // a member of an optional type keeps its class from being looked at, not from being used
                LOG.debug("No annotations of the members of {}", c.getName(), x);
            }
        }
    }

    private void readField(Class<?> type, Field field) {
        Resource resource = field.getAnnotation(Resource.class);
        if (resource == null) return;
        String place = "@Resource field " + type.getName() + "." + field.getName();
        if (Modifier.isStatic(field.getModifiers()) || Modifier.isFinal(field.getModifiers()))
            throw new IllegalArgumentException(place + " is static or final (expected: neither)");
        String name = resource.name().isEmpty() ? type.getName() + "/" + field.getName() : resource.name();
        injections.add(
                new Injection(type, field, typeOf(resource, field.getType(), place), name, mappedName(resource)));
    }

    private void readMethod(Class<?> type, Method method) {
        if (method.isAnnotationPresent(PostConstruct.class))
            callbacks.add(new PostConstructCallback(type, method.getName()));
        if (method.isAnnotationPresent(PreDestroy.class)) callbacks.add(new PreDestroyCallback(type, method.getName()));
        Resource resource = method.getAnnotation(Resource.class);
        if (resource == null) return;
        String place = "@Resource method " + type.getName() + "." + method.getName();
        if (Modifier.isStatic(method.getModifiers())
                || !method.getName().startsWith("set")
                || method.getName().length() < 4
                || method.getParameterCount() != 1
                || method.getReturnType() != void.class)
            throw new IllegalArgumentException(place + " is not a setter (expected: void setName(Type), not static)");
        String property = method.getName().substring(3, 4).toLowerCase(Locale.ENGLISH)
                + method.getName().substring(4);
        String name = resource.name().isEmpty() ? type.getName() + "/" + property : resource.name();
        Class<?> resourceType = typeOf(resource, method.getParameterTypes()[0], place);
        injections.add(new Injection(type, method, resourceType, name, mappedName(resource)));
    }

    private static String mappedName(Resource resource) {
        return resource.mappedName().isEmpty() ? null : resource.mappedName();
    }

    private static Class<?> typeOf(Resource resource, Class<?> declared, String place) {
        if (resource.type() == Object.class || declared.isPrimitive()) return declared;
        if (!declared.isAssignableFrom(resource.type()))
            throw new IllegalArgumentException(
                    place + " asks for a " + resource.type().getName() + ", which is no " + declared.getName());
        return resource.type();
    }
}
