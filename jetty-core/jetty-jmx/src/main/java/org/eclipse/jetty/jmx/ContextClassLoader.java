package org.eclipse.jetty.jmx;

/** The class loader of a component as the context class loader of this thread, until it is closed. Confined to its thread. */
final class ContextClassLoader implements AutoCloseable {
    private final Thread thread;
    private final ClassLoader previous;

    private ContextClassLoader(ClassLoader loader) {
        thread = Thread.currentThread();
        previous = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
    }

    static ContextClassLoader of(Object managed) {
        return new ContextClassLoader(managed.getClass().getClassLoader());
    }

    @Override
    public void close() {
        thread.setContextClassLoader(previous);
    }
}
