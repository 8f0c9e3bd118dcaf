package org.eclipse.jetty.ee10.annotations;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.annotation.HandlesTypes;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.annotations.AnnotationParser;
import org.eclipse.jetty.ee10.servlet.ServletContainerInitializerHolder;
import org.eclipse.jetty.ee10.servlet.Source;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A container initializer that was found, and the types that it handles.
 *
 * @param instance the initializer
 * @param types what its annotation names; empty when it has none
 */
record Initializer(ServletContainerInitializer instance, Class<?>[] types) {
    private static final Logger LOG = LoggerFactory.getLogger(Initializer.class);

    static Initializer of(ServletContainerInitializer instance) {
        Class<?>[] types = {};
        try {
            HandlesTypes annotation = instance.getClass().getAnnotation(HandlesTypes.class);
            if (annotation != null) {
                types = annotation.value();
            }
        } catch (TypeNotPresentException | ArrayStoreException x) {
            LOG.debug("Types of {} are missing", instance.getClass().getName(), x);
            types = present(instance.getClass());
        }
        return new Initializer(instance, types);
    }

    /** Of the types that an annotation names, those that are there: one that is not is extended by nobody. */
    private static Class<?>[] present(Class<?> initializer) {
        List<Class<?>> types = new ArrayList<>();
        String file = initializer.getName().substring(initializer.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream in = initializer.getResourceAsStream(file)) {
            if (in == null) {
                LOG.warn(
                        "The types that {} handles cannot be read: it is called without classes",
                        initializer.getName());
                return new Class<?>[0];
            }
            for (String name : AnnotationParser.classValues(in.readAllBytes(), HandlesTypes.class.getName(), "value")) {
                try {
                    types.add(Class.forName(name, false, initializer.getClassLoader()));
                } catch (ClassNotFoundException | LinkageError x) {
                    LOG.debug("{} handles {}, which is missing", initializer.getName(), name, x);
                }
            }
        } catch (IOException x) {
            LOG.warn(
                    "The types that {} handles cannot be read: it is called without classes", initializer.getName(), x);
        }
        return types.toArray(new Class<?>[0]);
    }

    /** Returns what calls it when the context starts; classes that cannot be loaded are left out (section 8.2.4). */
    ServletContainerInitializerHolder holder(WebAppContext context, Collection<String> handled) {
        Set<Class<?>> classes = new LinkedHashSet<>();
        for (String name : handled) {
            try {
                classes.add(Class.forName(name, false, context.getClassLoader()));
            } catch (ClassNotFoundException | LinkageError x) {
                LOG.debug("{} is not passed to {}", name, instance.getClass().getName(), x);
            }
        }
        Source source = new Source(Source.Origin.ANNOTATION, instance.getClass());
        return new ServletContainerInitializerHolder(source, instance, classes.toArray(new Class<?>[0]));
    }

    @Override
    public String toString() {
        return instance.getClass().getName();
    }
}
