package org.eclipse.jetty.io;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The endpoint of a TCP (or Unix-domain) socket. */
public class SocketChannelEndPoint extends SelectableChannelEndPoint {
    private static final Logger LOG = LoggerFactory.getLogger(SocketChannelEndPoint.class);

    private final SocketChannel channel;
    private @Nullable SocketAddress local;
    private @Nullable SocketAddress remote;

    public SocketChannelEndPoint(
            SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
        super(scheduler, channel, selector, key);
        this.channel = channel;
    }

    @Override
    public SocketChannel getChannel() {
        return channel;
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        if (local == null) {
            try {
                local = channel.getLocalAddress();
            } catch (IOException x) {
                LOG.debug("no local address of {}", channel, x);
            }
        }
        return local;
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        if (remote == null) {
            try {
                remote = channel.getRemoteAddress();
            } catch (IOException x) {
                LOG.debug("no remote address of {}", channel, x);
            }
        }
        return remote;
    }

    @Override
    public void onOpen() {
        // they cannot be told any longer once the channel is closed, when the log wants them
        getRemoteSocketAddress();
        super.onOpen();
    }

    @Override
    protected void doShutdownOutput() {
        try {
            if (channel.isConnected()) {
                channel.shutdownOutput();
            }
        } catch (IOException x) {
            LOG.debug("could not shut down the output of {}", channel, x);
        }
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        if (isInputShutdown()) {
            return -1;
        }
        int position = BufferUtil.flipToFill(buffer);
        int filled;
        try {
            filled = channel.read(buffer);
        } catch (ClosedChannelException x) {
            filled = -1;
        } catch (IOException x) {
            LOG.debug("could not read from {}", channel, x);
            filled = -1;
        } finally {
            BufferUtil.flipToFlush(buffer, position);
        }
        if (filled > 0) {
            notIdle();
        } else if (filled < 0) {
            shutdownInput();
        }
        return filled;
    }

    @Override
    public boolean flush(ByteBuffer buffer) throws IOException {
        int flushed;
        try {
            flushed = channel.write(buffer);
        } catch (IOException x) {
            throw new EofException(x);
        }
        if (flushed > 0) {
            taken(flushed);
        }
        return !buffer.hasRemaining();
    }

    @Override
    public boolean flush(ByteBuffer... buffers) throws IOException {
        long flushed;
        try {
            flushed = channel.write(buffers);
        } catch (IOException x) {
            throw new EofException(x);
        }
        if (flushed > 0) {
            taken(flushed);
        }
        for (ByteBuffer buffer : buffers) {
            if (buffer.hasRemaining()) {
                return false;
            }
        }
        return true;
    }
}
