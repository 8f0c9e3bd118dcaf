package org.eclipse.jetty.websocket.core;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.ThreadClassLoaderScope;
import org.eclipse.jetty.websocket.core.exception.CloseException;
import org.eclipse.jetty.websocket.core.exception.WebSocketTimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session: calls its handler with frames, and sends frames until a Close was sent. Thread-safe.
 *
 * <p>The states of closing are drawn in the description of the package. Handler methods are called by who has the turn of the
 * {@link WebSocketConnection}.
 */
@ManagedObject("A WebSocket session")
public class WebSocketCoreSession implements CoreSession, Dumpable {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketCoreSession.class);

    private final CloseHandshake handshake = new CloseHandshake();
    private final Behavior behavior;
    private final FrameHandler handler;
    private final Negotiated negotiated;
    private final WebSocketComponents components;
    /** Null without extensions. */
    private final @Nullable ExtensionStack extensions;

    private final OutgoingMessage outgoingMessage = new OutgoingMessage();
    private volatile @Nullable WebSocketConnection connection;
    private volatile @Nullable List<Predicate<WebSocketTimeoutException>> idleListeners;
    private volatile boolean opened;
    private ClassLoader classLoader;

    private Duration idleTimeout = WebSocketConstants.DEFAULT_IDLE_TIMEOUT;
    private Duration pingInterval = WebSocketConstants.DEFAULT_PING_INTERVAL;
    private boolean autoFragment = WebSocketConstants.DEFAULT_AUTO_FRAGMENT;
    private long maxFrameSize = WebSocketConstants.DEFAULT_MAX_FRAME_SIZE;
    private int inputBufferSize = WebSocketConstants.DEFAULT_INPUT_BUFFER_SIZE;
    private int outputBufferSize = WebSocketConstants.DEFAULT_OUTPUT_BUFFER_SIZE;
    private long maxBinaryMessageSize = WebSocketConstants.DEFAULT_MAX_BINARY_MESSAGE_SIZE;
    private long maxTextMessageSize = WebSocketConstants.DEFAULT_MAX_TEXT_MESSAGE_SIZE;
    private int maxOutgoingFrames = WebSocketConstants.DEFAULT_MAX_OUTGOING_FRAMES;
    private long maxOutgoingBytes = WebSocketConstants.DEFAULT_MAX_OUTGOING_BYTES;

    public WebSocketCoreSession(
            FrameHandler handler, Behavior behavior, Negotiated negotiated, WebSocketComponents components) {
        this.handler = Objects.requireNonNull(handler, "handler missing");
        this.behavior = behavior;
        this.negotiated = negotiated;
        this.components = components;
        ExtensionStack stack = negotiated.getExtensions();
        extensions = stack == null || !stack.hasNegotiatedExtensions() ? null : stack;
        classLoader = Thread.currentThread().getContextClassLoader();
    }

    public ClassLoader getClassLoader() {
        return classLoader;
    }

    /** @param classLoader the context class loader of the threads that call the handler */
    public void setClassLoader(ClassLoader classLoader) {
        this.classLoader = classLoader;
    }

    /** Runs what calls the handler. Subclasses put it into the scope of an application. */
    protected void handle(Runnable runnable) {
        if (Thread.currentThread().getContextClassLoader() == classLoader) {
            runnable.run();
            return;
        }
        try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(classLoader)) {
            runnable.run();
        }
    }

    /** The extensions that both sides agreed on. */
    public @Nullable ExtensionStack getExtensionStack() {
        return extensions;
    }

    public FrameHandler getHandler() {
        return handler;
    }

    /** To be called once, before the connection is opened. */
    public void setWebSocketConnection(WebSocketConnection connection) {
        this.connection = connection;
        if (extensions != null) {
            extensions.setLastDemand(connection::demand);
            extensions.initialize(this, connection::enqueue, this);
        }
    }

    /** @throws IllegalStateException if it was not set yet */
    public WebSocketConnection getConnection() {
        return Wiring.set(connection, "connection");
    }

    public Executor getExecutor() {
        return components.getExecutor();
    }

    // ---- opening

    /** Called by who has the turn. */
    void onOpen() {
        Callback callback = Callback.from(
                Invocable.InvocationType.NON_BLOCKING,
                () -> getConnection().post(this::opened),
                x -> processHandlerError(x, Callback.NOOP));
        try {
            handler.onOpen(this, callback);
        } catch (Throwable x) {
            callback.failed(x);
        }
    }

    private void opened() {
        handshake.opened();
        opened = true;
    }

    /** Whether frames may be handed over, or bytes dropped. */
    boolean isReadable() {
        return opened || handshake.getState() == CloseHandshake.State.CLOSED;
    }

    // ---- receiving

    @Override
    public void demand() {
        if (handshake.getState() == CloseHandshake.State.CLOSED) {
            return;
        }
        if (extensions == null) {
            getConnection().demand();
        } else {
            extensions.demand();
        }
    }

    /** A frame came from the network. */
    void receive(Frame.Parsed frame) {
        Callback callback = new FrameDone(frame);
        try {
            if (extensions == null) {
                onFrame(frame, callback);
            } else {
                extensions.onFrame(frame, callback);
            }
        } catch (Throwable x) {
            callback.failed(x);
        }
    }

    /** A frame came from the extensions. */
    @Override
    public void onFrame(Frame frame, Callback callback) {
        if (frame.getOpCode() == OpCode.CLOSE) {
            onCloseFrame(frame, callback);
            return;
        }
        if (!handshake.isInputOpen()) {
            callback.succeeded();
            return;
        }
        try {
            handler.onFrame(frame, callback);
        } catch (Throwable x) {
            callback.failed(x);
        }
    }

    private void onCloseFrame(Frame frame, Callback callback) {
        CloseStatus status = CloseStatus.ofClose(frame);
        CloseHandshake.State next = handshake.closeReceived(status);
        if (next == null) {
            callback.succeeded();
            return;
        }
        Callback done = next == CloseHandshake.State.CLOSED
                ? Callback.from(callback, this::closed)
                : new AnswerClose(status, callback);
        try {
            handler.onFrame(frame, done);
        } catch (Throwable x) {
            done.failed(x);
        }
    }

    /** The handler is done with a frame. */
    private final class FrameDone implements Callback {
        private final Frame.Parsed frame;

        private FrameDone(Frame.Parsed frame) {
            this.frame = frame;
        }

        @Override
        public void succeeded() {
            frame.close();
        }

        @Override
        public void failed(Throwable x) {
            frame.close();
            processHandlerError(x, NOOP);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }

    /** The handler is done with a Close, which is answered with the same code (RFC 6455, section 5.5.1). */
    private final class AnswerClose extends Callback.Nested {
        private final CloseStatus status;

        private AnswerClose(CloseStatus status, Callback callback) {
            super(callback);
            this.status = status;
        }

        @Override
        public void completed() {
            if (handshake.isOutputOpen()) {
                sendFrame(new CloseStatus(status.getCode(), status.getReason()).toFrame(), NOOP, false);
            }
        }
    }

    // ---- sending

    @Override
    public void sendFrame(OutgoingEntry entry) {
        Frame frame = entry.getFrame();
        Callback callback = entry.getCallback();
        try {
            OutgoingMessage.check(frame);
            if (frame.getOpCode() == OpCode.CLOSE) {
                sendClose(entry);
                return;
            }
            if (!handshake.isOutputOpen()) {
                throw new ClosedChannelException();
            }
            OutgoingEntry first = outgoingMessage.prepare(entry, this);
            callback = OutgoingMessage.lastCallback(first);
            send(first);
        } catch (Throwable x) {
            callback.failed(x);
        }
    }

    private void send(OutgoingEntry first) {
        try {
            if (extensions == null) {
                getConnection().enqueue(first);
            } else {
                extensions.sendFrame(first);
            }
        } finally {
            getConnection().flushFrames();
        }
    }

    private void sendClose(OutgoingEntry entry) throws IOException {
        CloseStatus.ofClose(entry.getFrame()); // throws if it must not be sent
        CloseHandshake.State next = handshake.closeSent();
        if (next == null) {
            throw new ClosedChannelException();
        }
        outgoingMessage.end();
        boolean last = next == CloseHandshake.State.CLOSED;
        Callback callback = Callback.from(entry.getCallback(), () -> {
            if (last) {
                closed();
            } else {
                getConnection().discard();
            }
        });
        if (last) {
            getConnection().limitClosing();
        } else {
            getConnection().limitAnswer();
        }
        send(new OutgoingEntry.Builder(entry).callback(callback).batch(false).build());
    }

    @Override
    public void flush(Callback callback) {
        getConnection().flushFrames(callback);
    }

    @Override
    public void close(Callback callback) {
        close(CloseStatus.NO_CODE_STATUS, callback);
    }

    @Override
    public void close(int statusCode, @Nullable String reason, Callback callback) {
        close(new CloseStatus(statusCode, reason), callback);
    }

    @Override
    public void close(CloseStatus closeStatus, Callback callback) {
        Frame frame;
        try {
            frame = closeStatus.toFrame();
        } catch (Throwable x) {
            callback.failed(x);
            return;
        }
        sendFrame(frame, callback, false);
    }

    /** Sends a Ping to see whether the other side is there. */
    void ping() {
        sendFrame(new Frame(OpCode.PING), Callback.NOOP, false);
    }

    /** The time for a frame or a message is over. */
    void onWriteTimeout(Throwable cause) {
        getConnection().cutOff(cause);
    }

    // ---- failing and closing

    /** The input ended. Without a Close from either side that is an error. */
    public void onEof() {
        Throwable lost = isInputOpen() && isOutputOpen() ? new ClosedChannelException() : null;
        fail(new CloseStatus(CloseStatus.NO_CLOSE, "Session Closed"), lost, false);
    }

    /** The endpoint was closed. */
    void onConnectionClosed(@Nullable Throwable cause) {
        fail(new CloseStatus(CloseStatus.NO_CLOSE, "Session Closed", cause), cause, false);
    }

    @Override
    public void abort() {
        fail(new CloseStatus(CloseStatus.NO_CLOSE, "Session Aborted"), null, false);
        getConnection().getEndPoint().close();
    }

    /** The other side has not answered a Close, though it may go on sending. */
    void onCloseUnanswered(long milliseconds) {
        fail(new CloseStatus(CloseStatus.NO_CLOSE, "Close not answered in " + milliseconds + " ms"), null, false);
        getConnection().getEndPoint().close();
    }

    void onIdleExpired(TimeoutException timeout, boolean pinged) {
        WebSocketTimeoutException idle = new WebSocketTimeoutException(
                pinged ? "Ping timeout: nothing came since the last Ping" : "Connection Idle Timeout", timeout);
        List<Predicate<WebSocketTimeoutException>> listeners = idleListeners;
        if (listeners != null && !pinged) {
            for (Predicate<WebSocketTimeoutException> listener : listeners) {
                if (!listener.test(idle)) {
                    return;
                }
            }
        }
        if (getConnection().isWriting()) {
            // a Close would wait behind what the other side does not take
            getConnection().cutOff(idle);
        } else {
            processConnectionError(idle, Callback.NOOP);
        }
    }

    /** Closes after a failure of the connection or of the protocol. */
    public void processConnectionError(Throwable cause, Callback callback) {
        CloseStatus status;
        boolean tell = true;
        if (cause instanceof CloseException close) {
            status = new CloseStatus(close.getStatusCode(), close.getMessage(), cause);
        } else if (cause instanceof WebSocketTimeoutException) {
            status = new CloseStatus(CloseStatus.SHUTDOWN, cause.getMessage(), cause);
        } else {
            status = new CloseStatus(CloseStatus.NO_CLOSE, "Session Closed", cause);
            tell = false;
        }
        fail(status, cause, tell);
        callback.succeeded();
    }

    /** Closes after a failure of the handler. */
    public void processHandlerError(Throwable cause, Callback callback) {
        int code = cause instanceof CloseException close ? close.getStatusCode() : CloseStatus.SERVER_ERROR;
        if (!CloseStatus.isTransmittableStatusCode(code)) {
            code = CloseStatus.SERVER_ERROR;
        }
        fail(new CloseStatus(code, cause.getMessage(), cause), cause, true);
        callback.succeeded();
    }

    /** Closes, with a Close if none was sent and it can be; only the first call counts. */
    private void fail(CloseStatus status, @Nullable Throwable cause, boolean tell) {
        CloseHandshake.State old = handshake.failed(status);
        if (old == CloseHandshake.State.CLOSED) {
            LOG.debug("failure after the end of {}", this, cause);
            return;
        }
        outgoingMessage.end();
        WebSocketConnection current = getConnection();
        current.limitClosing();
        boolean send = tell && old != CloseHandshake.State.OSHUT;
        current.post(() -> finish(handshake.getCloseStatus(), cause));
        if (send) {
            Callback sent = Callback.from(
                    Invocable.InvocationType.NON_BLOCKING, () -> current.end(false), x -> current.getEndPoint()
                            .close(x));
            current.enqueueFrame(
                    new OutgoingEntry.Builder(new CloseStatus(status.getCode(), status.getReason()).toFrame(), sent)
                            .build());
        } else {
            current.end(false);
        }
    }

    /** Both Close frames are through. */
    private void closed() {
        getConnection().limitClosing();
        // a Close of this side may still be on its way
        getConnection().flushFrames(Callback.from(Invocable.InvocationType.NON_BLOCKING, () -> getConnection()
                .end(true)));
        getConnection().post(() -> finish(handshake.getCloseStatus(), null));
    }

    /** Tells the handler, once; called by who has the turn. */
    private void finish(CloseStatus status, @Nullable Throwable cause) {
        if (extensions != null) {
            extensions.close();
        }
        if (cause == null) {
            tellClosed(status);
            return;
        }
        Callback then = Callback.from(() -> getConnection().post(() -> tellClosed(status)));
        try {
            handler.onError(cause, then);
        } catch (Throwable x) {
            LOG.warn("onError failed: {}", handler, x);
            then.succeeded();
        }
    }

    private void tellClosed(CloseStatus status) {
        if (!handshake.ended()) {
            return;
        }
        try {
            handler.onClosed(status, Callback.from(() -> {}, x -> LOG.warn("onClosed failed: {}", handler, x)));
        } catch (Throwable x) {
            LOG.warn("onClosed failed: {}", handler, x);
        }
    }

    // ---- what is known of it

    @Override
    public boolean isInputOpen() {
        return handshake.isInputOpen();
    }

    @Override
    public boolean isOutputOpen() {
        return handshake.isOutputOpen();
    }

    @Override
    public boolean isClosed() {
        return handshake.getState() == CloseHandshake.State.CLOSED;
    }

    @Override
    public void addIdleTimeoutListener(Predicate<WebSocketTimeoutException> onIdleTimeout) {
        synchronized (this) {
            if (idleListeners == null) {
                idleListeners = new CopyOnWriteArrayList<>();
            }
            idleListeners.add(onIdleTimeout);
        }
    }

    @Override
    public @Nullable String getNegotiatedSubProtocol() {
        return negotiated.getSubProtocol();
    }

    @Override
    public List<ExtensionConfig> getNegotiatedExtensions() {
        return extensions == null ? List.of() : extensions.getNegotiatedExtensions();
    }

    @Override
    public Map<String, List<String>> getParameterMap() {
        return negotiated.getParameterMap();
    }

    @Override
    public String getProtocolVersion() {
        return negotiated.getProtocolVersion();
    }

    @Override
    public URI getRequestURI() {
        return negotiated.getRequestURI();
    }

    @Override
    public boolean isSecure() {
        return negotiated.isSecure();
    }

    @Override
    public Behavior getBehavior() {
        return behavior;
    }

    @Override
    public WebSocketComponents getWebSocketComponents() {
        return components;
    }

    @Override
    public ByteBufferPool getByteBufferPool() {
        WebSocketConnection current = connection;
        return current == null ? components.getByteBufferPool() : current.getByteBufferPool();
    }

    @Override
    public @Nullable SocketAddress getLocalAddress() {
        return getConnection().getLocalSocketAddress();
    }

    @Override
    public @Nullable SocketAddress getRemoteAddress() {
        return getConnection().getRemoteSocketAddress();
    }

    @Override
    public boolean isRsv1Used() {
        return extensions != null && extensions.isRsv1Used();
    }

    @Override
    public boolean isRsv2Used() {
        return extensions != null && extensions.isRsv2Used();
    }

    @Override
    public boolean isRsv3Used() {
        return extensions != null && extensions.isRsv3Used();
    }

    // ---- configuration

    @Override
    @ManagedAttribute("The idle timeout")
    public Duration getIdleTimeout() {
        return idleTimeout;
    }

    @Override
    public void setIdleTimeout(Duration timeout) {
        idleTimeout = timeout == null ? Duration.ZERO : timeout;
        if (connection != null) {
            getConnection().updateIdleTimeout();
        }
    }

    @Override
    public Duration getPingInterval() {
        return pingInterval;
    }

    @Override
    public void setPingInterval(Duration interval) {
        pingInterval = interval == null ? Duration.ZERO : interval;
        if (connection != null) {
            getConnection().updateIdleTimeout();
        }
    }

    @Override
    public boolean isAutoFragment() {
        return autoFragment;
    }

    @Override
    public void setAutoFragment(boolean autoFragment) {
        this.autoFragment = autoFragment;
    }

    @Override
    public long getMaxFrameSize() {
        return maxFrameSize;
    }

    @Override
    public void setMaxFrameSize(long maxFrameSize) {
        this.maxFrameSize = maxFrameSize;
    }

    @Override
    public int getOutputBufferSize() {
        return outputBufferSize;
    }

    @Override
    public void setOutputBufferSize(int outputBufferSize) {
        this.outputBufferSize = outputBufferSize;
    }

    @Override
    public int getInputBufferSize() {
        return inputBufferSize;
    }

    @Override
    public void setInputBufferSize(int inputBufferSize) {
        this.inputBufferSize = inputBufferSize;
        if (connection != null) {
            getConnection().setInputBufferSize(inputBufferSize);
        }
    }

    @Override
    public long getMaxBinaryMessageSize() {
        return maxBinaryMessageSize;
    }

    @Override
    public void setMaxBinaryMessageSize(long maxSize) {
        maxBinaryMessageSize = maxSize;
    }

    @Override
    public long getMaxTextMessageSize() {
        return maxTextMessageSize;
    }

    @Override
    public void setMaxTextMessageSize(long maxSize) {
        maxTextMessageSize = maxSize;
    }

    @Override
    public int getMaxOutgoingFrames() {
        return maxOutgoingFrames;
    }

    @Override
    public void setMaxOutgoingFrames(int maxOutgoingFrames) {
        this.maxOutgoingFrames = maxOutgoingFrames;
    }

    @Override
    public long getMaxOutgoingBytes() {
        return maxOutgoingBytes;
    }

    @Override
    public void setMaxOutgoingBytes(long maxOutgoingBytes) {
        this.maxOutgoingBytes = maxOutgoingBytes;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Object[] parts = extensions == null ? new Object[] {handler} : new Object[] {handler, extensions};
        Dumpable.dumpObjects(out, indent, this, parts);
    }

    @Override
    public String toString() {
        return String.format("WebSocketCoreSession@%x[%s,%s,%s]", hashCode(), behavior, handshake, handler);
    }
}
