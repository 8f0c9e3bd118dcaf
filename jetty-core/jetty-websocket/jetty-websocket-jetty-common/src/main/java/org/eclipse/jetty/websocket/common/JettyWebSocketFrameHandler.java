package org.eclipse.jetty.websocket.common;

import java.nio.ByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.CountingCallback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.websocket.api.UpgradeRequest;
import org.eclipse.jetty.websocket.api.UpgradeResponse;
import org.eclipse.jetty.websocket.api.WebSocketContainer;
import org.eclipse.jetty.websocket.common.internal.Callbacks;
import org.eclipse.jetty.websocket.common.internal.EndpointMethods;
import org.eclipse.jetty.websocket.common.internal.EndpointMethods.Event;
import org.eclipse.jetty.websocket.common.internal.Failures;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.messages.MessageSink;
import org.eclipse.jetty.websocket.core.util.MethodHolder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the methods of an endpoint, one at a time.
 *
 * <p>A frame for which the endpoint has no method is passed over, and the next one demanded. The endpoint's invocation type is
 * that of its session: blocking, unless it is an {@link Invocable} that says otherwise.
 */
public class JettyWebSocketFrameHandler implements FrameHandler, Invocable {
    private static final Logger LOG = LoggerFactory.getLogger(JettyWebSocketFrameHandler.class);

    private final WebSocketContainer container;
    private final Object endpoint;
    private final EndpointMethods methods;
    private @Nullable UpgradeRequest upgradeRequest;
    private @Nullable UpgradeResponse upgradeResponse;
    private @Nullable WebSocketSession session;
    private @Nullable MessageSink textSink;
    private @Nullable MessageSink binarySink;
    private @Nullable MessageSink currentSink;
    private byte messageOpCode = OpCode.UNDEFINED;
    private boolean closeTold;
    private @Nullable Runnable onEnd;

    JettyWebSocketFrameHandler(WebSocketContainer container, Object endpoint, EndpointMethods methods) {
        this.container = container;
        this.endpoint = endpoint;
        this.methods = methods;
    }

    public void setUpgradeRequest(UpgradeRequest upgradeRequest) {
        this.upgradeRequest = upgradeRequest;
    }

    public void setUpgradeResponse(UpgradeResponse upgradeResponse) {
        this.upgradeResponse = upgradeResponse;
    }

    /** Has a task run when the session has ended. To be set before it begins. */
    public void onEnd(Runnable task) {
        onEnd = task;
    }

    /** @throws IllegalStateException if there was no handshake yet */
    public UpgradeRequest getUpgradeRequest() {
        return known(upgradeRequest, "request of the handshake");
    }

    /** @throws IllegalStateException if there was no handshake yet */
    public UpgradeResponse getUpgradeResponse() {
        return known(upgradeResponse, "response of the handshake");
    }

    /** The session; null before it is open. */
    public @Nullable WebSocketSession getSession() {
        return session;
    }

    private WebSocketSession session() {
        return known(session, "session");
    }

    private static <T> T known(@Nullable T part, String what) {
        if (part == null) {
            throw new IllegalStateException("no " + what + " yet");
        }
        return part;
    }

    Object getEndpoint() {
        return endpoint;
    }

    boolean isAutoDemand() {
        return methods.isAutoDemand();
    }

    @Override
    public InvocationType getInvocationType() {
        return Invocable.getInvocationType(endpoint);
    }

    @Override
    public void onOpen(CoreSession coreSession, Callback callback) {
        try {
            WebSocketSession opened = new WebSocketSession(container, coreSession, this);
            session = opened;
            container.notifySessionListeners(listener -> listener.onWebSocketSessionCreated(opened));
            MethodHolder open = methods.get(Event.OPEN);
            if (open != null) {
                open.invoke(endpoint, opened);
            }
            container.notifySessionListeners(listener -> listener.onWebSocketSessionOpened(opened));
        } catch (Throwable x) {
            callback.failed(x);
            return;
        }
        callback.succeeded();
        if (methods.isAutoDemand()) {
            coreSession.demand();
        }
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        byte opcode = frame.getOpCode();
        if (opcode == OpCode.TEXT || opcode == OpCode.BINARY) {
            messageOpCode = opcode;
        }
        MethodHolder onFrame = methods.get(Event.FRAME);
        if (onFrame == null) {
            dispatch(frame, callback, false);
            return;
        }
        CountingCallback both = new CountingCallback(callback, 2);
        try {
            byte effective = opcode == OpCode.CONTINUATION ? messageOpCode : opcode;
            onFrame.invoke(endpoint, session, new JettyWebSocketFrame(frame, effective), Callbacks.toApi(both));
        } catch (Throwable x) {
            both.failed(x);
            return;
        }
        dispatch(frame, both, true);
    }

