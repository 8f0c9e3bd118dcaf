package org.eclipse.jetty.io.ssl;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.BufferUtil;

/**
 * An endpoint of the network that notifies of bytes and of space only when the test calls {@link #select()}, as a selector does that comes
 * late. Confined to the thread of the test.
 */
final class StepEndPoint extends AbstractEndPoint {
    private final ArrayDeque<ByteBuffer> input = new ArrayDeque<>();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private int space = Integer.MAX_VALUE;
    private boolean inputEnded;
    private IOException broken;

    StepEndPoint() {
        super(null);
    }

    /** Has bytes arrive, without notice. */
    void receive(byte[] bytes) {
        input.add(ByteBuffer.wrap(bytes));
    }

    void receiveEnd() {
        inputEnded = true;
    }

    /** Takes what was written since the last call. */
    byte[] take() {
        byte[] taken = output.toByteArray();
        output.reset();
        return taken;
    }

    /** Sets how many more bytes the network takes. */
    void setSpace(int bytes) {
        space = bytes;
    }

    /** Has writes fail from now on. */
    void breakOutput(IOException failure) {
        broken = failure;
    }

    /** Notifies those that wait for bytes or space, where there are some; returns whether there was somebody to notify. */
    boolean select() {
        boolean notified = false;
        if (isWritePending() && (space > 0 || broken != null)) {
            completeWrite();
            notified = true;
        }
        if (!input.isEmpty() || inputEnded) {
            notified |= getFillInterest().fillable();
        }
        return notified;
    }

    @Override
    public int fill(ByteBuffer buffer) {
        if (!isOpen() || isInputShutdown()) {
            return -1;
        }
        int filled = 0;
        int position = BufferUtil.flipToFill(buffer);
        while (!input.isEmpty() && buffer.hasRemaining()) {
            filled += BufferUtil.put(input.peek(), buffer);
            if (!input.peek().hasRemaining()) {
                input.poll();
            }
        }
        BufferUtil.flipToFlush(buffer, position);
        if (filled == 0 && input.isEmpty() && inputEnded) {
            shutdownInput();
            return -1;
        }
        return filled;
    }

    @Override
    public boolean flush(ByteBuffer... buffers) throws IOException {
        if (broken != null) {
            throw broken;
        }
        if (!isOpen() || isOutputShutdown()) {
            throw new EofException("closed");
        }
        for (ByteBuffer buffer : buffers) {
            byte[] bytes = new byte[Math.min(space, buffer.remaining())];
            buffer.get(bytes);
            output.writeBytes(bytes);
            space -= bytes.length;
            taken(bytes.length);
            if (buffer.hasRemaining()) {
                return false;
            }
        }
        return true;
    }

    @Override
    protected void needsFillInterest() {
        // notified by the next select
    }

    @Override
    protected void onIncompleteFlush() {
        // goes on with the next select
    }

    @Override
    public void onClose(Throwable cause) {
        super.onClose(cause);
        Connection connection = getConnection();
        if (connection != null) {
            connection.onClose(cause);
        }
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return null;
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return null;
    }

    @Override
    public Object getTransport() {
        return null;
    }
}
