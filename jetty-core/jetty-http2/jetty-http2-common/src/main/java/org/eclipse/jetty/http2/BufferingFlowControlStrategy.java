package org.eclipse.jetty.http2;

/** Waits until a part of the window was consumed, so that few WINDOW_UPDATE frames are sent. Thread-safe. */
public class BufferingFlowControlStrategy implements FlowControlStrategy {
    private final float ratio;

    /** Waits for a half of the window. */
    public BufferingFlowControlStrategy() {
        this(0.5F);
    }

    /** @param bufferRatio the part of the window that is consumed before the other side is told, from 0 to 1 */
    public BufferingFlowControlStrategy(float bufferRatio) {
        if (!(bufferRatio >= 0 && bufferRatio <= 1)) {
            throw new IllegalArgumentException("buffer ratio " + bufferRatio + " (expected: 0 to 1)");
        }
        ratio = bufferRatio;
    }

    public float getBufferRatio() {
        return ratio;
    }

    @Override
    public boolean isUpdateDue(int window, int consumed) {
        return consumed >= window * ratio;
    }
}
