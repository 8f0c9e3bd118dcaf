package org.eclipse.jetty.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** Serves requests in memory, as raw text in and raw text out, for tests. */
public class LocalConnector extends AbstractConnector {
    private static final long DEFAULT_SECONDS = 10;

    private final BlockingQueue<LocalEndPoint> connects = new LinkedBlockingQueue<>();

    public LocalConnector(Server server) {
        this(server, null, null, null, -1, new HttpConnectionFactory());
    }

    public LocalConnector(Server server, ConnectionFactory connectionFactory) {
        this(server, null, null, null, -1, connectionFactory);
    }

    /** Serves within TLS, which the client of a {@link LocalEndPoint} has to speak. */
    public LocalConnector(Server server, SslContextFactory.Server sslContextFactory) {
        this(server, new HttpConnectionFactory(), sslContextFactory);
    }

    /** Serves the protocol of a factory within TLS; in clear text if {@code sslContextFactory} is null. */
    public LocalConnector(
            Server server, ConnectionFactory connectionFactory, SslContextFactory.Server sslContextFactory) {
        this(
                server,
                null,
                null,
                null,
                -1,
                AbstractConnectionFactory.getFactories(sslContextFactory, connectionFactory));
    }

    public LocalConnector(
            Server server,
            @Nullable Executor executor,
            @Nullable Scheduler scheduler,
            @Nullable ByteBufferPool pool,
            int acceptors,
            ConnectionFactory... factories) {
        super(server, executor, scheduler, pool, acceptors, factories);
        setIdleTimeout(30_000);
    }

    @Override
    public Object getTransport() {
        return this;
    }

    /** Opens a connection and adds input to it. */
    public LocalEndPoint executeRequest(String rawRequest) {
        return executeRequest(ByteBuffer.wrap(rawRequest.getBytes(StandardCharsets.UTF_8)));
    }

    private LocalEndPoint executeRequest(ByteBuffer rawRequest) {
        if (!isStarted()) {
            throw new IllegalStateException("not started: " + this);
        }
        LocalEndPoint endPoint = new LocalEndPoint(64 * 1024);
        endPoint.addInput(rawRequest);
        connects.add(endPoint);
        return endPoint;
    }

    /** Opens a connection without input. */
    public LocalEndPoint connect() {
        return connect(64 * 1024);
    }

    /** Opens a connection with space for so many bytes of output, which grows. */
    public LocalEndPoint connect(int maxOutput) {
        if (!isStarted()) {
            throw new IllegalStateException("not started: " + this);
        }
        LocalEndPoint endPoint = new LocalEndPoint(maxOutput);
        connects.add(endPoint);
        return endPoint;
    }

    @Override
    protected void accept(int acceptorId) throws InterruptedException {
        LocalEndPoint endPoint = connects.take();
        Connection connection = defaultFactory().newConnection(this, endPoint);
        endPoint.setConnection(connection);
        endPoint.onOpen();
        onEndPointOpened(endPoint);
        connection.onOpen();
    }

    /** The raw response to a raw request; waits up to 10 s for the whole of it. */
    public @Nullable String getResponse(String rawRequest) throws Exception {
        return getResponse(rawRequest, false, DEFAULT_SECONDS, TimeUnit.SECONDS);
    }

    public @Nullable String getResponse(String rawRequest, long time, TimeUnit unit) throws Exception {
        return getResponse(rawRequest, false, time, unit);
    }

    /**
     * The raw response to a raw request.
     *
     * @param head whether the request is a HEAD, whose response has no content
     * @return the response; null if none came in time
     */
    public @Nullable String getResponse(String rawRequest, boolean head, long time, TimeUnit unit) throws Exception {
        boolean isHead = head || rawRequest.startsWith("HEAD ");
        return executeRequest(rawRequest).getResponse(isHead, time, unit);
    }

    public @Nullable ByteBuffer getResponse(ByteBuffer rawRequest) throws Exception {
        return getResponse(rawRequest, false, DEFAULT_SECONDS, TimeUnit.SECONDS);
    }

    public @Nullable ByteBuffer getResponse(ByteBuffer rawRequest, long time, TimeUnit unit) throws Exception {
        return getResponse(rawRequest, false, time, unit);
    }

