package org.eclipse.jetty.util.annotation;

import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Where the annotations of managed components are looked for, and what their attributes are called. Stateless. */
public final class ManagedTypes {
    private ManagedTypes() {}

    /** Returns the class, its superclasses but for {@link Object}, and the interfaces of all of them, the nearest first. */
    public static Set<Class<?>> of(Class<?> type) {
        Set<Class<?>> types = new LinkedHashSet<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            types.add(c);
        }
        for (Class<?> c : List.copyOf(types)) {
            addInterfaces(c, types);
        }
        return types;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> types) {
        for (Class<?> inherited : type.getInterfaces()) {
            types.add(inherited);
            addInterfaces(inherited, types);
        }
    }

    /** Returns the name of an attribute: that of its annotation, or that of its getter without {@code get} and {@code is}. */
    public static String attributeName(ManagedAttribute annotation, Method getter) {
        if (!annotation.name().isEmpty()) {
            return annotation.name();
        }
        String name = getter.getName();
        if (name.startsWith("get") && name.length() > 3) {
            name = name.substring(3);
        } else if (name.startsWith("is") && name.length() > 2) {
            name = name.substring(2);
        }
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }
}
