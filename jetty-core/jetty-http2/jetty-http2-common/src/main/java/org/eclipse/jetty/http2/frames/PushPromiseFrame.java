package org.eclipse.jetty.http2.frames;

import java.util.Objects;
import org.eclipse.jetty.http.MetaData;

/** The promise of a server to answer a request that was not asked (RFC 9113, section 6.6). Immutable. */
public class PushPromiseFrame extends StreamFrame {
    private final int promisedStreamId;
    private final MetaData.Request metaData;

    /** Creates one whose promised stream is not chosen yet. */
    public PushPromiseFrame(int streamId, MetaData.Request metaData) {
        this(streamId, 0, metaData);
    }

    /**
     * @param streamId the stream that it is promised on
     * @param promisedStreamId the stream of its response; 0 if it is not chosen yet
     */
    public PushPromiseFrame(int streamId, int promisedStreamId, MetaData.Request metaData) {
        super(streamId);
        this.promisedStreamId = promisedStreamId;
        this.metaData = Objects.requireNonNull(metaData);
    }

    public int getPromisedStreamId() {
        return promisedStreamId;
    }

    /** Returns the head of the request. */
    public MetaData.Request getMetaData() {
        return metaData;
    }

    @Override
    public PushPromiseFrame withStreamId(int streamId) {
        return new PushPromiseFrame(streamId, promisedStreamId, metaData);
    }

    @Override
    public String toString() {
        return super.toString() + "[promised=" + promisedStreamId + "," + metaData + "]";
    }
}
