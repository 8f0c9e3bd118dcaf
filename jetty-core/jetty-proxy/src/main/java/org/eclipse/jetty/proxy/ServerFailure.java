package org.eclipse.jetty.proxy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Why there is no response, or not a whole one, and the status that tells the client. */
public final class ServerFailure extends IOException implements HttpException {
    private static final long serialVersionUID = 1L;

    private final int code;

    private ServerFailure(int code, Throwable cause) {
        super(cause);
        this.code = code;
    }

    /** Returns the failure whose status tells what has failed (RFC 9110, sections 15.6.3 to 15.6.5). */
    public static ServerFailure of(Throwable failure) {
        int code = HttpStatus.BAD_GATEWAY_502;
        if (failure instanceof RejectedExecutionException) {
            code = HttpStatus.SERVICE_UNAVAILABLE_503;
        } else if (failure instanceof TimeoutException || failure instanceof SocketTimeoutException) {
            code = HttpStatus.GATEWAY_TIMEOUT_504;
        }
        return new ServerFailure(code, failure);
    }

    @Override
    public int getCode() {
        return code;
    }

    @Override
    public @Nullable String getReason() {
        return null;
    }
}
