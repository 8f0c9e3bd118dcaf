package org.eclipse.jetty.util;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.util.thread.Blocking;

/** A callback to wait for, as a future. Thread-safe. */
public class FutureCallback implements Future<Void>, Callback {
    public static final FutureCallback SUCCEEDED = new FutureCallback(true);

    private final CompletableFuture<Void> future = new CompletableFuture<>();

    public FutureCallback() {}

    public FutureCallback(boolean completed) {
        if (completed) {
            future.complete(null);
        }
    }

    public FutureCallback(Throwable failed) {
        future.completeExceptionally(failed);
    }

    @Override
    public void succeeded() {
        future.complete(null);
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

    public boolean isFailed() {
        return future.isCompletedExceptionally();
    }

    @Override
    public Void get() throws InterruptedException, ExecutionException {
        if (!future.isDone()) {
            Blocking.aboutToBlock();
        }
        return future.get();
    }

    @Override
    public Void get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (!future.isDone()) {
            Blocking.aboutToBlock();
        }
        return future.get(timeout, unit);
    }

    /** Waits for success, throws the failure. */
    public void block() throws IOException {
        block(-1, TimeUnit.SECONDS);
    }

    public void block(long timeout, TimeUnit unit) throws IOException {
        try {
            if (timeout > 0) {
                get(timeout, unit);
            } else {
                get();
            }
        } catch (InterruptedException x) {
            throw IO.rethrow(x);
        } catch (TimeoutException | CancellationException x) {
            throw new IOException(x);
        } catch (ExecutionException x) {
            rethrow(x);
        }
    }

    public static void rethrow(ExecutionException e) throws IOException {
        throw IO.rethrow(e.getCause());
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    @Override
    public String toString() {
        return String.format("FutureCallback@%x{%s}", hashCode(), future);
    }
}
