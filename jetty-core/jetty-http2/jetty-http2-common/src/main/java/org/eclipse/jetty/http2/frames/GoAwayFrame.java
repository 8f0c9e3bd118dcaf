package org.eclipse.jetty.http2.frames;

import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http2.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The announcement that a session ends (RFC 9113, section 6.8). Immutable. */
public class GoAwayFrame extends Frame {
    /** The first of two announcements: no other streams are to be opened, and those that are on their way are processed. */
    public static final GoAwayFrame GRACEFUL = new GoAwayFrame(Integer.MAX_VALUE, ErrorCode.NO_ERROR.code, null);

    private final int lastStreamId;
    private final int error;
    private final byte @Nullable [] payload;

    /**
     * @param lastStreamId the last stream that was or will be processed
     * @param error the code, as of {@link ErrorCode}
     * @param payload debug data; null for none
     */
    public GoAwayFrame(int lastStreamId, int error, byte @Nullable [] payload) {
        this.lastStreamId = lastStreamId;
        this.error = error;
        this.payload = payload == null ? null : payload.clone();
    }

    /** Returns whether streams that are on their way are still processed, and another announcement follows. */
    public boolean isGraceful() {
        return lastStreamId == Integer.MAX_VALUE;
    }

    public int getLastStreamId() {
        return lastStreamId;
    }

    public int getError() {
        return error;
    }

    /** Returns debug data; null for none. */
    public byte @Nullable [] getPayload() {
        return payload == null ? null : payload.clone();
    }

    /** Returns debug data as text; null for none. */
    public @Nullable String tryConvertPayload() {
        return payload == null ? null : new String(payload, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "GoAwayFrame[last=" + lastStreamId + "," + ErrorCode.toString(error, null) + "," + tryConvertPayload()
                + "]";
    }
}
