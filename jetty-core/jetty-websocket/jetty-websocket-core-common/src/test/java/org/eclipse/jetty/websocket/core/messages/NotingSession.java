package org.eclipse.jetty.websocket.core.messages;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.OutgoingEntry;
import org.eclipse.jetty.websocket.core.WebSocketComponents;

/** A session that notes what it is asked for. */
class NotingSession extends CoreSession.Empty {
    final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
    final AtomicInteger demands = new AtomicInteger();
    /** Closes, by their codes. */
    final List<Integer> closes = new CopyOnWriteArrayList<>();
    /** The frames that were sent, each with a memory of its own. */
    final List<Frame> sent = new CopyOnWriteArrayList<>();

    volatile boolean outputOpen = true;
    /** What frames fail by from now on; null for success. */
    volatile Throwable failure;

    private final WebSocketComponents components;

    NotingSession() {
        components = new WebSocketComponents(null, null, pool, null, null, task -> new Thread(task).start());
    }

    @Override
    public WebSocketComponents getWebSocketComponents() {
        return components;
    }

    @Override
    public boolean isOutputOpen() {
        return outputOpen;
    }

    @Override
    public void demand() {
        demands.incrementAndGet();
    }

    @Override
    public void close(int statusCode, String reason, Callback callback) {
        closes.add(statusCode);
        callback.succeeded();
    }

    @Override
    public void sendFrame(OutgoingEntry entry) {
        if (failure != null) {
            entry.getCallback().failed(failure);
            return;
        }
        sent.add(Frame.copy(entry.getFrame()));
        entry.getCallback().succeeded();
    }

    /** Each frame that was sent, as its opcode and payload, with a dash if it is no end. */
    List<String> texts() {
        return sent.stream()
                .map(frame -> OpCode.name(frame.getOpCode()) + (frame.isFin() ? " " : "- ") + frame.getPayloadAsUTF8())
                .toList();
    }
}
