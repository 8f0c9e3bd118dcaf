package org.eclipse.jetty.ee.webapp;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a stopped application has left behind that holds its class loader: threads that still run, and shutdown hooks, are named, since
 * nobody but the application can end them; JDBC drivers are, since an application shall deregister its own. Stateless.
 */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    private Leftovers() {}

    /** Reports what was left, and the drivers that were deregistered for that. */
    static void tell(WebAppClassLoader loader, List<String> drivers) {
        for (String driver : drivers) {
            LOG.warn("{} has not deregistered its JDBC driver {}, which was done now", loader, driver);
        }
        for (Thread thread : threads(loader)) {
            LOG.warn("{} has not ended its thread {}, which holds its classes in memory", loader, thread.getName());
        }
        for (Thread hook : shutdownHooks(loader)) {
            LOG.warn(
                    "{} has not removed its shutdown hook {} ({}), which holds its classes in memory",
                    loader,
                    hook.getName(),
                    hook.getClass().getName());
        }
    }

    /** Returns the threads that run with, or by, classes of the application. */
    private static List<Thread> threads(WebAppClassLoader loader) {
        List<Thread> found = new ArrayList<>();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (thread == Thread.currentThread()) {
                return;
            }
            if (isOf(loader, thread) && (!ThreadPool.isPooled(thread) || runs(loader, stack))) {
                found.add(thread);
            }
        });
        return found;
    }

    /** Whether code of the application is running: a thread of the server that has just left it gives its loader back by itself. */
    private static boolean runs(WebAppClassLoader loader, StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (loader.hasDefined(frame.getClassName())) {
                return true;
            }
        }
        return false;
    }

    /** Returns the shutdown hooks of the application, as far as this JVM lets us see them ({@code Add-Opens: java.base/java.lang}). */
    private static List<Thread> shutdownHooks(WebAppClassLoader loader) {
        List<Thread> found = new ArrayList<>();
        try {
            Field field = Class.forName("java.lang.ApplicationShutdownHooks").getDeclaredField("hooks");
            field.setAccessible(true);
            synchronized (field.getDeclaringClass()) {
                // null once the JVM is ending
                if (field.get(null) instanceof Map<?, ?> hooks) {
                    for (Object hook : hooks.keySet()) {
                        if (hook instanceof Thread thread && isOf(loader, thread)) {
                            found.add(thread);
                        }
                    }
                }
            }
        } catch (ReflectiveOperationException | InaccessibleObjectException x) {
            LOG.debug("shutdown hooks cannot be seen", x);
        }
        return found;
    }

    private static boolean isOf(WebAppClassLoader loader, Thread thread) {
        return isBelow(thread.getClass().getClassLoader(), loader) || isBelow(thread.getContextClassLoader(), loader);
    }

    private static boolean isBelow(ClassLoader child, ClassLoader loader) {
        for (ClassLoader each = child; each != null; each = each.getParent()) {
            if (each == loader) {
                return true;
            }
        }
        return false;
    }
}
