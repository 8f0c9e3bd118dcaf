package org.eclipse.jetty.server;

import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.util.thread.ThreadPool;

/** The parts of the server that serve a request. */
public interface Components {
    ByteBufferPool getByteBufferPool();

    Scheduler getScheduler();

    ThreadPool getThreadPool();

    /** What runs tasks of the application: virtual threads where they are enabled, else the thread pool. */
    default Executor getExecutor() {
        return getThreadPool();
    }

    /**
     * What lives as long as the connection of the request, and is never that of another connection. Requests of one HTTP/2
     * connection run concurrently: what is kept here must be thread-safe.
     */
    Attributes getCache();
}
