package org.eclipse.jetty.http2.frames;

import java.util.Objects;
import org.eclipse.jetty.http.MetaData;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request or response, or trailers (RFC 9113, section 6.2). Immutable.
 *
 * <p>{@link #getMetaData()} is a {@link MetaData.Request}, a {@link MetaData.Response}, or another one for trailers.
 */
public class HeadersFrame extends StreamFrame {
    private final MetaData metaData;
    private final @Nullable PriorityFrame priority;
    private final boolean endStream;

    /** Creates one that opens a stream, or that is of the stream that sends it. */
    public HeadersFrame(MetaData metaData, boolean endStream) {
        this(0, metaData, null, endStream);
    }

    /** As {@link #HeadersFrame(int, MetaData, PriorityFrame, boolean)}. */
    public HeadersFrame(MetaData metaData, PriorityFrame priority, boolean endStream) {
        this(0, metaData, priority, endStream);
    }

    /** @param endStream whether this ends the stream */
    public HeadersFrame(int streamId, MetaData metaData, boolean endStream) {
        this(streamId, metaData, null, endStream);
    }

    /**
     * @param streamId 0 for one that opens a stream, or that is of the stream that sends it
     * @param priority what is said of the stream when it is opened; null for nothing
     * @param endStream whether this ends the stream
     */
    public HeadersFrame(int streamId, MetaData metaData, @Nullable PriorityFrame priority, boolean endStream) {
        super(streamId);
        this.metaData = Objects.requireNonNull(metaData);
        this.priority = priority;
        this.endStream = endStream;
    }

    public MetaData getMetaData() {
        return metaData;
    }

    /** Returns what is said of the stream when it is opened; null for nothing, and where the other side said it. */
    public @Nullable PriorityFrame getPriority() {
        return priority;
    }

    /** Returns whether this ends the stream. */
    public boolean isEndStream() {
        return endStream;
    }

    @Override
    public HeadersFrame withStreamId(int streamId) {
        return new HeadersFrame(streamId, metaData, priority, endStream);
    }

    @Override
    public String toString() {
        return super.toString() + "[" + metaData + ",end=" + endStream + "]";
    }
}
