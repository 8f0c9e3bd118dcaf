package org.eclipse.jetty.websocket.core.util;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.websocket.core.exception.DuplicateAnnotationException;
import org.jspecify.annotations.Nullable;

/** Finds methods and type arguments of endpoint classes. */
public final class ReflectUtils {
    private ReflectUtils() {}

    /** A public method. */
    public static @Nullable Method findMethod(Class<?> pojo, String methodName, Class<?>... params) {
        try {
            return pojo.getMethod(methodName, params);
        } catch (NoSuchMethodException x) {
            return null;
        }
    }

    /**
     * The one method with an annotation.
     *
     * @throws DuplicateAnnotationException if there are more
     */
    public static @Nullable Method findAnnotatedMethod(Class<?> pojo, Class<? extends Annotation> annotation) {
        Method[] methods = findAnnotatedMethods(pojo, annotation);
        if (methods.length > 1) {
            throw DuplicateAnnotationException.build(pojo, annotation, methods);
        }
        return methods.length == 0 ? null : methods[0];
    }

    /** The methods with an annotation, those of the class before those of its superclasses; overridden ones are left out. */
    public static Method[] findAnnotatedMethods(Class<?> pojo, Class<? extends Annotation> annotation) {
        List<Method> found = new ArrayList<>();
        List<Method> seen = new ArrayList<>();
        for (Class<?> type = pojo; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.isSynthetic() || method.isBridge() || isOverridden(method, seen)) {
                    continue;
                }
                seen.add(method);
                if (method.isAnnotationPresent(annotation)) {
                    found.add(method);
                }
            }
        }
        return found.toArray(Method[]::new);
    }

    private static boolean isOverridden(Method method, List<Method> seen) {
        for (Method other : seen) {
            if (other.getDeclaringClass() != method.getDeclaringClass()
                    && !Modifier.isPrivate(method.getModifiers())
                    && other.getName().equals(method.getName())
                    && Arrays.equals(other.getParameterTypes(), method.getParameterTypes())) {
                return true;
            }
        }
        return false;
    }

    /** The class of the type argument that a class gives to an interface or superclass with one. */
    public static @Nullable Class<?> findGenericClassFor(Class<?> baseClass, Class<?> ifaceClass) {
        return getClassFromType(findGenericTypeFor(baseClass, ifaceClass));
    }

    /** As {@link #findGenericClassFor}, as a type. */
    public static @Nullable Type findGenericTypeFor(Class<?> baseClass, Class<?> ifaceClass) {
        return find(baseClass, ifaceClass, Map.of());
    }

    private static @Nullable Type find(Type from, Class<?> wanted, Map<TypeVariable<?>, Type> known) {
        Class<?> raw = getClassFromType(from);
        if (raw == null || !wanted.isAssignableFrom(raw)) {
            return null;
        }
        Map<TypeVariable<?>, Type> variables = new HashMap<>(known);
        if (from instanceof ParameterizedType parameterized) {
            Type[] arguments = parameterized.getActualTypeArguments();
            for (int i = 0; i < arguments.length; i++) {
                variables.put(raw.getTypeParameters()[i], variables.getOrDefault(arguments[i], arguments[i]));
            }
        }
        if (raw == wanted) {
            Type argument =
                    wanted.getTypeParameters().length == 0 ? null : variables.get(wanted.getTypeParameters()[0]);
            return argument instanceof TypeVariable<?> ? null : argument;
        }
        List<Type> parents = new ArrayList<>(List.of(raw.getGenericInterfaces()));
        if (raw.getGenericSuperclass() != null) {
            parents.add(raw.getGenericSuperclass());
        }
        for (Type parent : parents) {
            Type found = find(parent, wanted, variables);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Whether a class can be made by a public constructor without parameters. */
    public static boolean isDefaultConstructable(Class<?> clazz) {
        if (!Modifier.isPublic(clazz.getModifiers()) || Modifier.isAbstract(clazz.getModifiers())) {
            return false;
        }
        try {
            clazz.getConstructor();
            return true;
        } catch (NoSuchMethodException x) {
            return false;
        }
    }

    /** The class and the signature of a method, for messages. */
    public static String toString(Class<?> pojo, Method method) {
        return pojo.getName() + ": " + method.toGenericString();
    }

    public static boolean isAssignableFrom(Type type1, Type type2) {
        Class<?> to = getClassFromType(type1);
        Class<?> from = getClassFromType(type2);
        return to != null && from != null && to.isAssignableFrom(from);
    }

    /** The class of a type without its arguments. */
    public static @Nullable Class<?> getClassFromType(@Nullable Type type) {
        if (type instanceof Class<?> raw) {
            return raw;
        }
        return type instanceof ParameterizedType parameterized ? getClassFromType(parameterized.getRawType()) : null;
    }
}
