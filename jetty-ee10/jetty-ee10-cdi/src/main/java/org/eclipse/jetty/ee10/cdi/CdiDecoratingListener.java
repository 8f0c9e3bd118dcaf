package org.eclipse.jetty.ee10.cdi;

import org.eclipse.jetty.ee10.servlet.DecoratingListener;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;

/** Makes what an implementation of CDI sets as an attribute a decorator of the application's objects. Thread-safe. */
public class CdiDecoratingListener extends DecoratingListener {
    /** The name of this mode. */
    public static final String MODE = "CdiDecoratingListener";

    /** The context attribute that the implementation sets. */
    public static final String ATTRIBUTE = "org.eclipse.jetty.cdi.decorator";

    public CdiDecoratingListener(ServletContextHandler context) {
        super(context, ATTRIBUTE);
    }
}
