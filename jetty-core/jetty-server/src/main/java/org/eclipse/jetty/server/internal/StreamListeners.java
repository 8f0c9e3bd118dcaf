package org.eclipse.jetty.server.internal;

import java.util.function.Consumer;
import org.eclipse.jetty.server.HttpStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a listener of the end of a stream. */
public class StreamListeners extends HttpStream.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(StreamListeners.class);

    private final Consumer<Throwable> listener;

    public StreamListeners(HttpStream wrapped, Consumer<Throwable> listener) {
        super(wrapped);
        this.listener = listener;
    }

    private void tell(@Nullable Throwable failure) {
        try {
            listener.accept(failure);
        } catch (Throwable x) {
            LOG.warn("completion listener {} failed", listener, x);
        }
    }

    @Override
    public void succeeded() {
        tell(null);
        super.succeeded();
    }

    @Override
    public void failed(Throwable failure) {
        tell(failure);
        super.failed(failure);
    }
}
