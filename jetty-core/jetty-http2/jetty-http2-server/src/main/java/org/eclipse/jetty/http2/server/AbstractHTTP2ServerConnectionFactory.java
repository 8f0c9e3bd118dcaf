package org.eclipse.jetty.http2.server;

import java.util.Objects;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.RateControl;
import org.eclipse.jetty.http2.WindowRateControl;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;

/** The settings of HTTP/2 connections, and their creation. Thread-safe once started. */
@ManagedObject
public abstract class AbstractHTTP2ServerConnectionFactory extends AbstractConnectionFactory
        implements HttpConfiguration.ConnectionFactory {
    private final HttpConfiguration configuration;
    private int maxEncoderTableCapacity = HpackDecoder.DEFAULT_CAPACITY;
    private int maxDecoderTableCapacity = HpackDecoder.DEFAULT_CAPACITY;
    private int initialSessionRecvWindow = 1024 * 1024;
    private int initialStreamRecvWindow = 512 * 1024;
    private int maxConcurrentStreams = 128;
    private int maxHeaderBlockFragment = 32 * 1024;
    private int maxFrameSize = FrameType.DEFAULT_MAX_FRAME_SIZE;
    private int maxSettingsKeys = 64;
    private boolean connectProtocolEnabled = true;
    private long streamIdleTimeout = -1;
    private FlowControlStrategy.Factory flowControlStrategyFactory = BufferingFlowControlStrategy::new;
    private RateControl.Factory rateControlFactory = new WindowRateControl.Factory(128);

    protected AbstractHTTP2ServerConnectionFactory(@Name("config") HttpConfiguration config, String... protocols) {
        super(protocols);
        configuration = Objects.requireNonNull(config);
        installBean(config);
        setInputBufferSize(FrameType.DEFAULT_MAX_FRAME_SIZE + FrameType.HEADER_LENGTH);
    }

    @Override
    public HttpConfiguration getHttpConfiguration() {
        return configuration;
    }

    @ManagedAttribute("The most bytes of the table with which response fields are compressed")
    public int getMaxEncoderTableCapacity() {
        return maxEncoderTableCapacity;
    }

    public void setMaxEncoderTableCapacity(int capacity) {
        maxEncoderTableCapacity = notNegative(capacity, "maxEncoderTableCapacity");
    }

    @ManagedAttribute("The most bytes of the table with which clients compress request fields")
    public int getMaxDecoderTableCapacity() {
        return maxDecoderTableCapacity;
    }

    public void setMaxDecoderTableCapacity(int capacity) {
        maxDecoderTableCapacity = notNegative(capacity, "maxDecoderTableCapacity");
    }

    @ManagedAttribute("The bytes of content of all streams that may come ahead of the application")
    public int getInitialSessionRecvWindow() {
        return initialSessionRecvWindow;
    }

    /** @param bytes less than 65535 count as that: RFC 9113, section 6.9.2 gives a client that much from the beginning */
    public void setInitialSessionRecvWindow(int bytes) {
        initialSessionRecvWindow = notNegative(bytes, "initialSessionRecvWindow");
    }

    @ManagedAttribute("The bytes of content of a stream that may come ahead of the application")
    public int getInitialStreamRecvWindow() {
        return initialStreamRecvWindow;
    }

    public void setInitialStreamRecvWindow(int bytes) {
        initialStreamRecvWindow = notNegative(bytes, "initialStreamRecvWindow");
    }

    @ManagedAttribute("The most concurrent streams of a connection")
    public int getMaxConcurrentStreams() {
        return maxConcurrentStreams;
    }

    public void setMaxConcurrentStreams(int streams) {
        maxConcurrentStreams = notNegative(streams, "maxConcurrentStreams");
    }

    /**
     * The most bytes of the fields of a request as they are encoded, in all frames of it; more end the connection. By default 32
     * KiB. {@code requestHeaderSize} of the {@link HttpConfiguration} limits them as they are decoded.
     */
    @ManagedAttribute("The most bytes of the encoded fields of a request")
    public int getMaxHeaderBlockFragment() {
        return maxHeaderBlockFragment;
    }

    public void setMaxHeaderBlockFragment(int bytes) {
        maxHeaderBlockFragment = notNegative(bytes, "maxHeaderBlockFragment");
    }

    public FlowControlStrategy.Factory getFlowControlStrategyFactory() {
        return flowControlStrategyFactory;
    }

    public void setFlowControlStrategyFactory(FlowControlStrategy.Factory factory) {
        flowControlStrategyFactory = Objects.requireNonNull(factory);
    }

    @ManagedAttribute(
            "Milliseconds without traffic after which a stream fails; 0 for never, -1 for those of the connection")
    public long getStreamIdleTimeout() {
        return streamIdleTimeout;
    }

    public void setStreamIdleTimeout(long milliseconds) {
        streamIdleTimeout = milliseconds;
    }

    @ManagedAttribute("The largest payload of a frame that a client may send")
    public int getMaxFrameSize() {
        return maxFrameSize;
    }

    public void setMaxFrameSize(int bytes) {
        if (bytes < FrameType.DEFAULT_MAX_FRAME_SIZE || bytes > FrameType.LARGEST_MAX_FRAME_SIZE) {
            throw new IllegalArgumentException("maxFrameSize " + bytes + " (expected: 16384 to 16777215)");
        }
        maxFrameSize = bytes;
    }

    @ManagedAttribute("The most keys of a SETTINGS frame")
    public int getMaxSettingsKeys() {
        return maxSettingsKeys;
    }

    public void setMaxSettingsKeys(int keys) {
        maxSettingsKeys = notNegative(keys, "maxSettingsKeys");
    }

    @ManagedAttribute("Whether clients may use CONNECT with a protocol (RFC 8441)")
    public boolean isConnectProtocolEnabled() {
        return connectProtocolEnabled;
    }

    public void setConnectProtocolEnabled(boolean enabled) {
        connectProtocolEnabled = enabled;
    }

    public RateControl.Factory getRateControlFactory() {
        return rateControlFactory;
    }

    public void setRateControlFactory(RateControl.Factory factory) {
        rateControlFactory = Objects.requireNonNull(factory);
    }

    /** As the other method, for rate controls that are not those of HTTP/2 alone. */
    public void setRateControlFactory(org.eclipse.jetty.io.RateControl.Factory factory) {
        rateControlFactory = RateControl.Factory.from(Objects.requireNonNull(factory));
    }

    @ManagedAttribute("Whether bytes are read into buffers outside the heap, where TLS does not need arrays")
    public boolean isUseInputDirectByteBuffers() {
        return configuration.isUseInputDirectByteBuffers();
    }

    public void setUseInputDirectByteBuffers(boolean direct) {
        configuration.setUseInputDirectByteBuffers(direct);
    }

    @ManagedAttribute("Whether bytes are written from buffers outside the heap, where TLS does not need arrays")
    public boolean isUseOutputDirectByteBuffers() {
        return configuration.isUseOutputDirectByteBuffers();
    }

    public void setUseOutputDirectByteBuffers(boolean direct) {
        configuration.setUseOutputDirectByteBuffers(direct);
    }

    private static int notNegative(int value, String name) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " " + value + " (expected: 0 or more)");
        }
        return value;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        return newConnection(connector, endPoint, FrameType.PREFACE.length());
    }

    /** @param prefaceLeft how many bytes of the client's preface are to come */
    HTTP2ServerConnection newConnection(Connector connector, EndPoint endPoint, int prefaceLeft) {
        return configure(new HTTP2ServerConnection(this, connector, endPoint, prefaceLeft), connector, endPoint);
    }
}
