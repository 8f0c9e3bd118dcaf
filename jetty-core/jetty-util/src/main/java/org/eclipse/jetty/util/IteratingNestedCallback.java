package org.eclipse.jetty.util;

/** An iterating callback that tells another callback when it is done. Thread-safe. */
public abstract class IteratingNestedCallback extends IteratingCallback {
    private final Callback callback;

    public IteratingNestedCallback(Callback callback) {
        this.callback = callback;
    }

    @Override
    public InvocationType getInvocationType() {
        return callback.getInvocationType();
    }

    @Override
    protected void onCompleteSuccess() {
        callback.succeeded();
    }

    @Override
    protected void onFailure(Throwable x) {
        callback.failed(x);
    }

    @Override
    public String toString() {
        return String.format("%s@%x[%s]", getClass().getSimpleName(), hashCode(), callback);
    }
}
