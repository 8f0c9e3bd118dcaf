package org.eclipse.jetty.util;

/** Says which classes of the server an application sees. */
public interface ClassVisibilityChecker {
    /** Whether the class of the server cannot be replaced by one of the application. */
    boolean isProtectedClass(Class<?> clazz);

    /** Whether the class of the server is not visible to the application. */
    boolean isHiddenClass(Class<?> clazz);
}
