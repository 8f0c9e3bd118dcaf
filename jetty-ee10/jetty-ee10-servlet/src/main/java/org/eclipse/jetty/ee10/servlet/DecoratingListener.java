package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import org.eclipse.jetty.util.Decorator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the value of a context attribute a decorator of what the container makes. The application need not know the type: any object with
 * {@code <T> T decorate(T)} and {@code void destroy(Object)} will do. Thread-safe.
 */
public class DecoratingListener implements ServletContextAttributeListener {
    private static final Logger LOG = LoggerFactory.getLogger(DecoratingListener.class);

    private final ServletContextHandler context;
    private final String attributeName;
    private @Nullable Decorator decorator;

    public DecoratingListener(ServletContextHandler context, String attributeName) {
        this.context = Objects.requireNonNull(context);
        this.attributeName = Objects.requireNonNull(attributeName);
        Object present = context.getContext().getAttribute(attributeName);
        if (present != null) {
            set(present);
        }
    }

    public String getAttributeName() {
        return attributeName;
    }

    public ServletContext getServletContext() {
        return context.getServletContext();
    }

    /** Calls the methods of a decorator of the application's own type. */
    private static final class Called implements Decorator {
        private static final MethodType DECORATE = MethodType.methodType(Object.class, Object.class);
        private static final MethodType DESTROY = MethodType.methodType(void.class, Object.class);

        private final Object object;
        private final MethodHandle decorate;
        private final MethodHandle destroy;

        Called(Object object) throws ReflectiveOperationException {
            this.object = object;
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            decorate = lookup.findVirtual(object.getClass(), "decorate", DECORATE);
            destroy = lookup.findVirtual(object.getClass(), "destroy", DESTROY);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T decorate(T o) {
            try {
                return (T) decorate.invoke(object, (Object) o);
            } catch (RuntimeException | Error x) {
                throw x;
            } catch (Throwable x) {
                throw new IllegalStateException(
                        object + " cannot decorate a " + o.getClass().getName(), x);
            }
        }

        @Override
        public void destroy(Object o) {
            try {
                destroy.invoke(object, o);
            } catch (Throwable x) {
                LOG.warn("{} cannot destroy a {}", object, o.getClass().getName(), x);
            }
        }
    }

    private synchronized void set(@Nullable Object value) {
        if (decorator != null) {
            context.getObjectFactory().removeDecorator(decorator);
        }
        decorator = null;
        if (value == null) {
            return;
        }
        try {
            decorator = value instanceof Decorator own ? own : new Called(value);
            context.getObjectFactory().addDecorator(decorator);
        } catch (ReflectiveOperationException x) {
            throw new IllegalArgumentException(
                    attributeName + ": " + value
                            + " (expected: an object with the public methods decorate and destroy)",
                    x);
        }
    }

    @Override
    public void attributeAdded(ServletContextAttributeEvent event) {
        if (attributeName.equals(event.getName())) {
            set(event.getValue());
        }
    }

    @Override
    public void attributeReplaced(ServletContextAttributeEvent event) {
        // the event has the value that was
        if (attributeName.equals(event.getName())) {
            set(event.getServletContext().getAttribute(attributeName));
        }
    }

    @Override
    public void attributeRemoved(ServletContextAttributeEvent event) {
        if (attributeName.equals(event.getName())) {
            set(null);
        }
    }
}
