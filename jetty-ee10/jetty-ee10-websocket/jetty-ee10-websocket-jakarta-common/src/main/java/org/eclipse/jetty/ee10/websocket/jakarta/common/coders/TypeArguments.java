package org.eclipse.jetty.ee10.websocket.jakarta.common.coders;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds what a class puts for the one type parameter of an interface that it implements. Thread-safe. */
public final class TypeArguments {
    private TypeArguments() {}

    /**
     * Returns the class that {@code type} gives for the type parameter of {@code generic}, through any number of
     * superclasses and interfaces; null if it does not implement it, or says no type, as lambdas do.
     */
    public static @Nullable Class<?> of(Class<?> type, Class<?> generic) {
        return erased(find(type, generic, Map.of()));
    }

    private static @Nullable Type find(Type type, Class<?> generic, Map<TypeVariable<?>, Type> bound) {
        if (type instanceof ParameterizedType parameterized) {
            Class<?> raw = (Class<?>) parameterized.getRawType();
            Type[] arguments = parameterized.getActualTypeArguments();
            if (raw == generic) {
                return resolve(arguments[0], bound);
            }
            Map<TypeVariable<?>, Type> inner = new HashMap<>();
            TypeVariable<?>[] variables = raw.getTypeParameters();
            for (int i = 0; i < variables.length; i++) {
                inner.put(variables[i], resolve(arguments[i], bound));
            }
            return findAbove(raw, generic, inner);
        }
        return type instanceof Class<?> raw && generic.isAssignableFrom(raw) ? findAbove(raw, generic, Map.of()) : null;
    }

    private static @Nullable Type findAbove(Class<?> type, Class<?> generic, Map<TypeVariable<?>, Type> bound) {
        for (Type each : type.getGenericInterfaces()) {
            Type found = find(each, generic, bound);
            if (found != null) {
                return found;
            }
        }
        Type above = type.getGenericSuperclass();
        return above == null ? null : find(above, generic, bound);
    }

    private static Type resolve(Type type, Map<TypeVariable<?>, Type> bound) {
        return type instanceof TypeVariable<?> variable ? bound.getOrDefault(variable, variable) : type;
    }

    private static @Nullable Class<?> erased(@Nullable Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            Class<?> component = erased(array.getGenericComponentType());
            return component == null ? null : component.arrayType();
        }
        if (type instanceof WildcardType wildcard) {
            return erased(wildcard.getUpperBounds()[0]);
        }
        return null;
    }
}
