package org.eclipse.jetty.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Destroyable;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * A part of the server that handles requests, or hands them on to others.
 *
 * <pre>
 * Server                       Wrapper, at the root
 *   GracefulHandler            Singleton/Wrapper: has one handler
 *     ContextHandlerCollection Collection/Sequence: has several
 *       ContextHandler
 *         MyHandler            Abstract
 * </pre>
 */
public interface Handler extends LifeCycle, Destroyable, Request.Handler {
    @ManagedAttribute(value = "The server of this handler", readonly = true)
    @Nullable
    Server getServer();

    /**
     * Returns the server of a handler that is started, or about to be.
     *
     * @throws IllegalStateException if it has none
     */
    static Server serverOf(Handler handler) {
        Server server = handler.getServer();
        if (server == null) {
            throw new IllegalStateException("no server of " + handler + " (expected: one, from the start on)");
        }
        return server;
    }

    /** Called when the handler is put into the tree of a server. */
    void setServer(@Nullable Server server);

    /** Has several handlers or one. */
    interface Container extends Handler {
        /** The handlers directly below. */
        @ManagedAttribute(value = "The handlers directly below", readonly = true)
        List<Handler> getHandlers();

        /** All handlers below. */
        default List<Handler> getDescendants() {
            return getDescendants(Handler.class);
        }

        /** All handlers of a type below, the nearer ones first. */
        default <T extends Handler> List<T> getDescendants(Class<T> type) {
            List<T> found = new ArrayList<>();
            collect(this, type, found);
            return found;
        }

        private static <T extends Handler> void collect(Container container, Class<T> type, List<T> found) {
            for (Handler handler : container.getHandlers()) {
                if (type.isInstance(handler)) {
                    found.add(type.cast(handler));
                }
                if (handler instanceof Container inner) {
                    collect(inner, type, found);
                }
            }
        }

        /** The first handler of a type below; null if there is none. */
        default <T extends Handler> @Nullable T getDescendant(Class<T> type) {
            for (Handler handler : getHandlers()) {
                if (type.isInstance(handler)) {
                    return type.cast(handler);
                }
                if (handler instanceof Container inner) {
                    T found = inner.getDescendant(type);
                    if (found != null) {
                        return found;
                    }
                }
            }
            return null;
        }

        /** The nearest container of a type above a handler; null if there is none. */
        default <T extends Handler.Container> @Nullable T getContainer(Handler handler, Class<T> type) {
            if (handler == null) {
                return null;
            }
            T nearest = null;
            for (T container : getDescendants(type)) {
                if (container.getDescendants().contains(handler)) {
                    nearest = container;
                }
            }
            return nearest != null ? nearest : type.isInstance(this) ? type.cast(this) : null;
        }
    }

    /** Has one handler. */
    interface Singleton extends Container {
        @ManagedAttribute(value = "The handler directly below", readonly = true)
        @Nullable
        Handler getHandler();

        void setHandler(@Nullable Handler handler);

        default void setHandler(Supplier<Handler> supplier) {
            setHandler(supplier.get());
        }

        @Override
        default List<Handler> getHandlers() {
            Handler handler = getHandler();
            return handler == null ? List.of() : List.of(handler);
        }

        /** Puts a handler between this one and the one below. */
        default void insertHandler(Singleton handler) {
            Singleton tail = handler.getTail();
            if (tail.getHandler() != null) {
                throw new IllegalArgumentException("the inserted handlers end in " + tail.getHandler()
                        + " (expected: a handler that may have one below)");
            }
            tail.setHandler(getHandler());
            setHandler(handler);
        }

        /** The last of the handlers that have one below. */
        default Singleton getTail() {
            Singleton tail = this;
            while (tail.getHandler() instanceof Singleton next) {
                tail = next;
            }
            return tail;
        }

        @Override
        default InvocationType getInvocationType() {
            Handler next = getHandler();
            return next == null ? InvocationType.NON_BLOCKING : next.getInvocationType();
        }

        /** Makes {@code handler} the bean of {@code singleton} in place of its present one, and returns it. */
        @NullContract("_, !null -> !null")
        static @Nullable Handler updateHandler(Singleton singleton, @Nullable Handler handler) {
            checkHandler(singleton, handler);
            if (handler != null) {
                handler.setServer(singleton.getServer());
            }
            return handler;
        }

        /** Refuses handlers that would make a loop, or change the tree of a running server. */
        @NullContract("_, !null -> !null")
        static @Nullable Handler checkHandler(Singleton singleton, @Nullable Handler handler) {
            if (handler == singleton
                    || (handler instanceof Container container
                            && container.getDescendants().contains(singleton))) {
                throw new IllegalStateException("loop of handlers: " + handler + " is above " + singleton);
            }
            if (singleton instanceof AbstractContainer container && container.isStarted() && !container.isDynamic()) {
                throw new IllegalStateException("handlers cannot change while " + singleton + " is started");
            }
            return handler;
        }
    }

    /** Has several handlers. */
    interface Collection extends Container {
        default void addHandler(Handler handler) {
            List<Handler> list = new ArrayList<>(getHandlers());
            list.add(handler);
            setHandlers(list);
        }

        default void addHandler(Supplier<Handler> supplier) {
            addHandler(supplier.get());
        }

        /** Puts a handler in the place of another one; returns false if that is not here. */
        default boolean replaceHandler(Handler oldHandler, Handler newHandler) {
            List<Handler> list = new ArrayList<>(getHandlers());
            int index = list.indexOf(oldHandler);
            if (index < 0) {
                return false;
            }
            list.set(index, newHandler);
            setHandlers(list);
            return true;
        }

        default boolean removeHandler(Handler handler) {
            List<Handler> list = new ArrayList<>(getHandlers());
            boolean removed = list.remove(handler);
            if (removed) {
                setHandlers(list);
            }
            return removed;
        }

