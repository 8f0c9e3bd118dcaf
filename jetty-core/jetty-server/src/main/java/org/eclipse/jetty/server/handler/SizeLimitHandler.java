package org.eclipse.jetty.server.handler;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.thread.RefusalCounter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the content of requests and of responses.
 *
 * <p>A request whose Content-Length exceeds the limit gets 413 (RFC 9110, section 15.5.14) at once; without a length, reading
 * fails with 413 where the limit is passed. A response whose Content-Length exceeds its limit becomes a 500; without a
 * length, the write that passes the limit fails, which is a 500 as long as nothing was sent, and cuts the response off after
 * that. Thread-safe.
 */
@ManagedObject("Limits the content of requests and of responses")
public class SizeLimitHandler extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(SizeLimitHandler.class);

    private final long requestLimit;
    private final long responseLimit;
    private final RefusalCounter requests = new RefusalCounter(LOG, "SizeLimitHandler");
    private final RefusalCounter responses = new RefusalCounter(LOG, "SizeLimitHandler");

    /**
     * Creates a handler with limits.
     *
     * @param requestLimit the most bytes of content of a request, negative for no limit
     * @param responseLimit the most bytes of content of a response, negative for no limit
     */
    public SizeLimitHandler(long requestLimit, long responseLimit) {
        this.requestLimit = requestLimit;
        this.responseLimit = responseLimit;
    }

    @ManagedAttribute("The requests whose content exceeded its limit")
    public long getTotalRefusedRequestCount() {
        return requests.getCount();
    }

    @ManagedAttribute("The responses whose content exceeded its limit")
    public long getTotalRefusedResponseCount() {
        return responses.getCount();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (getHandler() == null) {
            return false;
        }
        Request limitedRequest = request;
        if (requestLimit >= 0) {
            long length = request.getLength();
            if (length > requestLimit) {
                requests.refused(refusedRequest(request, length));
                Response.writeError(
                        request, response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413, requestMessage(length));
                return true;
            }
            if (length < 0) {
                limitedRequest = new LimitedRequest(request);
            }
        }
        Response limitedResponse = responseLimit < 0 ? response : new LimitedResponse(limitedRequest, response);
        return super.handle(limitedRequest, limitedResponse, callback);
    }

    private String refusedRequest(Request request, long length) {
        return "content of " + length + " bytes to " + request.getMethod() + " "
                + request.getHttpURI().getDecodedPath() + ", limit " + requestLimit;
    }

    private String requestMessage(long length) {
        return "Request body is too large: " + length + ">" + requestLimit;
    }

    /** Counts what is read. Confined to the threads that read, one at a time. */
    private final class LimitedRequest extends Request.Wrapper {
        private long read;
        private Content.@Nullable Chunk failure;

        private LimitedRequest(Request wrapped) {
            super(wrapped);
        }

        @Override
        public Content.@Nullable Chunk read() {
            if (failure != null) {
                return failure;
            }
            Content.Chunk chunk = super.read();
            if (chunk == null || Content.Chunk.isFailure(chunk)) {
                return chunk;
            }
            read += chunk.remaining();
            if (read <= requestLimit) {
                return chunk;
            }
            chunk.release();
            requests.refused(refusedRequest(this, read));
            Throwable cause =
                    new HttpException.RuntimeException(HttpStatus.PAYLOAD_TOO_LARGE_413, requestMessage(read));
            failure = Content.Chunk.from(cause, true);
            // what follows is not read by others either
            getWrapped().fail(cause);
            return failure;
        }
    }

    /** Counts what is written. Confined to the threads that write, one at a time. */
    private final class LimitedResponse extends Response.Wrapper {
        private long written;
        private @Nullable Throwable failure;

        private LimitedResponse(Request request, Response wrapped) {
            super(request, wrapped);
        }

        @Override
        public void reset() {
            super.reset();
            // the error page is not counted together with what it replaces
            written = 0;
            failure = null;
        }

        @Override
        public void write(boolean last, @Nullable ByteBuffer byteBuffer, Callback callback) {
            if (failure == null) {
                long sum = written + (byteBuffer == null ? 0 : byteBuffer.remaining());
                long length = isCommitted() ? sum : Math.max(sum, getHeaders().getLongField(HttpHeader.CONTENT_LENGTH));
                if (length > responseLimit) {
                    responses.refused("content of " + length + " bytes of a response to "
                            + getRequest().getMethod() + " "
                            + getRequest().getHttpURI().getDecodedPath() + ", limit " + responseLimit);
                    failure = new HttpException.RuntimeException(
                            HttpStatus.INTERNAL_SERVER_ERROR_500,
                            "Response body is too large: " + length + ">" + responseLimit);
                } else {
                    written = sum;
                }
            }
            if (failure == null) {
                super.write(last, byteBuffer, callback);
            } else {
                callback.failed(failure);
            }
        }
    }
}
