package org.eclipse.jetty.ee10.websocket.jakarta.common;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.DecodeException;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.PongMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint.LocalEndpoint;
import org.eclipse.jetty.ee10.websocket.jakarta.common.messages.MessageKind;
import org.eclipse.jetty.ee10.websocket.jakarta.common.messages.Receiver;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.exception.CloseException;
import org.eclipse.jetty.websocket.core.exception.WebSocketTimeoutException;
import org.eclipse.jetty.websocket.core.messages.MessageSink;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls an endpoint as frames come: one call at a time, and the next frame is demanded when the one before was taken.
 * Confined to its session.
 */
public class JakartaWebSocketFrameHandler implements FrameHandler {
    private static final Logger LOG = LoggerFactory.getLogger(JakartaWebSocketFrameHandler.class);

    private final JakartaWebSocketContainer container;
    private final ConfiguredEndpoint configured;
    private final LocalEndpoint endpoint;
    private final EndpointConfig config;
    private final UpgradeRequest request;
    private volatile @Nullable JakartaWebSocketSession session;
    private @Nullable MessageSink active;
    private final AtomicReference<Runnable> onEnd = new AtomicReference<>();

    /**
     * Makes the handler of one session.
     *
     * @param instance of the class of the endpoint
     * @param config of this session alone: its user properties become those of the session
     */
    public JakartaWebSocketFrameHandler(
            JakartaWebSocketContainer container,
            ConfiguredEndpoint configured,
            Object instance,
            EndpointConfig config,
            UpgradeRequest request) {
        this.container = container;
        this.configured = configured;
        this.endpoint = configured.of(instance);
        this.config = config;
        this.request = request;
    }

    /** Has a task run once, within the application, when the session has ended or will not begin. */
    public void onEnd(@Nullable Runnable task) {
        onEnd.set(task);
    }

    /** Runs what was to be run at the end. */
    protected void ended() {
        Runnable task = onEnd.getAndSet(null);
        if (task == null) {
            return;
        }
        try {
            container.runInScope(task);
        } catch (RuntimeException x) {
            LOG.warn("The end of endpoint {} failed", configured, x);
        }
    }

    /** Returns the session, null before it is open. */
    public @Nullable JakartaWebSocketSession getSession() {
        return session;
    }

    /** The session, which is open. */
    private JakartaWebSocketSession session() {
        JakartaWebSocketSession current = session;
        assert current != null : "frames come after it has begun";
        return current;
    }

    /** Calls the application, and completes the callback after that. */
    private void call(Callback callback, Scope.Call call) {
        try {
            container.callInScope(call);
        } catch (Throwable x) {
            callback.failed(x);
            return;
        }
        callback.succeeded();
    }

    /** The callback, and when it succeeds a demand for the next frame. */
    private Callback demanding(Callback callback) {
        return Callback.from(
                () -> {
                    callback.succeeded();
                    session().getCoreSession().demand();
                },
                callback::failed);
    }

    @Override
    public void onOpen(CoreSession core, Callback callback) {
        JakartaWebSocketSession opened =
                new JakartaWebSocketSession(container, core, configured, config, request, this::onStreamFailure);
        session = opened;
        container.notifySessionListeners(listener -> listener.onJakartaWebSocketSessionOpened(opened));
        call(demanding(callback), () -> {
            for (Receiver receiver : endpoint.bind(opened, config, request.pathParameters())) {
                opened.getReceivers().add(receiver);
            }
            endpoint.open(opened, config);
        });
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        switch (frame.getOpCode()) {
            case OpCode.TEXT -> begin(MessageKind.TEXT, frame, callback);
            case OpCode.BINARY -> begin(MessageKind.BINARY, frame, callback);
            case OpCode.CONTINUATION -> message(frame, callback);
            case OpCode.PING -> {
                Frame pong = new Frame(OpCode.PONG, BufferUtil.copy(frame.getPayload()));
                session().getCoreSession().sendFrame(pong, Callback.NOOP, false);
                demanding(callback).succeeded();
            }
            case OpCode.PONG -> pong(frame, demanding(callback));
            // the core answers it and ends the session
            default -> callback.succeeded();
        }
    }

    private void begin(MessageKind kind, Frame frame, Callback callback) {
        active = session().getReceivers().sink(kind);
        if (active == null) {
            LOG.debug("Endpoint {} has nothing that takes {} messages", configured, kind);
        }
        message(frame, callback);
    }

    /** Sinks demand by themselves; without a receiver a message is read and forgotten. */
    private void message(Frame frame, Callback callback) {
        if (active == null) {
            demanding(callback).succeeded();
        } else {
            active.accept(frame, Callback.from(callback::succeeded, x -> callback.failed(closing(x))));
        }
    }

    private void pong(Frame frame, Callback callback) {
        Receiver.Delivery receiver = session().getReceivers().pong();
        if (receiver == null) {
            callback.succeeded();
            return;
        }
        ByteBuffer payload = frame.getPayload();
        ByteBuffer data = payload == null ? BufferUtil.EMPTY_BUFFER : BufferUtil.copy(payload);
        PongMessage message = data::asReadOnlyBuffer;
        call(callback, () -> receiver.deliver(message, true));
    }

    /** What cannot be decoded closes the session with the code for data that is not accepted. */
    private static Throwable closing(Throwable failure) {
        return failure instanceof DecodeException
                ? new CloseException(CloseStatus.BAD_DATA, "Unable to decode", failure)
                : failure;
    }

    /** A receiver failed that reads messages in a thread of its own. */
    private void onStreamFailure(Throwable failure) {
        error(failure, Callback.NOOP);
        CoreSession core = session().getCoreSession();
        int code = closing(failure) instanceof CloseException close ? close.getStatusCode() : CloseStatus.SERVER_ERROR;
        core.close(code, failure.getMessage(), Callback.NOOP);
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        if (active != null) {
            active.fail(cause);
        }
        error(cause instanceof CloseException && cause.getCause() instanceof DecodeException x ? x : cause, callback);
    }

    private void error(Throwable failure, Callback callback) {
        call(callback, () -> {
            JakartaWebSocketSession current = session;
            if (current != null && endpoint.error(current, failure)) {
                return;
            }
            // a peer that goes or is silent is no fault of the endpoint
            if (failure instanceof IOException || failure instanceof WebSocketTimeoutException) {
                LOG.debug("Endpoint {} has lost its peer", configured, failure);
            } else {
                LOG.warn("Endpoint {} failed, and has no method for that", configured, failure);
            }
        });
    }

    @Override
    public void onClosed(CloseStatus status, Callback callback) {
        JakartaWebSocketSession closing = session;
        if (closing == null) {
            ended();
            callback.succeeded();
            return;
        }
        if (active != null) {
            active.fail(new ClosedChannelException());
        }
        Callback ended = Callback.from(() -> end(closing), callback);
        call(Callback.from(ended::succeeded, x -> error(x, ended)), () -> endpoint.close(closing, reason(status)));
    }

    private void end(JakartaWebSocketSession closed) {
        closed.getCoders().destroy();
        ended();
        container.notifySessionListeners(listener -> listener.onJakartaWebSocketSessionClosed(closed));
    }

    private static CloseReason reason(CloseStatus status) {
        int code = status.getCode();
        return new CloseReason(
                code < CloseStatus.NORMAL || code > 4999 ? CloseCodes.CLOSED_ABNORMALLY : CloseCodes.getCloseCode(code),
                status.getReason());
    }

    @Override
    public String toString() {
        return "JakartaWebSocketFrameHandler[" + configured + "]";
    }
}
