package org.eclipse.jetty.metrics;

/** Classes of modules that a server may be without. */
final class OptionalClasses {
    private OptionalClasses() {}

    /** Returns whether there is a class, and all that it needs to be loaded, without initializing it. */
    static boolean isPresent(String name) {
        try {
            Class.forName(name, false, OptionalClasses.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError x) {
            return false;
        }
    }
}
