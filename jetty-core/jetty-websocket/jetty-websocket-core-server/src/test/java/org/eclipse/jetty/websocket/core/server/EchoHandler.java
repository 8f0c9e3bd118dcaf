package org.eclipse.jetty.websocket.core.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.messages.ByteBufferMessageSink;
import org.eclipse.jetty.websocket.core.messages.MessageSink;
import org.eclipse.jetty.websocket.core.messages.StringMessageSink;
import org.eclipse.jetty.websocket.core.util.MethodHolder;

/** Sends whole messages back, answers Pings, and notes what it is told. */
public class EchoHandler implements FrameHandler {
    public final CompletableFuture<CoreSession> opened = new CompletableFuture<>();
    public final CompletableFuture<CloseStatus> closed = new CompletableFuture<>();
    public final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    public final BlockingQueue<Integer> frames = new LinkedBlockingQueue<>();
    private final AtomicInteger inside = new AtomicInteger();
    protected CoreSession session;
    private MessageSink text;
    private MessageSink binary;
    private MessageSink current;

    @Override
    public void onOpen(CoreSession coreSession, Callback callback) {
        session = coreSession;
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            text = new StringMessageSink(
                    session,
                    MethodHolder.from(lookup.findVirtual(
                                    EchoHandler.class, "onText", MethodType.methodType(void.class, String.class)))
                            .bindTo(this),
                    true);
            binary = new ByteBufferMessageSink(
                    session,
                    MethodHolder.from(lookup.findVirtual(
                                    EchoHandler.class,
                                    "onBinary",
                                    MethodType.methodType(void.class, ByteBuffer.class, Callback.class)))
                            .bindTo(this),
                    true);
        } catch (ReflectiveOperationException x) {
            throw new IllegalStateException(x);
        }
        callback.succeeded();
        session.demand();
        opened.complete(session);
    }

    public void onText(String message) {
        session.sendFrame(new Frame(OpCode.TEXT, message), Callback.NOOP, false);
    }

    public void onBinary(ByteBuffer message, Callback callback) {
        session.sendFrame(new Frame(OpCode.BINARY, BufferUtil.copy(message)), callback, false);
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        if (inside.incrementAndGet() != 1) {
            errors.add(new IllegalStateException("two calls at once"));
        }
        try {
            frames.add((int) frame.getOpCode());
            handle(frame, callback);
        } finally {
            inside.decrementAndGet();
        }
    }

    private void handle(Frame frame, Callback callback) {
        switch (frame.getOpCode()) {
            case OpCode.CLOSE -> callback.succeeded();
            case OpCode.PONG -> {
                callback.succeeded();
                session.demand();
            }
            case OpCode.PING -> {
                ByteBuffer payload = frame.hasPayload() ? BufferUtil.copy(frame.getPayload()) : null;
                session.sendFrame(new Frame(OpCode.PONG, payload), Callback.NOOP, false);
                callback.succeeded();
                session.demand();
            }
            default -> {
                if (frame.getOpCode() != OpCode.CONTINUATION) {
                    current = frame.getOpCode() == OpCode.TEXT ? text : binary;
                }
                current.accept(frame, callback);
            }
        }
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        errors.add(cause);
        callback.succeeded();
    }

    @Override
    public void onClosed(CloseStatus closeStatus, Callback callback) {
        if (!closed.complete(closeStatus)) {
            errors.add(new IllegalStateException("closed twice"));
        }
        callback.succeeded();
    }
}
