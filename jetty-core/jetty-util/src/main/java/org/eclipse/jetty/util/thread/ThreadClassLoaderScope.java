package org.eclipse.jetty.util.thread;

import java.io.Closeable;

/** The current thread has this context class loader until the scope is closed. Confined to its thread. */
public class ThreadClassLoaderScope implements Closeable {
    private final ClassLoader outer;
    private final ClassLoader scoped;

    public ThreadClassLoaderScope(ClassLoader classLoader) {
        Thread thread = Thread.currentThread();
        outer = thread.getContextClassLoader();
        scoped = classLoader;
        thread.setContextClassLoader(classLoader);
    }

    public ClassLoader getScopedClassLoader() {
        return scoped;
    }

    @Override
    public void close() {
        Thread.currentThread().setContextClassLoader(outer);
    }
}
