package org.eclipse.jetty.ee10.webapp;

import org.eclipse.jetty.ee.webapp.WebAppClassLoader.Context;

/** Loads the classes of a web application of this environment. Thread-safe. */
public class WebAppClassLoader extends org.eclipse.jetty.ee.webapp.WebAppClassLoader {
    static {
        registerAsParallelCapable();
    }

    public WebAppClassLoader(Context context) {
        super(context);
    }

    public WebAppClassLoader(ClassLoader parent, Context context) {
        super(parent, context);
    }
}
