package org.eclipse.jetty.client;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.eclipse.jetty.client.internal.ProxiedAddress;
import org.eclipse.jetty.client.internal.ProxyHeaderV1;
import org.eclipse.jetty.client.internal.ProxyHeaderV2;
import org.eclipse.jetty.client.internal.StartedConnector;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * Begins connections with a header of the PROXY protocol, which names the client for which they are made.
 *
 * <p>The tag of a request says what the header has: {@code request.tag(new ProxyProtocolClientConnectionFactory.V1.Tag("192.0.2.7", 5000))}.
 * Requests of different clients never share a connection, as their tags differ. The header is the first on the connection, before TLS.
 *
 * <p>Source: The PROXY protocol, versions 1 and 2, by HAProxy Technologies.
 */
public abstract class ProxyProtocolClientConnectionFactory extends ClientConnectionFactory.Wrapper {
    private ProxyProtocolClientConnectionFactory(ClientConnectionFactory factory) {
        super(factory);
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
        return customize(newProxyProtocolConnection(endPoint, context), context);
    }

    /** Returns the connection that writes the header, and then gives way to that of the wrapped factory. */
    protected abstract ProxyProtocolConnection newProxyProtocolConnection(
            EndPoint endPoint, Map<String, Object> context);

    private static Executor executor(Map<String, Object> context) {
        return StartedConnector.executor(
                HttpDestination.of(context).getHttpClient().getClientConnector());
    }

    private static @Nullable Object tag(Map<String, Object> context) {
        return HttpDestination.of(context).getOrigin().getTag();
    }

    /** Writes the header, and gives way to the next connection. */
    protected abstract static class ProxyProtocolConnection extends AbstractConnection implements Callback {
        private final ClientConnectionFactory factory;
        private final Map<String, Object> context;

        private ProxyProtocolConnection(
                EndPoint endPoint, ClientConnectionFactory factory, Map<String, Object> context) {
            super(endPoint, executor(context));
            this.factory = factory;
            this.context = context;
        }

        @Override
        public void onOpen() {
            super.onOpen();
            try {
                writePROXYBytes(getEndPoint(), this);
            } catch (RuntimeException x) {
                failed(x);
            }
        }

        protected abstract void writePROXYBytes(EndPoint endPoint, Callback callback);

        @Override
        public void succeeded() {
            try {
                Connection next = factory.newConnection(getEndPoint(), context);
                getEndPoint().upgrade(next);
            } catch (Throwable x) {
                failed(x);
            }
        }

        @Override
        public void failed(Throwable cause) {
            getEndPoint().close(cause);
            if (context.get(ClientConnector.CONNECTION_PROMISE_CONTEXT_KEY) instanceof Promise<?> promise) {
                promise.failed(cause);
            }
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }

        /** Nothing is read before the next connection. */
        @Override
        public void onFillable() {}
    }

    /** Version 1, a line of text. */
    public static class V1 extends ProxyProtocolClientConnectionFactory {
        public V1(ClientConnectionFactory factory) {
            super(factory);
        }

        @Override
        protected ProxyProtocolConnection newProxyProtocolConnection(EndPoint endPoint, Map<String, Object> context) {
            Tag tag = tag(context) instanceof Tag given ? given : new Tag();
            return new ProxyProtocolConnection(endPoint, getWrapped(), context) {
                @Override
                protected void writePROXYBytes(EndPoint to, Callback callback) {
                    to.write(callback, ProxyHeaderV1.of(tag, to));
                }
            };
        }

        /**
         * What the header of version 1 has. Immutable.
         *
         * <p>Addresses and ports that are not given are those of the connection.
         */
        public static class Tag implements ClientConnectionFactory.Decorator {
            /** Addresses are not known: the server takes those of the connection. */
            public static final Tag UNKNOWN = new Tag("UNKNOWN", null, 0, null, 0);

            private final @Nullable String family;
            private final @Nullable String sourceAddress;
            private final int sourcePort;
            private final @Nullable String destinationAddress;
            private final int destinationPort;

            /** The addresses of the connection. */
            public Tag() {
                this(null, 0);
            }

