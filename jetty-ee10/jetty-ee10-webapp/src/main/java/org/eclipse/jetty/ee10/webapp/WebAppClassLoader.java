package org.eclipse.jetty.ee10.webapp;

import org.eclipse.jetty.ee.webapp.WebAppClassLoader.Context;
import org.jspecify.annotations.Nullable;

/** Loads the classes of a web application of this environment. Thread-safe. */
public class WebAppClassLoader extends org.eclipse.jetty.ee.webapp.WebAppClassLoader {
    static {
        registerAsParallelCapable();
    }

    public WebAppClassLoader(Context context) {
        this(null, context);
    }

    public WebAppClassLoader(@Nullable ClassLoader parent, Context context) {
        super(parent == null ? ofThisThreadOrEnvironment() : parent, context);
    }

    /** The context class loader of this thread if it sees this environment, else the loader of the environment. */
    private static ClassLoader ofThisThreadOrEnvironment() {
        ClassLoader environment = WebAppClassLoader.class.getClassLoader();
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        for (ClassLoader loader = ofThread; loader != null; loader = loader.getParent()) {
            if (loader == environment) {
                return ofThread;
            }
        }
        return environment;
    }
}
