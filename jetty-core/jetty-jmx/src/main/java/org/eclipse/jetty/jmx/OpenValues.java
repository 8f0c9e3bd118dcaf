package org.eclipse.jetty.jmx;

import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.ObjectName;
import javax.management.RuntimeOperationsException;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedTypes;
import org.jspecify.annotations.Nullable;

/**
 * Converts between the values of components and those that a client sees, which need no class beyond the JDK's: components
 * are names of their MBeans, values of the JDK are themselves, all others are text.
 *
 * <p>A collection of components is an array of names; other collections, and maps, are copies with converted elements.
 */
final class OpenValues {
    private OpenValues() {}

    /** The type that a client sees. */
    static String typeName(Type type) {
        Class<?> raw = raw(type);
        if (isComponent(raw)) {
            return ObjectName.class.getName();
        }
        Type element = elementType(type, raw);
        if (element != null && isComponent(raw(element))) {
            return ObjectName[].class.getName();
        }
        if (raw.isArray()) {
            return isOpen(raw.getComponentType()) ? raw.getName() : String[].class.getName();
        }
        if (Collection.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw)) {
            return collectionType(raw).getName();
        }
        return isOpen(raw) ? raw.getName() : String.class.getName();
    }

    private static Class<?> collectionType(Class<?> raw) {
        if (Map.class.isAssignableFrom(raw)) {
            return Map.class;
        }
        return Set.class.isAssignableFrom(raw) ? Set.class : List.class;
    }

    /** The value that a client sees, of a method with this return type. */
    static @Nullable Object toOpen(@Nullable Object value, Type type, @Nullable MBeanContainer container) {
        if (value == null) {
            return null;
        }
        Class<?> raw = raw(type);
        if (isComponent(raw)) {
            return name(value, container);
        }
        Type element = elementType(type, raw);
        if (element != null && isComponent(raw(element))) {
            return names(
                    value instanceof Collection<?> collection ? collection : Arrays.asList((Object[]) value),
                    container);
        }
        if (raw.isArray() && !isOpen(raw.getComponentType())) {
            return texts(value);
        }
        return open(value, container);
    }

    private static @Nullable Object open(@Nullable Object value, @Nullable MBeanContainer container) {
        if (value == null) {
            return null;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((key, mapped) -> copy.put(open(key, container), open(mapped, container)));
            return copy;
        }
        if (value instanceof Collection<?> collection) {
            Collection<Object> copy = value instanceof Set<?> ? new LinkedHashSet<>() : new ArrayList<>();
            for (Object element : collection) {
                copy.add(open(element, container));
            }
            return copy;
        }
        if (value.getClass().isArray()) {
            return isOpen(value.getClass().getComponentType()) ? value : texts(value);
        }
        ObjectName name = name(value, container);
        if (name != null) {
            return name;
        }
        return isOpen(value.getClass()) ? value : String.valueOf(value);
    }

    private static @Nullable ObjectName name(Object component, @Nullable MBeanContainer container) {
        return container == null ? null : container.findMBean(component);
    }

    private static ObjectName[] names(Collection<?> components, @Nullable MBeanContainer container) {
        List<ObjectName> names = new ArrayList<>(components.size());
        for (Object component : components) {
            ObjectName name = component == null ? null : name(component, container);
            if (name != null) {
                names.add(name);
            }
        }
        return names.toArray(new ObjectName[0]);
    }

    private static String[] texts(Object array) {
        String[] texts = new String[Array.getLength(array)];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = String.valueOf(Array.get(array, i));
        }
        return texts;
    }

    /** The type of a parameter that a client sees. */
    static String parameterTypeName(Class<?> type) {
        return isComponent(type) ? ObjectName.class.getName() : type.isEnum() ? String.class.getName() : type.getName();
    }

    /** The value of a component for the value that a client gave. */
    static @Nullable Object fromOpen(@Nullable Object value, Class<?> type, @Nullable MBeanContainer container) {
        if (value == null) {
            if (type.isPrimitive()) {
                throw wrong("null (expected: " + type.getName() + ")");
            }
            return null;
        }
        if (value instanceof ObjectName name && isComponent(type)) {
            Object component = container == null ? null : container.findBean(name);
            if (!type.isInstance(component)) {
                throw wrong(name + " (expected: the MBean of a " + type.getName() + ")");
            }
            return component;
        }
        if (type.isEnum() && value instanceof String text) {
            for (Object constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(text)) {
                    return constant;
                }
            }
            throw wrong(text + " (expected: one of " + Arrays.toString(type.getEnumConstants()) + ")");
        }
        return value;
    }

    private static RuntimeOperationsException wrong(String message) {
        return new RuntimeOperationsException(new IllegalArgumentException(message), message);
    }

    static boolean isComponent(Class<?> type) {
        return ManagedTypes.of(type).stream().anyMatch(t -> t.isAnnotationPresent(ManagedObject.class));
    }

    /** Whether every client has the class: one of the JDK whose objects can be sent, other than an exception. */
    private static boolean isOpen(Class<?> type) {
        if (type.isPrimitive()) {
            return true;
        }
        if (type.isArray()) {
            return isOpen(type.getComponentType());
        }
        if (type.isEnum() || type.isHidden() || Throwable.class.isAssignableFrom(type)) {
            return false;
        }
        String name = type.getName();
        return Serializable.class.isAssignableFrom(type)
                && (name.startsWith("java.lang.")
                        || name.startsWith("java.math.")
                        || name.startsWith("java.time.")
                        || name.startsWith("java.util.")
                        || name.equals("java.io.File")
                        || name.equals("java.net.URI")
                        || name.startsWith("javax.management."));
    }

    private static @Nullable Type elementType(Type type, Class<?> raw) {
        if (raw.isArray()) {
            return raw.getComponentType();
        }
        if (Collection.class.isAssignableFrom(raw)
                && type instanceof ParameterizedType parameterized
                && parameterized.getActualTypeArguments().length == 1) {
            return parameterized.getActualTypeArguments()[0];
        }
        return null;
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return raw(parameterized.getRawType());
        }
        if (type instanceof WildcardType wildcard) {
            return raw(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof TypeVariable<?> variable) {
            return raw(variable.getBounds()[0]);
        }
        if (type instanceof GenericArrayType array) {
            return Array.newInstance(raw(array.getGenericComponentType()), 0).getClass();
        }
        return Object.class;
    }
}
