package org.eclipse.jetty.util;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.util.thread.Blocking;

/** A promise to wait for, as a future. Thread-safe. */
public class FuturePromise<C> implements Future<C>, Promise<C> {
    private final CompletableFuture<C> future = new CompletableFuture<>();

    public FuturePromise() {}

    public FuturePromise(C result) {
        future.complete(result);
    }

    public FuturePromise(C ignored, Throwable failed) {
        future.completeExceptionally(failed);
    }

    @Override
    public void succeeded(C result) {
        future.complete(result);
    }

    @Override
    public void failed(Throwable cause) {
        future.completeExceptionally(cause);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return future.cancel(mayInterruptIfRunning);
    }

    @Override
    public boolean isCancelled() {
        return future.isCancelled();
    }

    @Override
    public boolean isDone() {
        return future.isDone();
    }

    @Override
    public C get() throws InterruptedException, ExecutionException {
        if (!future.isDone()) {
            Blocking.aboutToBlock();
        }
        return future.get();
    }

    @Override
    public C get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (!future.isDone()) {
            Blocking.aboutToBlock();
        }
        return future.get(timeout, unit);
    }

    /** Waits for the result, throws the failure itself. */
    public C getOrThrow() throws Exception {
        try {
            return get();
        } catch (ExecutionException x) {
            ExceptionUtil.ifExceptionThrow(x.getCause());
            throw x;
        }
    }

    public static void rethrow(ExecutionException e) throws IOException {
        throw IO.rethrow(e.getCause());
    }

    @Override
    public String toString() {
        return String.format("FuturePromise@%x{%s}", hashCode(), future);
    }
}