            /** A client, and the server of the connection. */
            public Tag(@Nullable String sourceAddress, int sourcePort) {
                this(null, sourceAddress, sourcePort, null, 0);
            }

            /**
             * @param family {@code TCP4}, {@code TCP6}, {@code UNKNOWN}, or null for that of the source
             * @param sourceAddress an IP address; null for that of the connection
             * @param destinationAddress an IP address; null for that of the connection
             */
            public Tag(
                    @Nullable String family,
                    @Nullable String sourceAddress,
                    int sourcePort,
                    @Nullable String destinationAddress,
                    int destinationPort) {
                if (family != null && !List.of("TCP4", "TCP6", "UNKNOWN").contains(family)) {
                    throw new IllegalArgumentException("family: " + family + " (expected: TCP4, TCP6 or UNKNOWN)");
                }
                this.family = family;
                this.sourceAddress = ProxiedAddress.check(sourceAddress);
                this.sourcePort = ProxiedAddress.check(sourcePort);
                this.destinationAddress = ProxiedAddress.check(destinationAddress);
                this.destinationPort = ProxiedAddress.check(destinationPort);
            }

            /** Returns {@code TCP4}, {@code TCP6}, {@code UNKNOWN}, or null for that of the source. */
            public @Nullable String getFamily() {
                return family;
            }

            public @Nullable String getSourceAddress() {
                return sourceAddress;
            }

            public int getSourcePort() {
                return sourcePort;
            }

            public @Nullable String getDestinationAddress() {
                return destinationAddress;
            }

            public int getDestinationPort() {
                return destinationPort;
            }

            @Override
            public ClientConnectionFactory apply(ClientConnectionFactory factory) {
                return new V1(factory);
            }

            @Override
            public boolean equals(@Nullable Object other) {
                return other instanceof Tag that
                        && Objects.equals(family, that.family)
                        && Objects.equals(sourceAddress, that.sourceAddress)
                        && sourcePort == that.sourcePort
                        && Objects.equals(destinationAddress, that.destinationAddress)
                        && destinationPort == that.destinationPort;
            }

            @Override
            public int hashCode() {
                return Objects.hash(family, sourceAddress, sourcePort, destinationAddress, destinationPort);
            }

            @Override
            public String toString() {
                return "PROXY v1 for " + sourceAddress + ":" + sourcePort;
            }
        }
    }

    /** Version 2, binary. */
    public static class V2 extends ProxyProtocolClientConnectionFactory {
        public V2(ClientConnectionFactory factory) {
            super(factory);
        }

        @Override
        protected ProxyProtocolConnection newProxyProtocolConnection(EndPoint endPoint, Map<String, Object> context) {
            Tag tag = tag(context) instanceof Tag given ? given : new Tag();
            return new ProxyProtocolConnection(endPoint, getWrapped(), context) {
                @Override
                protected void writePROXYBytes(EndPoint to, Callback callback) {
                    to.write(callback, ProxyHeaderV2.of(tag, to));
                }
            };
        }

        /**
         * What the header of version 2 has. Immutable.
         *
         * <p>Addresses and ports that are not given are those of the connection.
         */
        public static class Tag implements ClientConnectionFactory.Decorator {
            /** For whether connections of the proxy's own, such as those of health checks, are meant. */
            public enum Command {
                LOCAL,
                PROXY
            }

            /** The family of addresses. */
            public enum Family {
                UNSPEC,
                INET4,
                INET6,
                UNIX
            }

            /** The kind of transport. */
            public enum Protocol {
                UNSPEC,
                STREAM,
                DGRAM
            }

            /** The proxy speaks for itself. */
            public static final Tag LOCAL =
                    new Tag(Command.LOCAL, Family.UNSPEC, Protocol.UNSPEC, null, 0, null, 0, null);

            private final Command command;
            private final @Nullable Family family;
            private final Protocol protocol;
            private final @Nullable String sourceAddress;
            private final int sourcePort;
            private final @Nullable String destinationAddress;
            private final int destinationPort;
            private final List<TLV> tlvs;

            /** The addresses of the connection. */
            public Tag() {
                this(null, 0);
            }

