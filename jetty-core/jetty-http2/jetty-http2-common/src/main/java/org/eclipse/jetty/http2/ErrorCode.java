package org.eclipse.jetty.http2;

import org.jspecify.annotations.Nullable;

/** Why a stream or connection is ended (RFC 9113, section 7). */
public enum ErrorCode {
    NO_ERROR,
    PROTOCOL_ERROR,
    INTERNAL_ERROR,
    FLOW_CONTROL_ERROR,
    SETTINGS_TIMEOUT_ERROR,
    STREAM_CLOSED_ERROR,
    FRAME_SIZE_ERROR,
    REFUSED_STREAM_ERROR,
    CANCEL_STREAM_ERROR,
    COMPRESSION_ERROR,
    HTTP_CONNECT_ERROR,
    ENHANCE_YOUR_CALM_ERROR,
    INADEQUATE_SECURITY_ERROR,
    HTTP_1_1_REQUIRED_ERROR;

    private static final ErrorCode[] VALUES = values();

    /** The code on the wire. */
    public final int code;

    ErrorCode() {
        code = ordinal();
    }

    /** The constant of a code; null for one that is not known. */
    public static @Nullable ErrorCode from(int error) {
        return error >= 0 && error < VALUES.length ? VALUES[error] : null;
    }

    /** The name of a code in lower case; {@code dft}, or the number if that is null, for one that is not known. */
    public static String toString(int error, @Nullable String dft) {
        ErrorCode known = from(error);
        if (known != null) {
            return known.name().toLowerCase(java.util.Locale.ENGLISH);
        }
        return dft != null ? dft : Integer.toString(error);
    }
}
