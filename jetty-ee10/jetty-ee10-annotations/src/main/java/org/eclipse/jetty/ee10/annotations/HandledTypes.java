package org.eclipse.jetty.ee10.annotations;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.annotations.AnnotationParser;
import org.eclipse.jetty.annotations.AnnotationParser.ClassInfo;
import org.eclipse.jetty.annotations.AnnotationParser.FieldInfo;
import org.eclipse.jetty.annotations.AnnotationParser.MethodInfo;
import org.eclipse.jetty.annotations.ClassInheritanceHandler;
import org.jspecify.annotations.Nullable;

/**
 * The classes that container initializers are interested in: those that extend or implement a type, or are annotated with
 * it at the class, a method or a field, with all that extend these (Servlet section 8.2.4). Confined to one start.
 */
final class HandledTypes {
    private final Map<String, Set<String>> subclasses = new HashMap<>();
    private final Map<String, Set<String>> annotated = new HashMap<>();
    private final boolean annotations;

    private HandledTypes(Set<Class<?>> types) {
        boolean any = false;
        for (Class<?> type : types) {
            if (!type.isAnnotation()) {
                continue;
            }
            annotated.put(type.getName(), new LinkedHashSet<>());
            any = true;
        }
        annotations = any;
    }

    /** Returns null when no initializer handles types. */
    static @Nullable HandledTypes of(List<Initializer> initializers) {
        Set<Class<?>> types = new HashSet<>();
        for (Initializer initializer : initializers) {
            types.addAll(Arrays.asList(initializer.types()));
        }
        return types.isEmpty() ? null : new HandledTypes(types);
    }

    Set<AnnotationParser.Handler> handlers() {
        Set<AnnotationParser.Handler> handlers = new LinkedHashSet<>();
        handlers.add(new ClassInheritanceHandler(subclasses));
        if (annotations) {
            handlers.add(new Annotated());
        }
        return handlers;
    }

    private final class Annotated extends AnnotationParser.AbstractHandler {
        @Override
        public void handle(ClassInfo info, String annotationName) {
            add(info, annotationName);
        }

        @Override
        public void handle(MethodInfo info, String annotationName) {
            add(info.getClassInfo(), annotationName);
        }

        @Override
        public void handle(FieldInfo info, String annotationName) {
            add(info.getClassInfo(), annotationName);
        }

        private void add(ClassInfo info, String annotationName) {
            Set<String> classes = annotated.get(annotationName);
            if (classes != null) {
                classes.add(info.getClassName());
            }
        }
    }

    /** Returns the names of the classes for these types. */
    Set<String> classesFor(Class<?>[] types) {
        Set<String> classes = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>();
        for (Class<?> type : types) {
            if (type.isAnnotation()) {
                for (String name : annotated.getOrDefault(type.getName(), Set.of())) {
                    if (classes.add(name)) {
                        open.add(name);
                    }
                }
            } else {
                open.add(type.getName());
            }
        }
        while (!open.isEmpty()) {
            for (String name : subclasses.getOrDefault(open.remove(), Set.of())) {
                if (classes.add(name)) {
                    open.add(name);
                }
            }
        }
        return classes;
    }
}
