package org.eclipse.jetty.http;

import org.jspecify.annotations.Nullable;

/** A message that breaks the protocol, answered with 400 unless another status is given. */
public class BadMessageException extends HttpException.RuntimeException {
    public BadMessageException() {
        this(null, (Throwable) null);
    }

    public BadMessageException(String reason) {
        this(reason, null);
    }

    public BadMessageException(@Nullable String reason, @Nullable Throwable cause) {
        this(HttpStatus.BAD_REQUEST_400, reason, cause);
    }

    public BadMessageException(int code) {
        this(code, null, null);
    }

    public BadMessageException(int code, String reason) {
        this(code, reason, null);
    }

    public BadMessageException(int code, @Nullable String reason, @Nullable Throwable cause) {
        super(code, reason, cause);
    }
}
