package org.eclipse.jetty.server;

import java.net.SocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.MemoryEndPointPipe;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Serves clients of the same JVM in memory, without sockets: the client's end of a connection is an {@link EndPoint}.
 *
 * <p>Limits of connectors hold: connections wait to be accepted while accepting is forbidden. {@link MemoryTransport} is for
 * clients that take a {@link org.eclipse.jetty.io.Transport}. Thread-safe.
 */
public class MemoryConnector extends AbstractConnector {
    private final SocketAddress address = new MemorySocketAddress();
    private final BlockingQueue<EndPoint> connects = new LinkedBlockingQueue<>();

    public MemoryConnector(Server server, ConnectionFactory... factories) {
        this(server, null, null, null, factories);
    }

    /**
     * @param executor runs the tasks of connections, of both ends; null for the server's thread pool
     * @param scheduler times out; null for the server's
     * @param pool lends buffers; null for the server's
     */
    public MemoryConnector(
            Server server,
            @Nullable Executor executor,
            @Nullable Scheduler scheduler,
            @Nullable ByteBufferPool pool,
            ConnectionFactory... factories) {
        super(server, executor, scheduler, pool, 1, factories.length > 0 ? factories : defaultFactories());
    }

    private static ConnectionFactory[] defaultFactories() {
        return new ConnectionFactory[] {new HttpConnectionFactory()};
    }

    @Override
    public Object getTransport() {
        return this;
    }

    /** Returns the address of the server's end of connections; it is equal to no other. */
    public SocketAddress getLocalSocketAddress() {
        return address;
    }

    /**
     * Opens a connection.
     *
     * @throws IllegalStateException if the connector is not started, or is shutting down
     */
    public EndPoint.Pipe connect() {
        if (!isStarted() || isShutdown()) {
            throw new IllegalStateException("Not started: " + this);
        }
        Pipe pipe = new Pipe();
        connects.add(pipe.getRemoteEndPoint());
        return pipe;
    }

    @Override
    protected void accept(int acceptorId) throws InterruptedException {
        EndPoint endPoint = connects.take();
        try {
            open(endPoint);
        } catch (Throwable x) {
            endPoint.close(x);
            throw x;
        }
    }

    private void open(EndPoint endPoint) {
        Connection connection = defaultFactory().newConnection(this, endPoint);
        endPoint.setIdleTimeout(getIdleTimeout());
        endPoint.setConnection(connection);
        endPoint.onOpen();
        onEndPointOpened(endPoint);
        connection.onOpen();
        if (!endPoint.isOpen()) {
            // it was closed meanwhile, perhaps before it was added
            onEndPointClosed(endPoint);
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        for (EndPoint endPoint = connects.poll(); endPoint != null; endPoint = connects.poll()) {
            endPoint.close();
        }
    }

    /** The two ends of a connection to this connector. */
    private final class Pipe extends MemoryEndPointPipe {
        private Pipe() {
            super(getScheduler(), getExecutor()::execute, address);
        }

        @Override
        protected void onEndPointClosed(EndPoint endPoint) {
            if (endPoint == getRemoteEndPoint()) {
                MemoryConnector.this.onEndPointClosed(endPoint);
            }
        }
    }

    private final class MemorySocketAddress extends SocketAddress {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            return "memory@" + Integer.toHexString(MemoryConnector.this.hashCode());
        }
    }
}
