package org.eclipse.jetty.server;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** What connectors with a host and a port have in common. */
@ManagedObject("What connectors with a host and a port have in common")
public abstract class AbstractNetworkConnector extends AbstractConnector implements NetworkConnector {
    private volatile @Nullable String host;
    private volatile int port;

    protected AbstractNetworkConnector(
            Server server,
            @Nullable Executor executor,
            @Nullable Scheduler scheduler,
            @Nullable ByteBufferPool pool,
            int acceptors,
            ConnectionFactory... factories) {
        super(server, executor, scheduler, pool, acceptors, factories);
    }

    public void setHost(@Nullable String newHost) {
        host = newHost;
    }

    @Override
    @ManagedAttribute("The local host; null for all")
    public @Nullable String getHost() {
        return host;
    }

    public void setPort(int newPort) {
        if (newPort < 0 || newPort > 65535) {
            throw new IllegalArgumentException("port " + newPort + " (expected: 0-65535)");
        }
        port = newPort;
    }

    @Override
    @ManagedAttribute("The port that was configured; 0 for any free one")
    public int getPort() {
        return port;
    }

    @Override
    public int getLocalPort() {
        return -1;
    }

    @Override
    protected void doStart() throws Exception {
        open();
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        close();
        super.doStop();
    }

    @Override
    public void open() throws IOException {}

    @Override
    public void close() {}

    @Override
    public CompletableFuture<Void> shutdown() {
        // first of all, for a client that is refused may rely on it that responses announce the end of their
        // connections
        CompletableFuture<Void> done = super.shutdown();
        close();
        return done;
    }

    @Override
    protected boolean handleAcceptFailure(Throwable failure) {
        return isOpen() && super.handleAcceptFailure(failure);
    }

    @Override
    public String toString() {
        return super.toString() + "{" + (host == null ? "0.0.0.0" : host) + ":"
                + (getLocalPort() <= 0 ? port : getLocalPort()) + "}";
    }
}
