package org.eclipse.jetty.plus.annotation;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import org.eclipse.jetty.util.ExceptionUtil;

/** The callbacks of an application, by class; those of superclasses are called first at birth, and last at the end. Thread-safe. */
public class LifeCycleCallbackCollection {
    /** The context attribute with this collection. */
    public static final String LIFECYCLE_CALLBACK_COLLECTION = "org.eclipse.jetty.lifecyleCallbackCollection";

    private final Map<String, Set<LifeCycleCallback>> postConstruct = new ConcurrentHashMap<>();
    private final Map<String, Set<LifeCycleCallback>> preDestroy = new ConcurrentHashMap<>();

    public LifeCycleCallbackCollection() {}

    /** Adds a callback, unless it is there already. */
    public void add(LifeCycleCallback callback) {
        (callback instanceof PostConstructCallback ? postConstruct : preDestroy)
                .computeIfAbsent(callback.getTargetClassName(), k -> new CopyOnWriteArraySet<>())
                .add(callback);
    }

    public Map<String, Set<LifeCycleCallback>> getPostConstructCallbackMap() {
        return Collections.unmodifiableMap(postConstruct);
    }

    public Map<String, Set<LifeCycleCallback>> getPreDestroyCallbackMap() {
        return Collections.unmodifiableMap(preDestroy);
    }

    /** Calls what is to be called once the object is made; the first failure is thrown. */
    public void callPostConstructCallback(Object o) throws Exception {
        if (postConstruct.isEmpty()) {
            return;
        }
        for (LifeCycleCallback callback : callbacks(postConstruct, o)) {
            callback.callback(o);
        }
    }

    /** Calls all that is to be called before the object is given up, and then throws what failed. */
    public void callPreDestroyCallback(Object o) throws Exception {
        if (preDestroy.isEmpty()) {
            return;
        }
        List<LifeCycleCallback> callbacks = callbacks(preDestroy, o);
        Collections.reverse(callbacks);
        Throwable failure = null;
        for (LifeCycleCallback callback : callbacks) {
            try {
                callback.callback(o);
            } catch (Throwable x) {
                failure = ExceptionUtil.combine(failure, x);
            }
        }
        ExceptionUtil.ifExceptionThrow(failure);
    }

    /** The callbacks of an object, superclasses first, without those whose method a subclass overrides. */
    private static List<LifeCycleCallback> callbacks(Map<String, Set<LifeCycleCallback>> all, Object o) {
        List<LifeCycleCallback> callbacks = new ArrayList<>();
        for (Class<?> type = o.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (LifeCycleCallback callback : all.getOrDefault(type.getName(), Set.of())) {
                if (!isOverridden(callback, type, o.getClass())) {
                    callbacks.add(0, callback);
                }
            }
        }
        return callbacks;
    }

    private static boolean isOverridden(LifeCycleCallback callback, Class<?> declaring, Class<?> actual) {
        Method method = callback.getTarget();
        if (method == null || Modifier.isPrivate(method.getModifiers())) {
            return false;
        }
        for (Class<?> type = actual; type != declaring; type = type.getSuperclass()) {
            for (Method other : type.getDeclaredMethods()) {
                if (other.getName().equals(method.getName()) && other.getParameterCount() == 0) {
                    return true;
                }
            }
        }
        return false;
    }
}
