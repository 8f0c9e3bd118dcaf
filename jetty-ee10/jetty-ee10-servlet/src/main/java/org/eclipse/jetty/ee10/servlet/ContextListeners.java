package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EventListener;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.util.ExceptionUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The listeners of a context by the events that they are notified of (Servlet chapter 11), those of sessions left out: each
 * in the order of its addition, and in reverse of what ends. Thread-safe; the context itself is initialised and
 * destroyed by its life cycle alone.
 */
final class ContextListeners {
    private final Context context;
    private final List<ServletContextListener> contextListeners = new CopyOnWriteArrayList<>();
    private final List<ServletContextAttributeListener> contextAttributeListeners = new CopyOnWriteArrayList<>();
    private final List<ServletRequestListener> requestListeners = new CopyOnWriteArrayList<>();
    private final List<ServletRequestAttributeListener> requestAttributeListeners = new CopyOnWriteArrayList<>();
    private final Set<EventListener> programmatic = Collections.newSetFromMap(new ConcurrentHashMap<>());
    private final Set<EventListener> durable = Collections.newSetFromMap(new ConcurrentHashMap<>());
    /** Those that were notified of the initialization and not yet of the end. */
    private final List<ServletContextListener> initialized = new ArrayList<>();

    private volatile boolean hasRequestListeners;
    private volatile boolean hasRequestAttributeListeners;

    ContextListeners(Context context) {
        this.context = context;
    }

    /** The context as its listeners need it. */
    interface Context {
        ServletContext getServletContext();

        Logger getLogger();

        /** Calls one listener at the beginning. */
        void callContextInitialized(ServletContextListener listener, ServletContextEvent event);

        /** Calls one listener at the end. */
        void callContextDestroyed(ServletContextListener listener, ServletContextEvent event);
    }

    /** @param durable whether the listener stays when the context stops */
    void add(EventListener listener, boolean durable) {
        if (durable) {
            this.durable.add(listener);
        }
        if (listener instanceof ServletContextListener l) {
            contextListeners.add(l);
        }
        if (listener instanceof ServletContextAttributeListener l) {
            contextAttributeListeners.add(l);
        }
        if (listener instanceof ServletRequestListener l) {
            requestListeners.add(l);
        }
        if (listener instanceof ServletRequestAttributeListener l) {
            requestAttributeListeners.add(l);
        }
        count();
    }

    void remove(EventListener listener) {
        durable.remove(listener);
        programmatic.remove(listener);
        if (listener instanceof ServletContextListener l) {
            contextListeners.remove(l);
        }
        if (listener instanceof ServletContextAttributeListener l) {
            contextAttributeListeners.remove(l);
        }
        if (listener instanceof ServletRequestListener l) {
            requestListeners.remove(l);
        }
        if (listener instanceof ServletRequestAttributeListener l) {
            requestAttributeListeners.remove(l);
        }
        count();
    }

    private void count() {
        hasRequestListeners = !requestListeners.isEmpty();
        hasRequestAttributeListeners = !requestAttributeListeners.isEmpty();
    }

    boolean isDurable(EventListener listener) {
        return durable.contains(listener);
    }

    /** Notes that a listener was added by code, which allows it less (Servlet section 4.4). */
    void addProgrammatic(EventListener listener) {
        programmatic.add(listener);
    }

    boolean isProgrammatic(EventListener listener) {
        return programmatic.contains(listener);
    }

    void clearProgrammatic() {
        programmatic.clear();
    }

    // the context

    void contextInitialized() {
        initialized.clear();
        ServletContextEvent event = new ServletContextEvent(context.getServletContext());
        for (ServletContextListener listener : contextListeners) {
            context.callContextInitialized(listener, event);
            initialized.add(listener);
        }
    }

    /** Whether there are listeners that were notified of the initialization and not yet of the end. */
    boolean haveInitialized() {
        return !initialized.isEmpty();
    }

    /** Notifies of the end those that were notified of the initialization: all of them, whatever some of them throw. */
    void contextDestroyed() throws Exception {
        Throwable failure = null;
        ServletContextEvent event = new ServletContextEvent(context.getServletContext());
        List<ServletContextListener> reversed = reversed(initialized);
        initialized.clear();
        for (ServletContextListener listener : reversed) {
            try {
                context.callContextDestroyed(listener, event);
            } catch (LinkageError x) {
                // a fault of the application as any other: it must not stop the server from stopping
                failure = ExceptionUtil.combine(failure, new ServletException("contextDestroyed failed: " + x, x));
            } catch (Throwable x) {
                failure = ExceptionUtil.combine(failure, x);
            }
        }
        ExceptionUtil.ifExceptionThrow(failure);
    }

    /** Reports a change of an attribute of the context; a value of null is that of an attribute that is not there. */
    void contextAttributeChanged(
            ServletContext servletContext, String name, @Nullable Object old, @Nullable Object value) {
        if (contextAttributeListeners.isEmpty() || old == null && value == null) {
            return;
        }
        ServletContextAttributeEvent event =
                new ServletContextAttributeEvent(servletContext, name, old == null ? value : old);
        for (ServletContextAttributeListener listener : contextAttributeListeners) {
            if (old == null) {
                listener.attributeAdded(event);
            } else if (value == null) {
                listener.attributeRemoved(event);
            } else {
                listener.attributeReplaced(event);
            }
        }
    }

    // requests

    void requestInitialized(HttpServletRequest request) {
        if (!hasRequestListeners) {
            return;
        }
        ServletRequestEvent event = new ServletRequestEvent(context.getServletContext(), request);
        for (ServletRequestListener listener : requestListeners) {
            listener.requestInitialized(event);
        }
    }

    void requestDestroyed(HttpServletRequest request) {
        if (!hasRequestListeners) {
            return;
        }
        ServletRequestEvent event = new ServletRequestEvent(context.getServletContext(), request);
        for (ServletRequestListener listener : reversed(requestListeners)) {
            try {
                listener.requestDestroyed(event);
            } catch (Throwable x) {
                context.getLogger().warn("Request listener {} failed", listener, x);
            }
        }
    }

    boolean hasRequestAttributeListeners() {
        return hasRequestAttributeListeners;
    }

    List<ServletRequestAttributeListener> getRequestAttributeListeners() {
        return requestAttributeListeners;
    }

    private static <T> List<T> reversed(List<T> listeners) {
        List<T> reversed = new ArrayList<>(listeners);
        Collections.reverse(reversed);
        return reversed;
    }
}
