package org.eclipse.jetty.client.internal;

import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.eclipse.jetty.util.thread.Scheduler;

/** What a connector has once it is started: each method throws an IllegalStateException if it is not there. */
public final class StartedConnector {
    private StartedConnector() {}

    public static ByteBufferPool byteBufferPool(ClientConnector connector) {
        ByteBufferPool pool = connector.getByteBufferPool();
        if (pool == null) {
            throw missing("pool of buffers", connector);
        }
        return pool;
    }

    public static Executor executor(ClientConnector connector) {
        Executor executor = connector.getExecutor();
        if (executor == null) {
            throw missing("executor", connector);
        }
        return executor;
    }

    public static Scheduler scheduler(ClientConnector connector) {
        Scheduler scheduler = connector.getScheduler();
        if (scheduler == null) {
            throw missing("scheduler", connector);
        }
        return scheduler;
    }

    /** Creates what looks up the addresses of hosts, within so many milliseconds. */
    public static SocketAddressResolver newResolver(ClientConnector connector, long timeout) {
        return new SocketAddressResolver.Async(executor(connector), scheduler(connector), timeout);
    }

    private static IllegalStateException missing(String part, ClientConnector connector) {
        return new IllegalStateException("No " + part + " before the start of " + connector);
    }
}
