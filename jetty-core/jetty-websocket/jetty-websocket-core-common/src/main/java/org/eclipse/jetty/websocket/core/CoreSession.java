package org.eclipse.jetty.websocket.core;

import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.exception.WebSocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket connection as its {@link FrameHandler} sees it: frames are sent, and demanded one by one. Thread-safe, but for
 * the frames of one fragmented message, which belong to one sender.
 */
public interface CoreSession extends OutgoingFrames, IncomingFrames, Configuration {
    /** The subprotocol agreed on (RFC 6455, section 1.9). */
    @Nullable
    String getNegotiatedSubProtocol();

    /** The extensions agreed on, in their order. */
    List<ExtensionConfig> getNegotiatedExtensions();

    /** The parameters of the query of the request. */
    Map<String, List<String>> getParameterMap();

    /** The value of Sec-WebSocket-Version. */
    String getProtocolVersion();

    /** The URI of the request, with scheme ws or wss. */
    URI getRequestURI();

    /** Whether within TLS. */
    boolean isSecure();

    Behavior getBehavior();

    WebSocketComponents getWebSocketComponents();

    ByteBufferPool getByteBufferPool();

    @Nullable
    SocketAddress getLocalAddress();

    @Nullable
    SocketAddress getRemoteAddress();

    /** Whether a Close was not received, nor the end of the connection. */
    boolean isInputOpen();

    /** Whether a Close was not sent. */
    boolean isOutputOpen();

    /** Whether a Close was both sent and received, or the connection is lost. */
    boolean isClosed();

    /** Writes what waits for others. */
    void flush(Callback callback);

    /** Sends a Close without a code. */
    void close(Callback callback);

    /**
     * Sends a Close.
     *
     * @param statusCode as {@link CloseStatus#isTransmittableStatusCode(int)} allows
     * @param reason up to 123 bytes of UTF-8, the rest is cut off
     * @param callback fails if a Close was sent before
     */
    void close(int statusCode, @Nullable String reason, Callback callback);

    default void close(CloseStatus closeStatus, Callback callback) {
        close(closeStatus.getCode(), closeStatus.getReason(), callback);
    }

    /** Closes the connection at once, without a Close; the handler is notified of 1006, or of the Close that was received. */
    void abort();

    /**
     * Asks for one frame.
     *
     * @throws IllegalStateException if one was asked for and has not come yet
     */
    void demand();

    /** Whether an extension uses the first reserved bit. */
    boolean isRsv1Used();

    boolean isRsv2Used();

    boolean isRsv3Used();

    /** Adds a listener for the idle timeout, which returns false to have it ignored this time. */
    void addIdleTimeoutListener(Predicate<WebSocketTimeoutException> onIdleTimeout);

    /** A session without a connection, for tests and as a base: it drops what is sent. */
    class Empty extends ConfigurationCustomizer implements CoreSession {
        private static final URI NO_URI = URI.create("/");

        private final WebSocketComponents components = new WebSocketComponents();

        public Empty() {}

        @Override
        public @Nullable String getNegotiatedSubProtocol() {
            return null;
        }

        @Override
        public List<ExtensionConfig> getNegotiatedExtensions() {
            return List.of();
        }

        @Override
        public Map<String, List<String>> getParameterMap() {
            return Map.of();
        }

        @Override
        public String getProtocolVersion() {
            return WebSocketConstants.SPEC_VERSION_STRING;
        }

        @Override
        public URI getRequestURI() {
            return NO_URI;
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public Behavior getBehavior() {
            return Behavior.SERVER;
        }

        @Override
        public WebSocketComponents getWebSocketComponents() {
            return components;
        }

        @Override
        public ByteBufferPool getByteBufferPool() {
            return components.getByteBufferPool();
        }

        @Override
        public @Nullable SocketAddress getLocalAddress() {
            return null;
        }

        @Override
        public @Nullable SocketAddress getRemoteAddress() {
            return null;
        }

        @Override
        public boolean isInputOpen() {
            return true;
        }

        @Override
        public boolean isOutputOpen() {
            return true;
        }

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public void flush(Callback callback) {
            callback.succeeded();
        }

        @Override
        public void close(Callback callback) {
            callback.succeeded();
        }

        @Override
        public void close(int statusCode, @Nullable String reason, Callback callback) {
            callback.succeeded();
        }

        @Override
        public void abort() {}

        @Override
        public void demand() {}

        @Override
        public void onFrame(Frame frame, Callback callback) {
            callback.succeeded();
        }

        @Override
        public void sendFrame(OutgoingEntry entry) {
            entry.getCallback().succeeded();
        }

        @Override
        public boolean isRsv1Used() {
            return false;
        }

        @Override
        public boolean isRsv2Used() {
            return false;
        }

        @Override
        public boolean isRsv3Used() {
            return false;
        }

        @Override
        public void addIdleTimeoutListener(Predicate<WebSocketTimeoutException> onIdleTimeout) {}
    }
}
