package org.eclipse.jetty.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;

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

    public LocalConnector(
            Server server,
            Executor executor,
            Scheduler scheduler,
            ByteBufferPool pool,
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
        Connection connection = getDefaultConnectionFactory().newConnection(this, endPoint);
        endPoint.setConnection(connection);
        endPoint.onOpen();
        onEndPointOpened(endPoint);
        connection.onOpen();
    }

    /** The raw response to a raw request; waits up to 10 s for the whole of it. */
    public String getResponse(String rawRequest) throws Exception {
        return getResponse(rawRequest, false, DEFAULT_SECONDS, TimeUnit.SECONDS);
    }

    public String getResponse(String rawRequest, long time, TimeUnit unit) throws Exception {
        return getResponse(rawRequest, false, time, unit);
    }

    /**
     * The raw response to a raw request.
     *
     * @param head whether the request is a HEAD, whose response has no content
     * @return the response; null if none came in time
     */
    public String getResponse(String rawRequest, boolean head, long time, TimeUnit unit) throws Exception {
        boolean isHead = head || rawRequest.startsWith("HEAD ");
        return executeRequest(rawRequest).getResponse(isHead, time, unit);
    }

    public ByteBuffer getResponse(ByteBuffer rawRequest) throws Exception {
        return getResponse(rawRequest, false, DEFAULT_SECONDS, TimeUnit.SECONDS);
    }

    public ByteBuffer getResponse(ByteBuffer rawRequest, long time, TimeUnit unit) throws Exception {
        return getResponse(rawRequest, false, time, unit);
    }

    public ByteBuffer getResponse(ByteBuffer rawRequest, boolean head, long time, TimeUnit unit) throws Exception {
        return executeRequest(rawRequest).waitForResponse(head, time, unit);
    }

    /** The client's side of a connection in memory. */
    public class LocalEndPoint extends ByteArrayEndPoint {
        private final CountDownLatch closed = new CountDownLatch(1);
        private ByteBuffer rest = BufferUtil.EMPTY_BUFFER;

        LocalEndPoint(int outputSize) {
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
        public void onClose(Throwable cause) {
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

        /** The next response; null if none came within 10 s. */
        public String getResponse() throws Exception {
            return getResponse(false, DEFAULT_SECONDS, TimeUnit.SECONDS);
        }

        /** The next response; null if none came in time. */
        public String getResponse(boolean head, long time, TimeUnit unit) throws Exception {
            ByteBuffer response = waitForResponse(head, time, unit);
            return response == null ? null : BufferUtil.toString(response, StandardCharsets.UTF_8);
        }

        /**
         * The next response, interim ones included with their final one.
         *
         * @param head whether the response is to a HEAD request
         * @return its bytes; what came if the connection ended within it; null if nothing came in time
         */
        public ByteBuffer waitForResponse(boolean head, long time, TimeUnit unit) throws Exception {
            long end = System.nanoTime() + unit.toNanos(time);
            ByteBuffer received = BufferUtil.copy(rest);
            ResponseEnd handler = new ResponseEnd();
            HttpParser parser = new HttpParser(handler);
            parser.setHeadResponse(head);
            int parsed = 0;
            while (true) {
                ByteBuffer unparsed = received.slice(received.position() + parsed, received.remaining() - parsed);
                while (!handler.complete && !handler.bad && unparsed.hasRemaining()) {
                    parser.parseNext(unparsed);
                    if (handler.complete && handler.interim) {
                        handler.complete = false;
                        handler.interim = false;
                        parser.reset();
                        parser.setHeadResponse(head);
                    }
                }
                parsed = received.remaining() - unparsed.remaining();
                if (handler.complete) {
                    rest = unparsed;
                    return received.slice(received.position(), parsed);
                }
                if (handler.bad) {
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
                ByteBuffer more = waitForOutput(wait, TimeUnit.NANOSECONDS);
                if (more.hasRemaining()) {
                    ByteBuffer longer = ByteBuffer.allocate(received.remaining() + more.remaining());
                    longer.put(received).put(more).flip();
                    received = longer;
                }
            }
        }
    }

    /** Finds the end of a response. */
    private static final class ResponseEnd implements HttpParser.ResponseHandler {
        private boolean complete;
        private boolean interim;
        private boolean bad;

        @Override
        public void startResponse(HttpVersion version, int status, String reason) {
            interim = status >= 100 && status < 200 && status != 101;
        }

        @Override
        public boolean content(ByteBuffer content) {
            return false;
        }

        @Override
        public boolean headerComplete() {
            return false;
        }

        @Override
        public boolean contentComplete() {
            return false;
        }

        @Override
        public boolean messageComplete() {
            complete = true;
            return true;
        }

        @Override
        public void parsedHeader(HttpField field) {
            // only the end matters
        }

        @Override
        public void earlyEOF() {
            bad = true;
        }

        @Override
        public void badMessage(HttpException failure) {
            bad = true;
        }
    }
}
