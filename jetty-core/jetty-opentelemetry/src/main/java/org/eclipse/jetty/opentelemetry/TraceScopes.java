package org.eclipse.jetty.opentelemetry;

import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.component.Container;
import org.jspecify.annotations.Nullable;

/** Makes the place of a request the current one of each thread that a context runs for it, also asynchronously. Thread-safe. */
final class TraceScopes implements Container.InheritedListener, ContextHandler.ContextScopeListener {
    @Override
    public void enterScope(Context context, @Nullable Request request) {
        if (request == null) {
            return;
        }
        TraceContext.enter(Request.getTraceContext(request));
    }

    @Override
    public void exitScope(Context context, @Nullable Request request) {
        if (request != null) {
            TraceContext.exit();
        }
    }

    @Override
    public void beanAdded(Container parent, Object child) {
        if (child instanceof ContextHandler context) {
            context.addEventListener(this);
        }
    }

    @Override
    public void beanRemoved(Container parent, Object child) {
        if (child instanceof ContextHandler context) {
            context.removeEventListener(this);
        }
    }
}
