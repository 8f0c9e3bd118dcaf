package org.eclipse.jetty.http2.frames;

import java.nio.ByteBuffer;
import java.util.Objects;

/** Content (RFC 9113, section 6.1). The position of its buffer changes as it is sent. */
public class DataFrame extends StreamFrame {
    private final ByteBuffer data;
    private final boolean endStream;

    public DataFrame(ByteBuffer data, boolean endStream) {
        this(0, data, endStream);
    }

    /**
     * @param streamId 0 for that of the stream that sends it
     * @param endStream whether this ends the stream
     */
    public DataFrame(int streamId, ByteBuffer data, boolean endStream) {
        super(streamId);
        this.data = Objects.requireNonNull(data);
        this.endStream = endStream;
    }

    public ByteBuffer getByteBuffer() {
        return data;
    }

    /** Returns whether this ends the stream. */
    public boolean isEndStream() {
        return endStream;
    }

    /** Returns the octets that are left. */
    public int remaining() {
        return data.remaining();
    }

    @Override
    public DataFrame withStreamId(int streamId) {
        return new DataFrame(streamId, data, endStream);
    }

    @Override
    public String toString() {
        return super.toString() + "[" + data.remaining() + " octets,end=" + endStream + "]";
    }
}
