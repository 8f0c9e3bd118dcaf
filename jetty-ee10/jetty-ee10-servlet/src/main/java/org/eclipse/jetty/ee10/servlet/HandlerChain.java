package org.eclipse.jetty.ee10.servlet;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Handler;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a servlet context and their order: sessions, security and servlets, behind what was inserted before
 * them. A part that is missing is made when it is asked for, and when the context is to have it.
 *
 * <pre>
 * ServletContextHandler -> inserted handlers ... -> SessionHandler -> SecurityHandler -> ServletHandler
 * </pre>
 *
 * Guarded by the life cycle of the context.
 */
final class HandlerChain {
    private final Handler.Singleton context;
    private final Consumer<Handler> first;
    private final List<Part<?>> parts = new ArrayList<>();

    /** @param first sets the first handler of the context, whatever its type */
    HandlerChain(Handler.Singleton context, Consumer<Handler> first) {
        this.context = context;
        this.first = first;
    }

    /**
     * Adds a part behind the others.
     *
     * @param type by which a handler has its place here
     * @param given the handler; null for one that is made
     * @param maker makes the handler, or returns null when the context is to have none
     */
    <H extends Handler.Singleton> Part<H> add(Class<H> type, @Nullable H given, Supplier<@Nullable H> maker) {
        Part<H> part = new Part<>(type, given, maker);
        parts.add(part);
        return part;
    }

    /** Whether a handler has its place here by its type. */
    boolean isPart(@Nullable Handler handler) {
        for (Part<?> part : parts) {
            if (part.type.isInstance(handler)) {
                return true;
            }
        }
        return false;
    }

    /** Makes a handler, with all those behind it, the first of the chain. */
    void insert(Handler.Singleton handler) {
        Handler.Singleton tail = handler.getTail();
        if (tail.getHandler() != null) {
            throw new IllegalArgumentException("bad tail of inserted handler");
        }
        Handler rest = context.getHandler();
        first.accept(null);
        tail.setHandler(rest);
        first.accept(handler);
        link();
    }

    /** Links the parts, in their order, behind what was inserted. */
    void link() {
        Handler.Singleton last = context;
        while (!isPart(last.getHandler()) && last.getHandler() instanceof Handler.Singleton next) {
            last = next;
        }
        for (Part<?> part : parts) {
            Handler.Singleton handler = part.get();
            if (handler != null) {
                linkNext(last, handler);
                last = handler;
            }
        }
    }

    private void linkNext(Handler.Singleton parent, Handler.Singleton child) {
        Handler rest = parent.getHandler();
        if (rest == child) {
            return;
        }
        if (rest != null && !isPart(rest)) {
            child.setHandler(rest);
        }
        link(parent, child);
    }

    private void link(Handler.Singleton parent, @Nullable Handler handler) {
        if (parent == context) {
            first.accept(handler);
        } else {
            parent.setHandler(handler);
        }
    }

    /** Takes a part out of the chain, unless it is to be replaced by itself. */
    private void unlink(Handler.@Nullable Singleton part, @Nullable Handler replacement) {
        if (part == null || part == replacement) {
            return;
        }
        Handler.Singleton parent = context;
        while (parent != null && parent.getHandler() != part) {
            parent = parent.getHandler() instanceof Handler.Singleton next ? next : null;
        }
        if (parent == null) {
            return;
        }
        Handler rest = part.getHandler();
        part.setHandler((Handler) null);
        link(parent, rest);
    }

    /**
     * One of the parts.
     *
     * @param <H> the type of its handler
     */
    final class Part<H extends Handler.Singleton> {
        private final Class<H> type;
        private final Supplier<@Nullable H> maker;
        private @Nullable H handler;

        private Part(Class<H> type, @Nullable H handler, Supplier<@Nullable H> maker) {
            this.type = type;
            this.handler = handler;
            this.maker = maker;
        }

        /** Returns the handler, making it when the context is to have one. */
        @Nullable
        H get() {
            if (handler == null) {
                handler = maker.get();
            }
            return handler;
        }

        void set(@Nullable H replacement) {
            unlink(handler, replacement);
            handler = replacement;
            link();
        }
    }
}
