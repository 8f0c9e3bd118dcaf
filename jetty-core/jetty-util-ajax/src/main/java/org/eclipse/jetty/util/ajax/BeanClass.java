package org.eclipse.jetty.util.ajax;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.util.Loader;
import org.jspecify.annotations.Nullable;

/** The properties of classes, as methods name them: {@code getName}, {@code isName} and {@code setName}. */
final class BeanClass {
    private BeanClass() {}

    /** Returns the class that an object names by its fields {@code x-class} or {@code class}; null if there is none. */
    static @Nullable Class<?> of(Map<String, Object> object) {
        Object name = object.containsKey("x-class") ? object.get("x-class") : object.get("class");
        if (!(name instanceof String className)) {
            return null;
        }
        try {
            return Loader.loadClass(className);
        } catch (ClassNotFoundException x) {
            return null;
        }
    }

    /** Returns the public getters of a class by property, in alphabetical order; {@code getClass} is none. */
    static Map<String, Method> getters(Class<?> type) {
        Map<String, Method> getters = new TreeMap<>();
        for (Method method : type.getMethods()) {
            if (Modifier.isStatic(method.getModifiers())
                    || method.isBridge()
                    || method.getParameterCount() > 0
                    || method.getReturnType() == void.class
                    || method.getDeclaringClass() == Object.class) {
                continue;
            }
            boolean flag = method.getReturnType() == boolean.class || method.getReturnType() == Boolean.class;
            String property = property(method.getName(), "get");
            if (property == null && flag) {
                property = property(method.getName(), "is");
            }
            if (property != null) {
                getters.put(property, method);
            }
        }
        return getters;
    }

    /** Returns the property that a setter sets; null if the method is none. */
    static @Nullable String setterProperty(Method method) {
        boolean setter = !Modifier.isStatic(method.getModifiers())
                && !method.isBridge()
                && method.getParameterCount() == 1
                && method.getDeclaringClass() != Object.class;
        return setter ? property(method.getName(), "set") : null;
    }

    private static @Nullable String property(String method, String prefix) {
        int begin = prefix.length();
        if (!method.startsWith(prefix) || method.length() == begin || !Character.isUpperCase(method.charAt(begin))) {
            return null;
        }
        return Character.toLowerCase(method.charAt(begin)) + method.substring(begin + 1);
    }
}
