package org.eclipse.jetty.deploy.internal;

import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eclipse.jetty.deploy.RetiredContext;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.thread.AutoLock;

/** The class loaders of contexts that were taken out of service and are still in memory. Guarded by lock. */
public final class RetiredLoaders {
    /** Beyond it the oldest are forgotten: so many show a leak. */
    private static final int MAX = 100;

    private final AutoLock lock = new AutoLock();
    private final Deque<Retired> retired = new ArrayDeque<>();

    private record Retired(String contextPath, Instant time, WeakReference<ClassLoader> loader) {}

    /** Notes a context that is about to be stopped. One that has the class loader of the server or of its environment does not count. */
    public void add(ContextHandler context) {
        ClassLoader loader = context.getClassLoader();
        if (loader == null || loader == context.getClass().getClassLoader()) {
            return;
        }
        try (AutoLock held = lock.lock()) {
            retired.removeIf(entry -> entry.loader.refersTo(null));
            if (retired.size() == MAX) {
                retired.removeFirst();
            }
            retired.add(new Retired(context.getContextPath(), Instant.now(), new WeakReference<>(loader)));
        }
    }

    /** Those that are in memory, the oldest first. */
    public List<RetiredContext> inMemory() {
        List<RetiredContext> found = new ArrayList<>();
        try (AutoLock held = lock.lock()) {
            retired.removeIf(entry -> entry.loader.refersTo(null));
            for (Retired entry : retired) {
                found.add(new RetiredContext(entry.contextPath, entry.time, entry.loader));
            }
        }
        return found;
    }
}
