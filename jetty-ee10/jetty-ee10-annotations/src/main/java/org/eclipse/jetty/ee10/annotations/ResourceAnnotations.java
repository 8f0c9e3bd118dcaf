package org.eclipse.jetty.ee10.annotations;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.annotation.sql.DataSourceDefinition;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.ee10.plus.webapp.PlusConfiguration;
import org.eclipse.jetty.ee10.plus.webapp.PlusDecorator;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.plus.annotation.Injection;
import org.eclipse.jetty.plus.annotation.InjectionCollection;
import org.eclipse.jetty.plus.annotation.InjectionResolver;
import org.eclipse.jetty.plus.annotation.LifeCycleCallbackCollection;
import org.eclipse.jetty.plus.annotation.PostConstructCallback;
import org.eclipse.jetty.plus.annotation.PreDestroyCallback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the annotations for resources and life cycle of classes, once each (Servlet section 15.5). Thread-safe. */
final class ResourceAnnotations {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceAnnotations.class);

    private final Set<Class<?>> known = ConcurrentHashMap.newKeySet();
    private final WebAppContext context;
    private final LifeCycleCallbackCollection callbacks;
    private final InjectionCollection injections;

    ResourceAnnotations(WebAppContext context) {
        this.context = context;
        Object calls = context.getContext().getAttribute(LifeCycleCallbackCollection.LIFECYCLE_CALLBACK_COLLECTION);
        Object places = context.getContext().getAttribute(InjectionCollection.INJECTION_COLLECTION);
        if (calls == null || places == null) {
            throw new IllegalStateException(AnnotationConfiguration.class.getName() + " needs "
                    + PlusConfiguration.class.getName() + " before it");
        }
        callbacks = (LifeCycleCallbackCollection) calls;
        injections = (InjectionCollection) places;
    }

    /** Reads a class and its superclasses, as far as they are not the platform's. */
    void read(Class<?> type) {
        for (Class<?> c = type; c != null && c.getClassLoader() != null && known.add(c); c = c.getSuperclass()) {
            try {
                readClass(c);
                for (Field field : c.getDeclaredFields()) {
                    readField(c, field);
                }
                for (Method method : c.getDeclaredMethods()) {
                    if (!method.isBridge()) {
                        readMethod(c, method);
                    }
                }
            } catch (NoClassDefFoundError x) {
                // a member of an optional type keeps its class from being looked at, not from being used
                LOG.debug("No annotations of the members of {}", c.getName(), x);
            } catch (RuntimeException x) {
                // it fails whenever it is read
                known.remove(c);
                throw x;
            }
        }
    }

    private void readClass(Class<?> type) {
        for (DataSourceDefinition definition : type.getAnnotationsByType(DataSourceDefinition.class)) {
            DataSourceAnnotations.define(context, type, definition);
        }
        InjectionResolver resolver = null;
        for (Resource resource : type.getAnnotationsByType(Resource.class)) {
            if (resource.name().isEmpty()) {
                throw new IllegalArgumentException(
                        "@Resource on " + type.getName() + " without a name (expected: one, on a class)");
            }
            if (resolver == null) {
                resolver = PlusDecorator.resolver(context);
            }
            try {
                if (resolver != null) {
                    resolver.declare(resource.name(), resource.type(), mapping(resource));
                }
            } catch (Exception x) {
                throw new IllegalArgumentException("@Resource " + resource.name() + " on " + type.getName(), x);
            }
        }
    }

    private void readField(Class<?> type, Field field) {
        Resource resource = field.getAnnotation(Resource.class);
        // what a descriptor says of a place counts
        if (resource == null || injections.getInjection(type, field) != null) {
            return;
        }
        String place = "@Resource field " + type.getName() + "." + field.getName();
        if (Modifier.isStatic(field.getModifiers()) || Modifier.isFinal(field.getModifiers())) {
            throw new IllegalArgumentException(place + " is static or final (expected: neither)");
        }
        String name = resource.name().isEmpty() ? type.getName() + "/" + field.getName() : resource.name();
        injections.add(new Injection(type, field, typeOf(resource, field.getType(), place), name, mapping(resource)));
    }

    private void readMethod(Class<?> type, Method method) {
        if (method.isAnnotationPresent(PostConstruct.class)) {
            callbacks.add(new PostConstructCallback(type, method.getName()));
        }
        if (method.isAnnotationPresent(PreDestroy.class)) {
            callbacks.add(new PreDestroyCallback(type, method.getName()));
        }
        Resource resource = method.getAnnotation(Resource.class);
        if (resource == null || injections.getInjection(type, method) != null) {
            return;
        }
        String place = "@Resource method " + type.getName() + "." + method.getName();
        if (Modifier.isStatic(method.getModifiers())
                || !method.getName().startsWith("set")
                || method.getName().length() < 4
                || method.getParameterCount() != 1
                || method.getReturnType() != void.class) {
            throw new IllegalArgumentException(place + " is not a setter (expected: void setName(Type), not static)");
        }
        String property = method.getName().substring(3, 4).toLowerCase(Locale.ENGLISH)
                + method.getName().substring(4);
        String name = resource.name().isEmpty() ? type.getName() + "/" + property : resource.name();
        Class<?> resourceType = typeOf(resource, method.getParameterTypes()[0], place);
        injections.add(new Injection(type, method, resourceType, name, mapping(resource)));
    }

    /** What a reference says that it stands for, by either of two elements. */
    private static @Nullable String mapping(Resource resource) {
        if (!resource.lookup().isEmpty()) {
            return resource.lookup();
        }
        return resource.mappedName().isEmpty() ? null : resource.mappedName();
    }

    private static Class<?> typeOf(Resource resource, Class<?> declared, String place) {
        if (resource.type() == Object.class || declared.isPrimitive()) {
            return declared;
        }
        if (!declared.isAssignableFrom(resource.type())) {
            throw new IllegalArgumentException(
                    place + " asks for a " + resource.type().getName() + ", which is no " + declared.getName());
        }
        return resource.type();
    }
}