    /** @param seen whether the endpoint has seen the frame, so that demanding the next one can be its own to do */
    private void dispatch(Frame frame, Callback callback, boolean seen) {
        switch (frame.getOpCode()) {
            case OpCode.TEXT, OpCode.BINARY, OpCode.CONTINUATION -> onData(frame, callback, seen);
            case OpCode.PING -> onPing(frame, callback, seen);
            case OpCode.PONG -> onControl(Event.PONG, frame, callback, seen);
            default -> onCloseFrame(frame, callback);
        }
    }

    private void onData(Frame frame, Callback callback, boolean seen) {
        if (frame.getOpCode() != OpCode.CONTINUATION) {
            currentSink = frame.getOpCode() == OpCode.TEXT ? textSink() : binarySink();
            if (currentSink == null) {
                LOG.debug("{} has no method for {} messages", endpoint, OpCode.name(frame.getOpCode()));
            }
        }
        if (currentSink == null) {
            callback.succeeded();
            passOver(seen);
        } else {
            currentSink.accept(frame, callback);
        }
    }

    private @Nullable MessageSink textSink() {
        if (textSink == null) {
            textSink = newSink(true);
        }
        return textSink;
    }

    private @Nullable MessageSink binarySink() {
        if (binarySink == null) {
            binarySink = newSink(false);
        }
        return binarySink;
    }

    private @Nullable MessageSink newSink(boolean ofText) {
        WebSocketSession current = session();
        return methods.newSink(ofText, endpoint, current, current.getCoreSession());
    }

    private void onPing(Frame frame, Callback callback, boolean seen) {
        if (methods.get(Event.PING) != null) {
            onControl(Event.PING, frame, callback, seen);
            return;
        }
        ByteBuffer payload = frame.hasPayload() ? BufferUtil.copy(frame.getPayload()) : null;
        session().getCoreSession().sendFrame(new Frame(OpCode.PONG, payload), Callback.NOOP, false);
        callback.succeeded();
        passOver(seen);
    }

    private void onControl(Event event, Frame frame, Callback callback, boolean seen) {
        MethodHolder method = methods.get(event);
        if (method == null) {
            callback.succeeded();
            passOver(seen);
            return;
        }
        try {
            ByteBuffer payload = BufferUtil.copy(frame.getPayload());
            method.invoke(endpoint, session, (payload == null ? BufferUtil.EMPTY_BUFFER : payload).asReadOnlyBuffer());
        } catch (Throwable x) {
            callback.failed(x);
            return;
        }
        callback.succeeded();
        if (methods.isAutoDemand()) {
            session().getCoreSession().demand();
        }
    }

    /** The endpoint was not told, or was notified of the frame only: the next one is demanded for it. */
    private void passOver(boolean seen) {
        if (!seen || methods.isAutoDemand()) {
            session().getCoreSession().demand();
        }
    }

    private void onCloseFrame(Frame frame, Callback callback) {
        CloseStatus status = CloseStatus.getCloseStatus(frame);
        assert status != null; // as it is a Close
        tellClose(status.getCode(), status.getReason(), callback);
    }

    private void tellClose(int code, @Nullable String reason, Callback callback) {
        MethodHolder close = methods.get(Event.CLOSE);
        if (closeTold || close == null) {
            closeTold = true;
            callback.succeeded();
            return;
        }
        closeTold = true;
        try {
            close.invoke(endpoint, session, code, reason, Callbacks.toApi(callback));
        } catch (Throwable x) {
            callback.failed(x);
            return;
        }
        if (!methods.isCloseTakesCallback()) {
            callback.succeeded();
        }
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        Throwable failure = Failures.toApi(cause);
        failSinks(failure);
        MethodHolder error = methods.get(Event.ERROR);
        try {
            if (error != null) {
                error.invoke(endpoint, session, failure);
            } else {
                LOG.debug("{} has no method for the failure", endpoint, failure);
            }
        } catch (Throwable x) {
            callback.failed(x);
            return;
        }
        callback.succeeded();
    }

    private void failSinks(Throwable failure) {
        if (textSink != null) {
            textSink.fail(failure);
        }
        if (binarySink != null) {
            binarySink.fail(failure);
        }
    }

    @Override
    public void onClosed(CloseStatus closeStatus, Callback callback) {
        failSinks(new java.nio.channels.ClosedChannelException());
        try {
            tellClose(closeStatus.getCode(), closeStatus.getReason(), callback);
        } finally {
            WebSocketSession ended = session;
            if (ended != null) {
                container.notifySessionListeners(listener -> listener.onWebSocketSessionClosed(ended));
            }
            if (onEnd != null) {
                onEnd.run();
            }
        }
    }

    @Override
    public String toString() {
        return "JettyWebSocketFrameHandler@" + Integer.toHexString(hashCode()) + "["
                + endpoint.getClass().getName() + "]";
    }
}
