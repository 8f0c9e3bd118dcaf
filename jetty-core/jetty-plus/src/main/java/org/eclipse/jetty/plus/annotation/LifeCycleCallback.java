package org.eclipse.jetty.plus.annotation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import org.eclipse.jetty.util.ExceptionUtil;
import org.jspecify.annotations.Nullable;

/** A method without arguments that is called at a turn in the life of an object. Thread-safe once resolved. */
public abstract class LifeCycleCallback {
    private final String className;
    private final String methodName;
    private volatile @Nullable Class<?> targetClass;
    private volatile @Nullable Method target;

    protected LifeCycleCallback(String className, String methodName) {
        this.className = Objects.requireNonNull(className);
        this.methodName = Objects.requireNonNull(methodName);
    }

    protected LifeCycleCallback(Class<?> type, String methodName) {
        this(type.getName(), methodName);
        resolve(type);
    }

    public String getTargetClassName() {
        return className;
    }

    public String getMethodName() {
        return methodName;
    }

    /** Returns the class that declares the method; null before it was first called, when it was given by name. */
    public @Nullable Class<?> getTargetClass() {
        return targetClass;
    }

    public @Nullable Method getTarget() {
        return target;
    }

    /** What is called, for messages. */
    abstract String kind();

    /** Refuses a method that the specification does not allow. */
    public void validate(Class<?> type, Method method) {
        String place = kind() + " method " + type.getName() + "." + method.getName();
        if (method.getParameterCount() > 0) {
            throw new IllegalArgumentException(place + " has parameters (expected: none)");
        }
        if (method.getReturnType() != void.class) {
            throw new IllegalArgumentException(
                    place + " returns " + method.getReturnType().getName() + " (expected: void)");
        }
        if (java.lang.reflect.Modifier.isStatic(method.getModifiers())) {
            throw new IllegalArgumentException(place + " is static (expected: an instance method)");
        }
    }

    private Method resolve(Class<?> type) {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Method method : declaring.getDeclaredMethods()) {
                if (!method.getName().equals(methodName) || method.isBridge() || method.isSynthetic()) {
                    continue;
                }
                // what is private elsewhere is not this class's method
                if (declaring != type && java.lang.reflect.Modifier.isPrivate(method.getModifiers())) {
                    continue;
                }
                if (method.getParameterCount() > 0 && hasWithoutParameters(declaring)) {
                    continue;
                }
                validate(type, method);
                method.setAccessible(true);
                targetClass = type;
                target = method;
                return method;
            }
        }
        throw new IllegalArgumentException(kind() + " method " + type.getName() + "." + methodName + " does not exist");
    }

    private boolean hasWithoutParameters(Class<?> declaring) {
        for (Method method : declaring.getDeclaredMethods()) {
            if (method.getName().equals(methodName) && method.getParameterCount() == 0) {
                return true;
            }
        }
        return false;
    }

    /** Calls the method on an object of its class. */
    public void callback(Object instance) throws Exception {
        Method method = target;
        if (method == null) {
            method = resolve(declaringClass(instance));
        }
        try {
            method.invoke(instance);
        } catch (InvocationTargetException x) {
            ExceptionUtil.ifExceptionThrow(x.getCause());
        }
    }

    private Class<?> declaringClass(Object instance) {
        for (Class<?> type = instance.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(className)) {
                return type;
            }
        }
        throw new IllegalArgumentException(instance.getClass().getName() + " is no " + className);
    }

    @Override
    public int hashCode() {
        return className.hashCode() * 31 + methodName.hashCode();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof LifeCycleCallback other
                && getClass() == other.getClass()
                && className.equals(other.className)
                && methodName.equals(other.methodName);
    }

    @Override
    public String toString() {
        return kind() + " " + className + "." + methodName;
    }
}
