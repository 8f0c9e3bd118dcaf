package org.eclipse.jetty.io;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * What carries the bytes of a client's connection: TCP over IP or a Unix-domain socket. Thread-safe.
 *
 * <p>Requests with equal transports share connections, so that implementations define equality.
 */
public interface Transport {
    /** The key of the transport in the context of a connection. */
    String CONTEXT_KEY = "org.eclipse.jetty.io.Transport";

    /** TCP over IP. */
    Transport TCP_IP = new TCPIP();

    /** Returns whether it encrypts by itself, so that there is no TLS above it. */
    default boolean isIntrinsicallySecure() {
        return false;
    }

    /** Returns whether the host must be resolved to an address. */
    default boolean requiresDomainNameResolution() {
        return false;
    }

    /** Connects, with a {@link ClientConnector} of the context; the outcome is reported to the promise of the context. */
    default void connect(SocketAddress socketAddress, Map<String, Object> context) {
        throw new UnsupportedOperationException(this + " cannot connect");
    }

    /** Returns the address to connect to if it does not depend on the host; otherwise null. */
    default @Nullable SocketAddress getSocketAddress() {
        return null;
    }

    /** Opens a channel. */
    default SelectableChannel newSelectableChannel() throws IOException {
        throw new UnsupportedOperationException(this + " has no channel");
    }

    /** Creates the endpoint of a channel. */
    default EndPoint newEndPoint(
            Scheduler scheduler, ManagedSelector selector, SelectableChannel channel, SelectionKey key) {
        return new SocketChannelEndPoint((SocketChannel) channel, selector, key, scheduler);
    }

    /** Creates the connection of an endpoint by the factory of the context. */
    default Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
        ClientConnectionFactory factory =
                (ClientConnectionFactory) required(context, ClientConnectionFactory.CONTEXT_KEY);
        return factory.customize(factory.newConnection(endPoint, context), context);
    }

    private static Object required(Map<String, Object> context, String key) {
        return Objects.requireNonNull(context.get(key), key);
    }

    @Override
    int hashCode();

    @Override
    boolean equals(Object obj);

    /** A transport of sockets. */
    abstract class Socket implements Transport {
        @Override
        public void connect(SocketAddress socketAddress, Map<String, Object> context) {
            ((ClientConnector) required(context, ClientConnector.CONTEXT_KEY)).connect(socketAddress, context);
        }

        @Override
        public String toString() {
            return getClass().getSimpleName();
        }
    }

    /** A transport over IP. */
    abstract class IP extends Socket {
        @Override
        public boolean requiresDomainNameResolution() {
            return true;
        }
    }

    /** TCP over IP. */
    class TCPIP extends IP {
        protected TCPIP() {}

        @Override
        public SelectableChannel newSelectableChannel() throws IOException {
            return SocketChannel.open();
        }

        @Override
        public int hashCode() {
            return TCPIP.class.hashCode();
        }

        @Override
        public boolean equals(@Nullable Object obj) {
            return obj != null && obj.getClass() == getClass();
        }
    }

    /** A stream socket of the Unix domain, found by its path whatever the host is. */
    class TCPUnix extends Socket {
        private final UnixDomainSocketAddress address;

        public TCPUnix(Path path) {
            address = UnixDomainSocketAddress.of(path);
        }

        @Override
        public SocketAddress getSocketAddress() {
            return address;
        }

        @Override
        public SelectableChannel newSelectableChannel() throws IOException {
            return SocketChannel.open(StandardProtocolFamily.UNIX);
        }

        @Override
        public int hashCode() {
            return address.hashCode();
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof TCPUnix other && address.equals(other.address);
        }

        @Override
        public String toString() {
            return super.toString() + "[" + address + "]";
        }
    }

    /** Passes on to another transport. */
    class Wrapper implements Transport {
        private final Transport wrapped;

        public Wrapper(Transport wrapped) {
            this.wrapped = Objects.requireNonNull(wrapped);
        }

        public Transport getWrapped() {
            return wrapped;
        }

        /** Returns the innermost transport. */
        public Transport unwrap() {
            Transport result = wrapped;
            while (result instanceof Wrapper wrapper) {
                result = wrapper.getWrapped();
            }
            return result;
        }

        @Override
        public boolean isIntrinsicallySecure() {
            return wrapped.isIntrinsicallySecure();
        }

        @Override
        public boolean requiresDomainNameResolution() {
            return wrapped.requiresDomainNameResolution();
        }

        @Override
        public void connect(SocketAddress socketAddress, Map<String, Object> context) {
            wrapped.connect(socketAddress, context);
        }

        @Override
        public @Nullable SocketAddress getSocketAddress() {
            return wrapped.getSocketAddress();
        }

        @Override
        public SelectableChannel newSelectableChannel() throws IOException {
            return wrapped.newSelectableChannel();
        }

        @Override
        public EndPoint newEndPoint(
                Scheduler scheduler, ManagedSelector selector, SelectableChannel channel, SelectionKey key) {
            return wrapped.newEndPoint(scheduler, selector, channel, key);
        }

        @Override
        public Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
            return wrapped.newConnection(endPoint, context);
        }

        @Override
        public int hashCode() {
            return wrapped.hashCode();
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof Wrapper other && getClass() == obj.getClass() && wrapped.equals(other.wrapped);
        }

        @Override
        public String toString() {
            return getClass().getSimpleName() + "[" + wrapped + "]";
        }
    }
}
