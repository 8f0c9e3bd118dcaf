package org.eclipse.jetty.http2;

import org.jspecify.annotations.Nullable;

/** A violation of RFC 9113 by the other side: the error of a stream, or of the whole connection (section 5.4). */
public final class HTTP2Exception extends Exception {
    private final int streamId;
    private final ErrorCode code;

    private HTTP2Exception(int streamId, ErrorCode code, @Nullable String reason) {
        // whoever breaks the rules does not get a stack trace written for it
        super(reason, null, false, false);
        this.streamId = streamId;
        this.code = code;
    }

    /** An error that ends the connection. */
    public static HTTP2Exception connection(ErrorCode code, @Nullable String reason) {
        return new HTTP2Exception(0, code, reason);
    }

    /** An error that ends a stream. */
    public static HTTP2Exception stream(int streamId, ErrorCode code, @Nullable String reason) {
        return new HTTP2Exception(streamId, code, reason);
    }

    /** The stream that ends; 0 for the connection. */
    public int getStreamId() {
        return streamId;
    }

    public ErrorCode getCode() {
        return code;
    }

    @Override
    public String toString() {
        return (streamId == 0 ? "connection error " : "error of stream " + streamId + " ") + code + ": " + getMessage();
    }
}
