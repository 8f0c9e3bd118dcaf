package org.eclipse.jetty.ee10.servlet;

import java.util.EventListener;
import org.jspecify.annotations.Nullable;

/** Holds a listener of a web application: made and registered at start, destroyed at stop. */
public class ListenerHolder extends BaseHolder<EventListener> {
    private @Nullable EventListener listener;

    public ListenerHolder() {
        this(Source.EMBEDDED);
    }

    public ListenerHolder(Source source) {
        super(source);
    }

    public ListenerHolder(Class<? extends EventListener> listenerClass) {
        super(Source.EMBEDDED);
        setHeldClass(listenerClass);
    }

    public @Nullable EventListener getListener() {
        return listener;
    }

    /** Sets the listener as an instance. */
    public void setListener(EventListener listener) {
        setInstance(listener);
    }

    @Override
    public void doStart() throws Exception {
        super.doStart();
        if (!EventListener.class.isAssignableFrom(knownClass())) {
            throw new IllegalStateException(
                    getHeldClass() + " is not a " + EventListener.class.getName() + ", declared by " + getSource());
        }
        ServletContextHandler context = getServletContextHandler();
        if (context == null) {
            return;
        }
        listener = getInstance();
        if (listener == null) {
            listener = createInstance();
        }
        listener = wrap(listener, WrapFunction.class, WrapFunction::wrapEventListener);
        if (!context.getEventListeners().contains(listener)) {
            context.addEventListener(listener);
        }
    }

    @Override
    public void doStop() throws Exception {
        super.doStop();
        if (listener == null) {
            return;
        }
        ServletContextHandler context = getServletContextHandler();
        if (context != null) {
            context.removeEventListener(listener);
            context.getContext().destroy(unwrap(listener));
        }
        listener = null;
    }

    @Override
    public String toString() {
        return "ListenerHolder[" + getClassName() + "," + getState() + "]";
    }

    /** Wraps listeners, as a bean of the context. */
    public interface WrapFunction {
        EventListener wrapEventListener(EventListener listener);
    }

    /** A listener that wraps another. */
    public static class Wrapper implements EventListener, WrappedComponent<EventListener> {
        private final EventListener wrapped;

        public Wrapper(EventListener listener) {
            wrapped = listener;
        }

        @Override
        public EventListener getWrapped() {
            return wrapped;
        }
    }
}
