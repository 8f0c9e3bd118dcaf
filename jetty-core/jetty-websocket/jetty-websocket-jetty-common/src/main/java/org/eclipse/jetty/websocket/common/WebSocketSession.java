package org.eclipse.jetty.websocket.common;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Predicate;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.UpgradeRequest;
import org.eclipse.jetty.websocket.api.UpgradeResponse;
import org.eclipse.jetty.websocket.api.WebSocketContainer;
import org.eclipse.jetty.websocket.api.exceptions.WebSocketTimeoutException;
import org.eclipse.jetty.websocket.common.internal.Callbacks;
import org.eclipse.jetty.websocket.common.internal.Failures;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;

/** The API's view of a session of the core. Thread-safe, but for partial messages. */
public class WebSocketSession implements Session, Dumpable {
    private final WebSocketContainer container;
    private final CoreSession coreSession;
    private final JettyWebSocketFrameHandler frameHandler;
    /** The opcode of the partial message that is being sent. */
    private byte message = OpCode.UNDEFINED;

    public WebSocketSession(
            WebSocketContainer container, CoreSession coreSession, JettyWebSocketFrameHandler frameHandler) {
        this.container = container;
        this.coreSession = coreSession;
        this.frameHandler = frameHandler;
    }

    @Override
    public void demand() {
        if (frameHandler.isAutoDemand()) {
            throw new IllegalStateException("the endpoint demands automatically");
        }
        coreSession.demand();
    }

    @Override
    public void sendBinary(ByteBuffer buffer, Callback callback) {
        send(new Frame(OpCode.BINARY, buffer), callback);
    }

    @Override
    public void sendText(String text, Callback callback) {
        send(new Frame(OpCode.TEXT, text), callback);
    }

    @Override
    public void sendPartialBinary(ByteBuffer buffer, boolean last, Callback callback) {
        send(partial(OpCode.BINARY, last).setPayload(buffer), callback);
    }

    @Override
    public void sendPartialText(String text, boolean last, Callback callback) {
        send(partial(OpCode.TEXT, last).setPayload(text), callback);
    }

    /** A frame that begins a message, or goes on with the one of its kind; of another kind it is refused when sent. */
    private synchronized Frame partial(byte opcode, boolean last) {
        byte next = message == opcode ? OpCode.CONTINUATION : opcode;
        message = last ? OpCode.UNDEFINED : opcode;
        return new Frame(next, last, (ByteBuffer) null);
    }

    @Override
    public void sendPing(ByteBuffer applicationData, Callback callback) {
        send(new Frame(OpCode.PING, applicationData), callback);
    }

    @Override
    public void sendPong(ByteBuffer applicationData, Callback callback) {
        send(new Frame(OpCode.PONG, applicationData), callback);
    }

    private void send(Frame frame, Callback callback) {
        coreSession.sendFrame(frame, Callbacks.toCore(callback), false);
    }

    @Override
    public void close(int statusCode, @Nullable String reason, Callback callback) {
        coreSession.close(statusCode, reason, Callbacks.toCore(callback));
    }

    @Override
    public void disconnect() {
        coreSession.abort();
    }

    @Override
    public Duration getIdleTimeout() {
        return coreSession.getIdleTimeout();
    }

    @Override
    public void setIdleTimeout(Duration value) {
        coreSession.setIdleTimeout(value);
    }

    @Override
    public int getInputBufferSize() {
        return coreSession.getInputBufferSize();
    }

    @Override
    public void setInputBufferSize(int value) {
        coreSession.setInputBufferSize(value);
    }

    @Override
    public int getOutputBufferSize() {
        return coreSession.getOutputBufferSize();
    }

    @Override
    public void setOutputBufferSize(int value) {
        coreSession.setOutputBufferSize(value);
    }

    @Override
    public long getMaxBinaryMessageSize() {
        return coreSession.getMaxBinaryMessageSize();
    }

    @Override
    public void setMaxBinaryMessageSize(long value) {
        coreSession.setMaxBinaryMessageSize(value);
    }

    @Override
    public long getMaxTextMessageSize() {
        return coreSession.getMaxTextMessageSize();
    }

    @Override
    public void setMaxTextMessageSize(long value) {
        coreSession.setMaxTextMessageSize(value);
    }

    @Override
    public long getMaxFrameSize() {
        return coreSession.getMaxFrameSize();
    }

    @Override
    public void setMaxFrameSize(long value) {
        coreSession.setMaxFrameSize(value);
    }

    @Override
    public boolean isAutoFragment() {
        return coreSession.isAutoFragment();
    }

    @Override
    public void setAutoFragment(boolean value) {
        coreSession.setAutoFragment(value);
    }

    @Override
    public int getMaxOutgoingFrames() {
        return coreSession.getMaxOutgoingFrames();
    }

    @Override
    public void setMaxOutgoingFrames(int value) {
        coreSession.setMaxOutgoingFrames(value);
    }

    @Override
    public String getProtocolVersion() {
        return coreSession.getProtocolVersion();
    }

    @Override
    public boolean isOpen() {
        return coreSession.isOutputOpen();
    }

    @Override
    public boolean isSecure() {
        return coreSession.isSecure();
    }

    @Override
    public void addIdleTimeoutListener(Predicate<WebSocketTimeoutException> onIdleTimeout) {
        coreSession.addIdleTimeoutListener(x -> onIdleTimeout.test((WebSocketTimeoutException) Failures.toApi(x)));
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return coreSession.getLocalAddress();
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return coreSession.getRemoteAddress();
    }

    @Override
    public UpgradeRequest getUpgradeRequest() {
        return frameHandler.getUpgradeRequest();
    }

    @Override
    public UpgradeResponse getUpgradeResponse() {
        return frameHandler.getUpgradeResponse();
    }

    public CoreSession getCoreSession() {
        return coreSession;
    }

    WebSocketContainer getContainer() {
        return container;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, coreSession);
    }

    @Override
    public String toString() {
        return "WebSocketSession@" + Integer.toHexString(hashCode()) + "["
                + frameHandler.getEndpoint().getClass().getName() + "," + getRemoteSocketAddress() + "]";
    }
}
