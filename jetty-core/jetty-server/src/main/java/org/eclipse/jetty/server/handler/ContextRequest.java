package org.eclipse.jetty.server.handler;

import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;

/** A request inside of a context: what it calls back runs in the scope of the context. */
public class ContextRequest extends Request.Wrapper implements Invocable {
    private final ContextHandler.ScopedContext context;

    protected ContextRequest(ContextHandler.ScopedContext context, Request request) {
        super(request);
        this.context = context;
    }

    @Override
    public void demand(Runnable demandCallback) {
        super.demand(new InScope(demandCallback));
    }

    @Override
    public void addIdleTimeoutListener(Predicate<TimeoutException> onIdleTimeout) {
        super.addIdleTimeoutListener(timeout -> context.test(onIdleTimeout, timeout, this));
    }

    @Override
    public void addFailureListener(Consumer<Throwable> onFailure) {
        super.addFailureListener(failure -> context.accept(onFailure, failure, this));
    }

    @Override
    public Context getContext() {
        return context;
    }

    /** Runs a demand callback in the scope of the context, and keeps its invocation type. */
    private final class InScope implements Invocable.Task {
        private final Runnable task;

        private InScope(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            context.run(task, ContextRequest.this);
        }

        @Override
        public InvocationType getInvocationType() {
            return Invocable.getInvocationType(task);
        }
    }
}
