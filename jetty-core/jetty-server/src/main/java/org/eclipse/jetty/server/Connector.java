package org.eclipse.jetty.server;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.component.Graceful;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** Accepts connections and serves them by the protocols of its {@link ConnectionFactory connection factories}. */
@ManagedObject("Accepts connections")
public interface Connector extends LifeCycle, Container, Graceful {
    Server getServer();

    Executor getExecutor();

    Scheduler getScheduler();

    ByteBufferPool getByteBufferPool();

    /** The factory of a protocol, whose name is compared without regard to case; null if there is none. */
    @Nullable
    ConnectionFactory getConnectionFactory(@Nullable String protocol);

    /** The first factory of a type; null if there is none. */
    <T> @Nullable T getConnectionFactory(Class<T> type);

    /** The factory for connections that were just accepted. */
    @Nullable
    ConnectionFactory getDefaultConnectionFactory();

    Collection<ConnectionFactory> getConnectionFactories();

    List<String> getProtocols();

    @ManagedAttribute("Milliseconds without traffic that a connection may stay open")
    long getIdleTimeout();

    /** What connections are accepted from, such as a channel; null if it is closed. */
    @Nullable
    Object getTransport();

    Collection<EndPoint> getConnectedEndPoints();

    /** The name by which virtual hosts refer to it; may be null. */
    @Nullable
    String getName();
}
