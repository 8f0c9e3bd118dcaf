package org.eclipse.jetty.http2.frames;

import java.util.Objects;
import org.eclipse.jetty.http.MetaData;

/**
 * The head of a request or response, or trailers (RFC 9113, section 6.2). Immutable.
 *
 * <p>{@link #getMetaData()} is a {@link MetaData.Request}, a {@link MetaData.Response}, or another one for trailers.
 */
public class HeadersFrame extends StreamFrame {
    private final MetaData metaData;
    private final boolean endStream;

    /** Creates one that opens a stream, or that is of the stream that sends it. */
    public HeadersFrame(MetaData metaData, boolean endStream) {
        this(0, metaData, endStream);
    }

    /** @param endStream whether this ends the stream */
    public HeadersFrame(int streamId, MetaData metaData, boolean endStream) {
        super(streamId);
        this.metaData = Objects.requireNonNull(metaData);
        this.endStream = endStream;
    }

    public MetaData getMetaData() {
        return metaData;
    }

    /** Returns whether this ends the stream. */
    public boolean isEndStream() {
        return endStream;
    }

    @Override
    public String toString() {
        return super.toString() + "[" + metaData + ",end=" + endStream + "]";
    }
}
