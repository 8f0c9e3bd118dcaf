package org.eclipse.jetty.plus.annotation;

import org.jspecify.annotations.Nullable;

/** Finds the resources that are injected: a directory service, for instance. Plugged in as a bean of a context. */
public interface InjectionResolver {
    /** Returns the resource of an injection point, or null when there is none of its name. */
    @Nullable
    Object resolve(Injection injection) throws Exception;

    /**
     * Makes a resource known by the name that a class refers to it by, without a place to be injected into.
     *
     * @param name relative to the names of the application
     * @param type the type of the resource
     * @param mapping what the reference says that it stands for
     */
    default void declare(String name, Class<?> type, @Nullable String mapping) throws Exception {}
}
