package org.eclipse.jetty.ee10.servlet;

import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.Callback;

/** Keeps a buffer out of the pool until what is written of it is done. */
record RetainingCallback(RetainableByteBuffer buffer, Callback callback) implements Callback {
    static Callback of(RetainableByteBuffer buffer, Callback callback) {
        buffer.retain();
        return new RetainingCallback(buffer, callback);
    }

    @Override
    public void succeeded() {
        buffer.release();
        callback.succeeded();
    }

    @Override
    public void failed(Throwable x) {
        buffer.release();
        callback.failed(x);
    }

    @Override
    public InvocationType getInvocationType() {
        return callback.getInvocationType();
    }
}
