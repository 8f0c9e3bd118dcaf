package org.eclipse.jetty.http;

import org.eclipse.jetty.io.QuietException;
import org.jspecify.annotations.Nullable;

/**
 * A failure that knows the status to answer it with.
 *
 * <p>Quiet: it reports the peer's or application's mistake, which the response reports; logs need no stack.
 */
public interface HttpException extends QuietException {
    /** The status to answer with. */
    int getCode();

    /** What is wrong. */
    @Nullable
    String getReason();

    /** Throws the failure itself when it is unchecked, else wrapped. */
    static void throwAsUnchecked(HttpException failure) {
        if (failure instanceof java.lang.RuntimeException unchecked) {
            throw unchecked;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        throw new RuntimeException(failure.getCode(), failure.getReason(), (Throwable) failure);
    }

    /** An unchecked failure with a status. */
    class RuntimeException extends java.lang.RuntimeException implements HttpException {
        private final int code;
        private final @Nullable String reason;

        public RuntimeException(int code) {
            this(code, null, null);
        }

        public RuntimeException(int code, @Nullable String reason) {
            this(code, reason, null);
        }

        public RuntimeException(int code, @Nullable Throwable cause) {
            this(code, null, cause);
        }

        public RuntimeException(int code, @Nullable String reason, @Nullable Throwable cause) {
            super(code + ": " + reason, cause);
            this.code = code;
            this.reason = reason;
        }

        @Override
        public int getCode() {
            return code;
        }

        @Override
        public @Nullable String getReason() {
            return reason;
        }
    }

    /** An illegal argument with a status. */
    class IllegalArgumentException extends java.lang.IllegalArgumentException implements HttpException {
        private final int code;
        private final @Nullable String reason;

        public IllegalArgumentException(int code) {
            this(code, null, null);
        }

        public IllegalArgumentException(int code, @Nullable String reason) {
            this(code, reason, null);
        }

        public IllegalArgumentException(int code, @Nullable String reason, @Nullable Throwable cause) {
            super(code + ": " + reason, cause);
            this.code = code;
            this.reason = reason;
        }

        @Override
        public int getCode() {
            return code;
        }

        @Override
        public @Nullable String getReason() {
            return reason;
        }
    }

    /** An illegal state with a status. */
    class IllegalStateException extends java.lang.IllegalStateException implements HttpException {
        private final int code;
        private final @Nullable String reason;

        public IllegalStateException(int code) {
            this(code, null, null);
        }

        public IllegalStateException(int code, @Nullable String reason) {
            this(code, reason, null);
        }

        public IllegalStateException(int code, @Nullable String reason, @Nullable Throwable cause) {
            super(code + ": " + reason, cause);
            this.code = code;
            this.reason = reason;
        }

        @Override
        public int getCode() {
            return code;
        }

        @Override
        public @Nullable String getReason() {
            return reason;
        }
    }
}
