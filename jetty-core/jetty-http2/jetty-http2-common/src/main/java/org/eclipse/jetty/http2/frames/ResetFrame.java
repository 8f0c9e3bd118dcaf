package org.eclipse.jetty.http2.frames;

import org.eclipse.jetty.http2.ErrorCode;

/** The end of a stream by an error (RFC 9113, section 6.4). Immutable. */
public class ResetFrame extends StreamFrame {
    private final int error;

    /** @param error the code, as of {@link ErrorCode} */
    public ResetFrame(int streamId, int error) {
        super(streamId);
        this.error = error;
    }

    public int getError() {
        return error;
    }

    @Override
    public ResetFrame withStreamId(int streamId) {
        return new ResetFrame(streamId, error);
    }

    @Override
    public String toString() {
        return super.toString() + "[" + ErrorCode.toString(error, null) + "]";
    }
}
