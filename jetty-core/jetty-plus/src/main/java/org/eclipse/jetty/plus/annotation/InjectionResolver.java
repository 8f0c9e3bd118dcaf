package org.eclipse.jetty.plus.annotation;

/** Finds the resources that are injected: a directory service, for instance. Plugged in as a bean of a context. */
public interface InjectionResolver {
    /** Returns the resource of an injection point, or null when there is none of its name. */
    Object resolve(Injection injection) throws Exception;
}