            /** A client, and the server of the connection. */
            public Tag(@Nullable String sourceAddress, int sourcePort) {
                this(sourceAddress, sourcePort, null);
            }

            /** @param tlvs what is said beside the addresses; null for nothing */
            public Tag(@Nullable String sourceAddress, int sourcePort, @Nullable List<TLV> tlvs) {
                this(Command.PROXY, null, Protocol.STREAM, sourceAddress, sourcePort, null, 0, tlvs);
            }

            /**
             * @param family null for that of the source
             * @param sourceAddress an IP address, or the path of a socket; null for that of the connection
             * @param destinationAddress an IP address, or the path of a socket; null for that of the connection
             * @param tlvs what is said beside the addresses; null for nothing
             */
            public Tag(
                    Command command,
                    @Nullable Family family,
                    Protocol protocol,
                    @Nullable String sourceAddress,
                    int sourcePort,
                    @Nullable String destinationAddress,
                    int destinationPort,
                    @Nullable List<TLV> tlvs) {
                this.command = Objects.requireNonNull(command);
                this.family = family;
                this.protocol = Objects.requireNonNull(protocol);
                boolean unix = family == Family.UNIX;
                this.sourceAddress = unix ? sourceAddress : ProxiedAddress.check(sourceAddress);
                this.sourcePort = ProxiedAddress.check(sourcePort);
                this.destinationAddress = unix ? destinationAddress : ProxiedAddress.check(destinationAddress);
                this.destinationPort = ProxiedAddress.check(destinationPort);
                this.tlvs = tlvs == null ? List.of() : List.copyOf(tlvs);
            }

            public Command getCommand() {
                return command;
            }

            /** Returns the family; null for that of the source. */
            public @Nullable Family getFamily() {
                return family;
            }

            public Protocol getProtocol() {
                return protocol;
            }

            public @Nullable String getSourceAddress() {
                return sourceAddress;
            }

            public int getSourcePort() {
                return sourcePort;
            }

            public @Nullable String getDestinationAddress() {
                return destinationAddress;
            }

            public int getDestinationPort() {
                return destinationPort;
            }

            public List<TLV> getTLVs() {
                return tlvs;
            }

            @Override
            public ClientConnectionFactory apply(ClientConnectionFactory factory) {
                return new V2(factory);
            }

            @Override
            public boolean equals(@Nullable Object other) {
                return other instanceof Tag that
                        && command == that.command
                        && family == that.family
                        && protocol == that.protocol
                        && Objects.equals(sourceAddress, that.sourceAddress)
                        && sourcePort == that.sourcePort
                        && Objects.equals(destinationAddress, that.destinationAddress)
                        && destinationPort == that.destinationPort
                        && tlvs.equals(that.tlvs);
            }

            @Override
            public int hashCode() {
                return Objects.hash(
                        command,
                        family,
                        protocol,
                        sourceAddress,
                        sourcePort,
                        destinationAddress,
                        destinationPort,
                        tlvs);
            }

            @Override
            public String toString() {
                return "PROXY v2 " + command + " for " + sourceAddress + ":" + sourcePort;
            }

            /** A type, and a value of up to 65,535 bytes. Immutable. */
            public static class TLV {
                private final int type;
                private final byte[] value;

                /** @param type from 0 to 255 */
                public TLV(int type, byte[] value) {
                    if (type < 0 || type > 0xff) {
                        throw new IllegalArgumentException("type: " + type + " (expected: 0-255)");
                    }
                    if (value.length > 0xffff) {
                        throw new IllegalArgumentException(
                                "value: " + value.length + " bytes (expected: 65535 at most)");
                    }
                    this.type = type;
                    this.value = value.clone();
                }

                public int getType() {
                    return type;
                }

                public byte[] getValue() {
                    return value.clone();
                }

                @Override
                public boolean equals(@Nullable Object other) {
                    return other instanceof TLV that && type == that.type && Arrays.equals(value, that.value);
                }

                @Override
                public int hashCode() {
                    return 31 * type + Arrays.hashCode(value);
                }
            }
        }
    }
}
