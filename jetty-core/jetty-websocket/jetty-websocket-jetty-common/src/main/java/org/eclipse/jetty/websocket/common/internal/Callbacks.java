package org.eclipse.jetty.websocket.common.internal;

import org.eclipse.jetty.websocket.api.Callback;

/** Callbacks of the API for those of the core, and back. */
public final class Callbacks {
    private Callbacks() {}

    /** One of the API that completes one of the core. */
    public static Callback toApi(org.eclipse.jetty.util.Callback callback) {
        return new Callback() {
            @Override
            public void succeed() {
                callback.succeeded();
            }

            @Override
            public void fail(Throwable x) {
                callback.failed(x);
            }
        };
    }

    /** One of the core that completes one of the API. */
    public static org.eclipse.jetty.util.Callback toCore(Callback callback) {
        return callback == null || callback == Callback.NOOP
                ? org.eclipse.jetty.util.Callback.NOOP
                : new ToCore(callback);
    }

    private record ToCore(Callback callback) implements org.eclipse.jetty.util.Callback {
        @Override
        public void succeeded() {
            callback.succeed();
        }

        @Override
        public void failed(Throwable x) {
            callback.fail(Failures.toApi(x));
        }

        @Override
        public InvocationType getInvocationType() {
            // completing a future wakes who waits for it, and does not block
            return callback instanceof Callback.Completable ? InvocationType.NON_BLOCKING : InvocationType.BLOCKING;
        }
    }
}
