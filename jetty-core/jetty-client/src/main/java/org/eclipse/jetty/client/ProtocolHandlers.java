package org.eclipse.jetty.client;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.jspecify.annotations.Nullable;

/** The handlers of a client, asked in the order in which they were put. Thread-safe. */
public class ProtocolHandlers implements Dumpable {
    private final Object lock = new Object();
    private final Map<String, ProtocolHandler> byName = new LinkedHashMap<>();
    private volatile List<ProtocolHandler> handlers = List.of();

    protected ProtocolHandlers() {}

    /** Adds a handler, or replaces the one of its name; returns the replaced one. */
    public @Nullable ProtocolHandler put(ProtocolHandler handler) {
        synchronized (lock) {
            ProtocolHandler replaced = byName.put(handler.getName(), handler);
            handlers = List.copyOf(byName.values());
            return replaced;
        }
    }

    public @Nullable ProtocolHandler remove(String name) {
        synchronized (lock) {
            ProtocolHandler removed = byName.remove(name);
            handlers = List.copyOf(byName.values());
            return removed;
        }
    }

    public void clear() {
        synchronized (lock) {
            byName.clear();
            handlers = List.of();
        }
    }

    /** Returns the first handler that takes the response over. */
    public @Nullable ProtocolHandler find(Request request, Response response) {
        for (ProtocolHandler handler : handlers) {
            if (handler.accept(request, response)) {
                return handler;
            }
        }
        return null;
    }

    @Override
    public String dump() {
        return Dumpable.dump(this);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, new DumpableCollection("handlers", handlers));
    }
}
