package org.eclipse.jetty.ee10.servlet.listener;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.beans.Introspector;

/** Empties the JDK's bean cache when a context ends, which else holds on to the application's classes. Thread-safe. */
public class IntrospectorCleaner implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent sce) {}

    @Override
    public void contextDestroyed(ServletContextEvent sce) {
        Introspector.flushCaches();
    }
}
