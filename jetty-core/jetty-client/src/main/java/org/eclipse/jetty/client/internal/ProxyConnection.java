package org.eclipse.jetty.client.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.ProxyConfiguration;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A conversation with a proxy that ends in a tunnel, upon which it gives way to the connection within.
 *
 * <pre>
 * request --written--&gt; {@link #received} as bytes come: another request, or the tunnel, or a failure
 * </pre>
 *
 * <p>It must be complete within the connect timeout. Confined to its connection.
 */
abstract class ProxyConnection extends AbstractConnection implements Connection.UpgradeFrom {
    private final AtomicBoolean ended = new AtomicBoolean();
    private final ProxyConfiguration.Proxy proxy;
    private final ClientConnectionFactory factory;
    private final Map<String, Object> context;
    private final HttpDestination destination;
    private final ByteBuffer input;
    private Scheduler.@Nullable Task timeout;

    /** @param maxInput the octets that the proxy may send ahead of what is read */
    ProxyConnection(
            EndPoint endPoint,
            ProxyConfiguration.Proxy proxy,
            ClientConnectionFactory factory,
            Map<String, Object> context,
            int maxInput) {
        super(
                endPoint,
                StartedConnector.executor(
                        HttpDestination.of(context).getHttpClient().getClientConnector()));
        this.proxy = proxy;
        this.factory = factory;
        this.context = context;
        destination = HttpDestination.of(context);
        input = BufferUtil.allocate(maxInput);
    }

    HttpDestination getDestination() {
        return destination;
    }

    HttpClient getHttpClient() {
        return destination.getHttpClient();
    }

    Origin.Address getTarget() {
        return destination.getOrigin().getAddress();
    }

    Map<String, Object> getContext() {
        return context;
    }

    /** Sends the first request. */
    abstract void begin() throws IOException;

    /**
     * Bytes have come, or wait to be read.
     *
     * @return whether to read more of them
     * @throws IOException if the proxy has refused, or broken its protocol
     */
    abstract boolean received(ByteBuffer bytes) throws IOException;

    /** The proxy has closed the connection. */
    void receivedEnd() throws IOException {
        throw new EofException("Closed by " + proxy + " before there was a tunnel");
    }

    @Override
    public void onOpen() {
        super.onOpen();
        long milliseconds = getHttpClient().getConnectTimeout();
        if (milliseconds > 0) {
            timeout = StartedConnector.scheduler(getHttpClient().getClientConnector())
                    .schedule(
                            () -> fail(
                                    new TimeoutException("No tunnel by " + proxy + " within " + milliseconds + " ms")),
                            milliseconds,
                            TimeUnit.MILLISECONDS);
        }
        try {
            begin();
        } catch (Throwable x) {
            fail(x);
        }
    }

    /** Writes bytes, and reads the answer. */
    void send(ByteBuffer bytes) {
        getEndPoint().write(Callback.from(this::onFillable, this::fail), bytes);
    }

    @Override
    public void onFillable() {
        try {
            while (!ended.get()) {
                if (!input.hasRemaining()) {
                    BufferUtil.clear(input);
                    int filled = getEndPoint().fill(input);
                    if (filled < 0) {
                        receivedEnd();
                        return;
                    }
                    if (filled == 0) {
                        fillInterested();
                        return;
                    }
                }
                if (!received(input)) {
                    return;
                }
            }
        } catch (Throwable x) {
            fail(x);
        }
    }

    /** There is a tunnel: what follows is of the connection within. */
    void tunnel() {
        if (!end()) {
            return;
        }
        try {
            // within TLS, the certificate names the origin
            context.put(
                    ClientConnector.REMOTE_SOCKET_ADDRESS_CONTEXT_KEY,
                    getTarget().getSocketAddress());
            Connection next = factory.newConnection(getEndPoint(), context);
            getEndPoint().upgrade(factory.customize(next, context));
        } catch (Throwable x) {
            close(x);
        }
    }

    /** Ends the conversation; returns false if it had ended. */
    boolean end() {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        Scheduler.Task task = timeout;
        if (task != null) {
            task.cancel();
        }
        return true;
    }

    void fail(Throwable cause) {
        if (end()) {
            close(cause);
        }
    }

    private void close(Throwable cause) {
        getEndPoint().close(cause);
        if (context.get(ClientConnector.CONNECTION_PROMISE_CONTEXT_KEY) instanceof Promise<?> promise) {
            promise.failed(cause);
        }
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        fail(cause);
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        fail(cause == null ? new EofException("Closed before there was a tunnel by " + proxy) : cause);
    }

    /** Returns what came after the last answer of the proxy. */
    @Override
    public @Nullable ByteBuffer onUpgradeFrom() {
        return input.hasRemaining() ? input : null;
    }

    @Override
    public String toConnectionString() {
        return super.toConnectionString() + "[" + proxy + "]";
    }
}
