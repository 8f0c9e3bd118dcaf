package org.eclipse.jetty.websocket.core.client.internal;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.core.WebSocketComponents;

/** Sends the request of a handshake, reads the head of the response, and gives way to the connection of the session. */
final class HandshakeConnection extends AbstractConnection implements Connection.UpgradeFrom {
    private static final int MAX_HEAD = 16 * 1024;

    private final Scheduler scheduler;
    private final Handshake handshake;
    /** What has come of the response; heap memory, so that what follows the head is taken over as it is. */
    private final ByteBuffer response = BufferUtil.allocate(MAX_HEAD);

    HandshakeConnection(EndPoint endPoint, WebSocketComponents components, Scheduler scheduler, Handshake handshake) {
        super(endPoint, components.getExecutor());
        this.scheduler = scheduler;
        this.handshake = handshake;
    }

    @Override
    public void onOpen() {
        super.onOpen();
        try {
            getEndPoint().write(Callback.from(this::fillInterested, this::fail), handshake.newRequest());
        } catch (Throwable x) {
            fail(x);
        }
    }

    @Override
    public void onFillable() {
        try {
            while (true) {
                int filled = getEndPoint().fill(response);
                int end = endOfHead();
                if (end > 0) {
                    upgrade(end);
                    return;
                }
                if (filled < 0) throw new EOFException("The server closed the connection without a response");
                if (BufferUtil.space(response) == 0)
                    throw new IOException("The head of the response is too large (max " + MAX_HEAD + " bytes)");
                if (filled == 0) {
                    fillInterested();
                    return;
                }
            }
        } catch (Throwable x) {
            fail(x);
        }
    }

    /** Returns the position behind the empty line, or -1. */
    private int endOfHead() {
        for (int i = response.position() + 3; i < response.limit(); i++)
            if (response.get(i) == '\n'
                    && response.get(i - 1) == '\r'
                    && response.get(i - 2) == '\n'
                    && response.get(i - 3) == '\r') return i + 1;
        return -1;
    }

    private void upgrade(int end) {
        byte[] head = new byte[end - response.position()];
        response.get(head);
        Connection next = handshake.accept(
                getEndPoint(), scheduler, ResponseHead.parse(new String(head, StandardCharsets.ISO_8859_1)));
        getEndPoint().upgrade(next);
        handshake.complete();
    }

    @Override
    public ByteBuffer onUpgradeFrom() {
        return response;
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        fail(cause);
    }

    @Override
    public void onClose(Throwable cause) {
        super.onClose(cause);
        // without effect once there is a session
        if (cause != null) handshake.fail(cause);
    }

    private void fail(Throwable cause) {
        handshake.fail(cause);
        getEndPoint().close(cause);
    }
}