        void setHandlers(@Nullable List<Handler> handlers);

        default void setHandlers(Handler... handlers) {
            setHandlers(handlers == null || handlers.length == 0 ? null : Arrays.asList(handlers));
        }
    }

    /** A handler with a life cycle. */
    abstract class Abstract extends ContainerLifeCycle implements Handler {
        private final InvocationType invocationType;
        private volatile @Nullable Server server;

        public Abstract() {
            this(InvocationType.BLOCKING);
        }

        public Abstract(InvocationType type) {
            invocationType = type;
        }

        @Override
        public @Nullable Server getServer() {
            return server;
        }

        @Override
        public void setServer(@Nullable Server newServer) {
            if (server != newServer) {
                if (isStarted()) {
                    throw new IllegalStateException("the server of " + this + " cannot change while it is started");
                }
                server = newServer;
            }
        }

        @Override
        public InvocationType getInvocationType() {
            return invocationType;
        }

        @Override
        protected void doStart() throws Exception {
            super.doStart();
        }

        @Override
        protected void doStop() throws Exception {
            super.doStop();
        }

        @Override
        public void destroy() {
            if (isRunning()) {
                throw new IllegalStateException("cannot be destroyed while running: " + this);
            }
            super.destroy();
        }

        /** A handler that does not block. */
        public abstract static class NonBlocking extends Abstract {
            public NonBlocking() {
                super(InvocationType.NON_BLOCKING);
            }
        }
    }

    /** What containers have in common. */
    abstract class AbstractContainer extends Abstract implements Container {
        private boolean dynamic;

        protected AbstractContainer() {
            this(false);
        }

        /** @param dynamic whether handlers may change while it is started */
        protected AbstractContainer(boolean dynamic) {
            this.dynamic = dynamic;
        }

        @ManagedAttribute(value = "Whether handlers can change while it runs", readonly = true)
        public boolean isDynamic() {
            return dynamic;
        }

        public void setDynamic(boolean newDynamic) {
            if (isStarted()) {
                throw new IllegalStateException("dynamic cannot change while " + this + " is started");
            }
            dynamic = newDynamic;
        }

        @Override
        public void setServer(@Nullable Server server) {
            super.setServer(server);
            for (Handler handler : getHandlers()) {
                handler.setServer(server);
            }
        }

        @Override
        public InvocationType getInvocationType() {
            // handlers that come later may block
            if (dynamic) {
                return InvocationType.BLOCKING;
            }
            InvocationType type = InvocationType.NON_BLOCKING;
            for (Handler handler : getHandlers()) {
                type = Invocable.combine(type, handler.getInvocationType());
            }
            return type;
        }

        /** The nearest container of a type between {@code root} and a handler; null if there is none. */
        protected static <T extends Handler.Container> @Nullable T findContainerOf(
                Handler.Container root, Class<T> type, Handler handler) {
            return root == null ? null : root.getContainer(handler, type);
        }
    }

    /** Hands requests to one handler; subclasses add to that. */
    class Wrapper extends AbstractContainer implements Singleton {
        private @Nullable Handler handler;

        public Wrapper() {
            this(null);
        }

        public Wrapper(boolean dynamic) {
            this(dynamic, null);
        }

        public Wrapper(@Nullable Handler handler) {
            this(false, handler);
        }

        public Wrapper(boolean dynamic, @Nullable Handler handler) {
            super(dynamic);
            if (handler != null) {
                this.handler = handler;
                installBean(handler);
            }
        }

        @Override
        public @Nullable Handler getHandler() {
            return handler;
        }

        @Override
        public void setHandler(@Nullable Handler newHandler) {
            Handler old = handler;
            Handler updated = Singleton.updateHandler(this, newHandler);
            updateBean(old, updated);
            handler = updated;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            Handler next = handler;
            return next != null && next.handle(request, response, callback);
        }

        @Override
        public InvocationType getInvocationType() {
            if (isDynamic()) {
                return InvocationType.BLOCKING;
            }
            Handler next = handler;
            return next == null ? InvocationType.NON_BLOCKING : next.getInvocationType();
        }
    }

    /** Offers requests to its handlers in turn, until one takes it. */
    class Sequence extends AbstractContainer implements Collection {
        // a snapshot: requests iterate while handlers are added
        private volatile List<Handler> handlers = List.of();

        public Sequence(Handler... handlers) {
            this(List.of(handlers));
        }

        public Sequence(List<Handler> handlers) {
            this(false, handlers);
        }

        public Sequence(boolean dynamic, List<Handler> handlers) {
            super(dynamic);
            if (!handlers.isEmpty()) {
                setHandlers(handlers);
            }
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            List<Handler> current = handlers;
            for (int i = 0; i < current.size(); i++) {
                if (current.get(i).handle(request, response, callback)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public List<Handler> getHandlers() {
            return handlers;
        }

        @Override
        public void setHandlers(@Nullable List<Handler> newHandlers) {
            if (!isDynamic() && isStarted()) {
                throw new IllegalStateException("handlers cannot change while " + this + " is started");
            }
            List<Handler> list = newHandlers(newHandlers);
            for (Handler handler : list) {
                if (handler == this
                        || (handler instanceof Container container
                                && container.getDescendants().contains(this))) {
                    throw new IllegalStateException("loop of handlers: " + handler + " is above " + this);
                }
                handler.setServer(getServer());
            }
            updateBeans(handlers, list);
            handlers = list;
        }

        /** The list that is kept, for subclasses that order or extend it. */
        protected List<Handler> newHandlers(@Nullable List<Handler> newHandlers) {
            return newHandlers == null || newHandlers.isEmpty() ? List.of() : List.copyOf(newHandlers);
        }
    }
}
