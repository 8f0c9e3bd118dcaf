package org.eclipse.jetty.ee.webapp;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a stopped application has left behind that holds its class loader: threads that still run are named, since nobody but the
 * application can end them; JDBC drivers are, since an application shall deregister its own. Stateless.
 */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    private Leftovers() {}

    /** Tells of what was left, and of the drivers that were deregistered for that. */
    static void tell(WebAppClassLoader loader, List<String> drivers) {
        for (String driver : drivers)
            LOG.warn("{} has not deregistered its JDBC driver {}, which was done now", loader, driver);
        for (Thread thread : threads(loader))
            LOG.warn("{} has not ended its thread {}, which holds its classes in memory", loader, thread.getName());
    }

    /** Returns the threads that run with, or by, classes of the application. */
    private static List<Thread> threads(ClassLoader loader) {
        List<Thread> found = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet())
            if (thread != Thread.currentThread()
                    && (isBelow(thread.getContextClassLoader(), loader)
                            || isBelow(thread.getClass().getClassLoader(), loader))) found.add(thread);
        return found;
    }

    private static boolean isBelow(ClassLoader child, ClassLoader loader) {
        for (ClassLoader each = child; each != null; each = each.getParent()) if (each == loader) return true;
        return false;
    }
}
