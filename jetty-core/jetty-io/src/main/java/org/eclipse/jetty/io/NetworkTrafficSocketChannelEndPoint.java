package org.eclipse.jetty.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An endpoint that shows its traffic to a {@link NetworkTrafficListener}. */
public class NetworkTrafficSocketChannelEndPoint extends SocketChannelEndPoint {
    private static final Logger LOG = LoggerFactory.getLogger(NetworkTrafficSocketChannelEndPoint.class);

    private final NetworkTrafficListener listener;

    public NetworkTrafficSocketChannelEndPoint(
            SocketChannel channel,
            ManagedSelector selector,
            SelectionKey key,
            Scheduler scheduler,
            long idleTimeout,
            NetworkTrafficListener listener) {
        super(channel, selector, key, scheduler);
        setIdleTimeout(idleTimeout);
        this.listener = listener;
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        int filled = super.fill(buffer);
        if (listener != null && filled > 0) {
            ByteBuffer view = buffer.asReadOnlyBuffer();
            // filling may have compacted the buffer: the new bytes are the last ones
            view.position(view.limit() - filled);
            tell(() -> listener.incoming(getChannel().socket(), view));
        }
        return filled;
    }

    @Override
    public boolean flush(ByteBuffer buffer) throws IOException {
        return flush(new ByteBuffer[] {buffer});
    }

    @Override
    public boolean flush(ByteBuffer... buffers) throws IOException {
        ByteBuffer[] views = new ByteBuffer[buffers.length];
        for (int i = 0; i < views.length; i++) {
            views[i] = buffers[i].asReadOnlyBuffer();
        }
        boolean flushed = super.flush(buffers);
        if (listener != null) {
            for (int i = 0; i < views.length; i++) {
                ByteBuffer view = views[i];
                view.limit(buffers[i].position());
                if (view.hasRemaining()) {
                    tell(() -> listener.outgoing(getChannel().socket(), view));
                }
            }
        }
        return flushed;
    }

    @Override
    public void onOpen() {
        super.onOpen();
        if (listener != null) {
            tell(() -> listener.opened(getChannel().socket()));
        }
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        if (listener != null) {
            tell(() -> listener.closed(getChannel().socket()));
        }
    }

    private void tell(Runnable event) {
        try {
            event.run();
        } catch (Throwable x) {
            LOG.info("traffic listener {} failed", listener, x);
        }
    }
}
