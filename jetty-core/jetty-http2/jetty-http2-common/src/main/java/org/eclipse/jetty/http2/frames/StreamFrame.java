package org.eclipse.jetty.http2.frames;

/** A frame of a stream. Immutable. */
public abstract class StreamFrame extends Frame {
    private final int streamId;

    /** @param streamId 0 for that of the stream that sends it */
    StreamFrame(int streamId) {
        if (streamId < 0) {
            throw new IllegalArgumentException("streamId: " + streamId + " (expected: at least 0)");
        }
        this.streamId = streamId;
    }

    /** Returns the stream; 0 for that of the stream that sends it. */
    public int getStreamId() {
        return streamId;
    }

    /** Returns the same frame of another stream. */
    public abstract StreamFrame withStreamId(int newStreamId);

    @Override
    public String toString() {
        return getClass().getSimpleName() + "#" + streamId;
    }
}
