package org.eclipse.jetty.util;

/** Prepares objects for use, and destroys what it made of them. */
public interface Decorator {
    <T> T decorate(T o);

    void destroy(Object o);
}