    public @Nullable ByteBuffer getResponse(ByteBuffer rawRequest, boolean head, long time, TimeUnit unit)
            throws Exception {
        return executeRequest(rawRequest).waitForResponse(head, time, unit);
    }

    /** The client's side of a connection in memory. */
    public class LocalEndPoint extends ByteArrayEndPoint {
        private final CountDownLatch closed = new CountDownLatch(1);
        private ByteBuffer rest = BufferUtil.EMPTY_BUFFER;

        /** Creates an endpoint that no connection serves; {@link LocalConnector#connect()} opens one. */
        public LocalEndPoint() {
            this(64 * 1024);
        }

        /** As {@link #LocalEndPoint()}, with space for so many bytes of output, which grows. */
        public LocalEndPoint(int outputSize) {
            super(
                    LocalConnector.this.getScheduler(),
                    LocalConnector.this.getIdleTimeout(),
                    (ByteBuffer) null,
                    outputSize,
                    true);
        }

        @Override
        protected void execute(Runnable task) {
            getExecutor().execute(task);
        }

        @Override
        public void onClose(@Nullable Throwable cause) {
            super.onClose(cause);
            onEndPointClosed(this);
            closed.countDown();
        }

        @Override
        protected void doShutdownOutput() {
            super.doShutdownOutput();
            closed.countDown();
        }

        /** Waits up to 10 s until the server closed it or shut down its output. */
        public void waitUntilClosed() {
            waitUntilClosedOrIdleFor(DEFAULT_SECONDS, TimeUnit.SECONDS);
        }

        /** Waits until the server closed it or shut down its output, or the time is over. */
        public void waitUntilClosedOrIdleFor(long time, TimeUnit unit) {
            try {
                if (!closed.await(time, unit)) {
                    LOG.debug("not closed in time: {}", this);
                }
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
        }

        /** Takes the bytes of the next response; null if none came within 10 s. */
        public @Nullable ByteBuffer getResponseData() throws Exception {
            return waitForResponse(false, DEFAULT_SECONDS, TimeUnit.SECONDS);
        }

        /** The next response; null if none came within 10 s. */
        public @Nullable String getResponse() throws Exception {
            return getResponse(false, DEFAULT_SECONDS, TimeUnit.SECONDS);
        }

        /** The next response; null if none came in time. */
        public @Nullable String getResponse(boolean head, long time, TimeUnit unit) throws Exception {
            ByteBuffer response = waitForResponse(head, time, unit);
            return response == null ? null : BufferUtil.toString(response, StandardCharsets.UTF_8);
        }

        /**
         * The next response, interim ones included with their final one.
         *
         * @param head whether the response is to a HEAD request
         * @return its bytes; what came if the connection ended within it; null if nothing came in time
         */
        public @Nullable ByteBuffer waitForResponse(boolean head, long time, TimeUnit unit) throws Exception {
            long end = System.nanoTime() + unit.toNanos(time);
            ByteBuffer received = BufferUtil.copy(rest);
            ResponseEnd scanner = new ResponseEnd(head);
            int scanned = 0;
            while (true) {
                ByteBuffer more = received.slice(received.position() + scanned, received.remaining() - scanned);
                boolean found = scanner.scan(more);
                scanned = received.remaining() - more.remaining();
                if (found) {
                    rest = more;
                    return received.slice(received.position(), scanned);
                }
                if (scanner.isBad()) {
                    rest = BufferUtil.EMPTY_BUFFER;
                    return received;
                }
                if (isOutputShutdown() && !getOutput().hasRemaining()) {
                    rest = BufferUtil.EMPTY_BUFFER;
                    return received.hasRemaining() ? received : null;
                }
                long wait = end - System.nanoTime();
                if (wait <= 0) {
                    rest = received;
                    return null;
                }
                ByteBuffer come = waitForOutput(wait, TimeUnit.NANOSECONDS);
                if (come.hasRemaining()) {
                    ByteBuffer longer = ByteBuffer.allocate(received.remaining() + come.remaining());
                    longer.put(received).put(come).flip();
                    received = longer;
                }
            }
        }
    }
}
