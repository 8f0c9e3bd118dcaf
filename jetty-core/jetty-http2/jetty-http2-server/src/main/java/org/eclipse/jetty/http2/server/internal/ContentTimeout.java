package org.eclipse.jetty.http2.server.internal;

import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Content that does not come, which is the client's fault (RFC 9110, section 15.5.9). */
final class ContentTimeout extends TimeoutException implements HttpException {
    ContentTimeout(String message) {
        super(message);
    }

    @Override
    public int getCode() {
        return HttpStatus.REQUEST_TIMEOUT_408;
    }

    @Override
    public @Nullable String getReason() {
        return getMessage();
    }
}
