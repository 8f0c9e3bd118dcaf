package org.eclipse.jetty.io;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A connection in memory, without sockets: the local endpoint is the client's, the remote endpoint the server's.
 *
 * <p>Each direction holds bytes until they are read, 64 KiB unless another capacity is set; a write of more waits for the reader,
 * as it does with sockets. Thread-safe.
 */
public class MemoryEndPointPipe implements EndPoint.Pipe {
    private static final long DEFAULT_CAPACITY = 64 * 1024;

    private final MemoryEndPoint local;
    private final MemoryEndPoint remote;
    private final Consumer<Invocable.Task> executor;

    /**
     * @param scheduler measures the idle timeouts
     * @param executor runs the tasks that continue reads and writes, in another thread than the one that submits them
     * @param socketAddress the address of the server's end
     */
    public MemoryEndPointPipe(Scheduler scheduler, Consumer<Invocable.Task> executor, SocketAddress socketAddress) {
        this.executor = Objects.requireNonNull(executor);
        MemoryFlow request = new MemoryFlow(DEFAULT_CAPACITY);
        MemoryFlow response = new MemoryFlow(DEFAULT_CAPACITY);
        SocketAddress clientAddress = new MemorySocketAddress();
        local = new MemoryEndPoint(scheduler, clientAddress, socketAddress, response, request);
        remote = new MemoryEndPoint(scheduler, socketAddress, clientAddress, request, response);
        local.peer = remote;
        remote.peer = local;
    }

    @Override
    public EndPoint getLocalEndPoint() {
        return local;
    }

    @Override
    public EndPoint getRemoteEndPoint() {
        return remote;
    }

    /** Sets how many bytes the local endpoint can write before they are read; greater than zero. */
    public void setLocalEndPointMaxCapacity(int bytes) {
        local.setMaxCapacity(bytes);
    }

    /** Sets how many bytes the remote endpoint can write before they are read; greater than zero. */
    public void setRemoteEndPointMaxCapacity(int bytes) {
        remote.setMaxCapacity(bytes);
    }

    /** Called once when an endpoint of the pipe has been closed. */
    protected void onEndPointClosed(EndPoint endPoint) {}

    /** One end. */
    private final class MemoryEndPoint extends AbstractEndPoint {
        private final SocketAddress localAddress;
        private final SocketAddress remoteAddress;
        private final MemoryFlow in;
        private final MemoryFlow out;

        @SuppressWarnings("NullAway.Init") // set by the pipe
        private MemoryEndPoint peer;

        private MemoryEndPoint(
                Scheduler scheduler,
                SocketAddress localAddress,
                SocketAddress remoteAddress,
                MemoryFlow in,
                MemoryFlow out) {
            super(scheduler);
            this.localAddress = localAddress;
            this.remoteAddress = remoteAddress;
            this.in = in;
            this.out = out;
        }

        private void setMaxCapacity(long bytes) {
            out.setCapacity(bytes);
            completePendingWrite();
        }

        @Override
        public Object getTransport() {
            return MemoryEndPointPipe.this;
        }

        @Override
        public SocketAddress getLocalSocketAddress() {
            return localAddress;
        }

        @Override
        public SocketAddress getRemoteSocketAddress() {
            return remoteAddress;
        }

        @Override
        public int fill(ByteBuffer buffer) {
            if (!isOpen() || isInputShutdown()) {
                return -1;
            }
            int filled = in.read(buffer);
            if (filled > 0) {
                notIdle();
                peer.completePendingWrite();
            } else if (filled < 0) {
                shutdownInput();
            }
            return filled;
        }

        @Override
        public boolean flush(ByteBuffer... buffers) throws EofException {
            if (!isOpen() || isOutputShutdown()) {
                throw new EofException("closed");
            }
            long written = 0;
            boolean all = true;
            for (ByteBuffer buffer : buffers) {
                written += out.write(buffer);
                if (buffer.hasRemaining()) {
                    all = false;
                    break;
                }
            }
            if (written > 0) {
                taken(written);
                peer.continueFilling();
            }
            return all;
        }

        @Override
        protected void needsFillInterest() {
            if (in.isReadable()) {
                continueFilling();
            }
        }

        @Override
        protected void onIncompleteFlush() {
            completePendingWrite();
        }

        /** Has the thread that waits for bytes called, if one waits. */
        private void continueFilling() {
            if (isFillInterested()) {
                executor.accept(new ContinueFilling(getFillInterest()));
            }
        }

        /** Continues the write that waits for space, if there are both. */
        private void completePendingWrite() {
            if (isWritePending() && out.isWritable()) {
                executor.accept(new CompleteWrite(this));
            }
        }

        private void complete() {
            completeWrite();
        }

        @Override
        protected void doShutdownOutput() {
            out.end();
            peer.continueFilling();
        }

        @Override
        protected void doClose() {
            in.refuse();
            peer.completePendingWrite();
        }

        @Override
        public void onClose(@Nullable Throwable cause) {
            super.onClose(cause);
            Connection connection = getConnection();
            if (connection != null) {
                connection.onClose(cause);
            }
            onEndPointClosed(this);
        }
    }

    /** There are bytes to read, or the end of the input. */
    private record ContinueFilling(FillInterest interest) implements Invocable.Task {
        @Override
        public void run() {
            interest.fillable();
        }

        @Override
        public InvocationType getInvocationType() {
            return interest.getCallbackInvocationType();
        }
    }

    /** There is space to write to, or no reader any more. */
    private record CompleteWrite(MemoryEndPoint endPoint) implements Invocable.Task {
        @Override
        public void run() {
            endPoint.complete();
        }

        @Override
        public InvocationType getInvocationType() {
            return endPoint.writeInvocationType();
        }
    }

    /** The address of a client in memory, equal to no other. */
    private static final class MemorySocketAddress extends SocketAddress {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            return "memory@" + Integer.toHexString(hashCode());
        }
    }
}
