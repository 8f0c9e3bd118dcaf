package org.eclipse.jetty.server;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ListIterator;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.Trailers;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.internal.ChannelResponse;
import org.eclipse.jetty.server.internal.ErrorFields;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP response, asynchronous and independent of any API.
 *
 * <p>The first write commits it: status and fields cannot change any more. It may be used until the callback of
 * {@link Handler#handle} is completed.
 */
public interface Response extends Content.Sink {
    Logger LOG = LoggerFactory.getLogger(Response.class);

    Request getRequest();

    /** The status code; 0 if it was not set, which is sent as 200. */
    int getStatus();

    void setStatus(int code);

    /** The fields; read-only once committed. */
    HttpFields.Mutable getHeaders();

    @Nullable
    Supplier<HttpFields> getTrailersSupplier();

    /** Sets what supplies the trailer fields at the last write (RFC 9110, section 6.5). */
    void setTrailersSupplier(@Nullable Supplier<HttpFields> trailers);

    boolean isCommitted();

    /** Whether the last write was begun. */
    boolean hasLastWrite();

    /** Whether the last write was done and the callback succeeded. */
    boolean isCompletedSuccessfully();

    /**
     * Makes status, fields and trailers as they were at first.
     *
     * @throws IllegalStateException if committed
     */
    void reset();

    /** Sends an interim response (RFC 9110, section 15.2), such as 103. */
    CompletableFuture<Void> writeInterim(int status, HttpFields headers);

    @Override
    void write(boolean last, @Nullable ByteBuffer byteBuffer, Callback callback);

    /** The outermost wrapper of a type, or the response itself if it is of the type; null if there is none. */
    @SuppressWarnings("unchecked")
    static <T> @Nullable T as(Response response, Class<T> type) {
        Response current = response;
        while (current != null) {
            if (type.isInstance(current)) {
                return (T) current;
            }
            current = current instanceof Wrapper wrapper ? wrapper.getWrapped() : null;
        }
        return null;
    }

    /** As {@link #as}, looking no further than the innermost context. */
    static <T extends Response> @Nullable T asInContext(Response response, Class<? extends T> type) {
        Response current = response;
        Context context = response == null ? null : response.getRequest().getContext();
        while (current != null) {
            if (type.isInstance(current)) {
                return type.cast(current);
            }
            current = current instanceof Wrapper wrapper ? wrapper.getWrapped() : null;
            if (current != null && current.getRequest().getContext() != context) {
                return null;
            }
        }
        return null;
    }

    /** Redirects by 302, or by 303 for a method other than GET of HTTP/1.1. */
    static void sendRedirect(Request request, Response response, Callback callback, String location) {
        sendRedirect(request, response, callback, location, false);
    }

    /** As {@link #sendRedirect(Request, Response, Callback, String)}, reading what content there is if wanted. */
    static void sendRedirect(
            Request request, Response response, Callback callback, String location, boolean consumeAvailable) {
        int code = HttpVersion.HTTP_1_0.equals(request.getConnectionMetaData().getHttpVersion())
                ? HttpStatus.FOUND_302
                : HttpStatus.SEE_OTHER_303;
        sendRedirect(
                request,
                response,
                callback,
                HttpMethod.GET.is(request.getMethod()) ? HttpStatus.FOUND_302 : code,
                location,
                consumeAvailable);
    }

    /**
     * Redirects.
     *
     * @param code a status of 3xx
     * @param location an absolute URI, a path, or a reference relative to the request's path
     * @param consumeAvailable whether what content of the request is there shall be read
     */
    static void sendRedirect(
            Request request,
            Response response,
            Callback callback,
            int code,
            String location,
            boolean consumeAvailable) {
        sendRedirect(request, response, callback, code, location, consumeAvailable, null);
    }

    /** As above, with content of the response; null for none or what the configuration generates. */
    static void sendRedirect(
            Request request,
            Response response,
            Callback callback,
            int code,
            String location,
            boolean consumeAvailable,
            @Nullable ByteBuffer content) {
        if (!HttpStatus.isRedirection(code)) {
            callback.failed(new IllegalArgumentException("redirection with status " + code + " (expected: 3xx)"));
            return;
        }
        if (location == null) {
            callback.failed(new IllegalArgumentException("redirection without location"));
            return;
        }
        if (response.isCommitted()) {
            callback.failed(new IllegalStateException("redirection of a committed response"));
            return;
        }
        try {
            String uri = toRedirectURI(request, location);
            if (consumeAvailable && !request.consumeAvailable()) {
                ensureNotPersistent(request, response);
            }
            response.getHeaders().put(HttpHeader.LOCATION, uri);
            response.setStatus(code);
            if (content == null
                    && request.getConnectionMetaData().getHttpConfiguration().isGenerateRedirectBody()) {
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
                Content.Sink.write(response, true, toRedirectNote(uri), callback);
            } else {
                response.write(true, content, callback);
            }
        } catch (Throwable x) {
            callback.failed(x);
        }
    }

    /** As {@link Request#toRedirectURI}. */
    static String toRedirectURI(Request request, String location) {
        return Request.toRedirectURI(request, location);
    }

    /** Returns the short note in HTML that links to where a redirection leads (RFC 9110, section 15.4). */
    static String toRedirectNote(String uri) {
        return "<!DOCTYPE html>\n<html><body>See <a href=\"" + StringUtil.sanitizeXmlString(uri)
                + "\">here</a>.</body></html>\n";
    }

    /** Has the connection closed after this response. */
    static void ensureNotPersistent(Request request, Response response) {
        HttpVersion version = request.getConnectionMetaData().getHttpVersion();
        if (version != null && version.getVersion() <= HttpVersion.HTTP_1_1.getVersion()) {
            response.getHeaders().put(HttpFields.CONNECTION_CLOSE);
        }
    }

    /** Adds a cookie. */
    static void addCookie(Response response, HttpCookie cookie) {
        if (StringUtil.isBlank(cookie.getName())) {
            throw new IllegalArgumentException("cookie without name");
        }
        Request request = response.getRequest();
        response.getHeaders()
                .add(new HttpCookieUtils.SetCookieHttpField(
                        HttpCookieUtils.checkSameSite(cookie, request.getContext()),
                        request.getConnectionMetaData().getHttpConfiguration().getResponseCookieCompliance()));
    }

    /** Adds a cookie in place of the one with the same name, domain and path. */
    static void putCookie(Response response, HttpCookie cookie) {
        if (StringUtil.isBlank(cookie.getName())) {
            throw new IllegalArgumentException("cookie without name");
        }
        Request request = response.getRequest();
        HttpField field = new HttpCookieUtils.SetCookieHttpField(
                HttpCookieUtils.checkSameSite(cookie, request.getContext()),
                request.getConnectionMetaData().getHttpConfiguration().getResponseCookieCompliance());
        boolean replaced = false;
        for (ListIterator<HttpField> i = response.getHeaders().listIterator(); i.hasNext(); ) {
            HttpField current = i.next();
            if (current.getHeader() == HttpHeader.SET_COOKIE
                    && current instanceof HttpCookieUtils.SetCookieHttpField old
                    && HttpCookieUtils.match(
                            old.getHttpCookie(), cookie.getName(), cookie.getDomain(), cookie.getPath())) {
                if (replaced) {
                    i.remove();
                } else {
                    i.set(field);
                    replaced = true;
                }
            }
        }
        if (!replaced) {
            response.getHeaders().add(field);
        }
    }

    /** As {@link #putCookie}. */
    static void replaceCookie(Response response, HttpCookie cookie) {
        putCookie(response, cookie);
    }

    /** Answers with the error page for a failure. */
    static void writeError(Request request, Response response, Callback callback, @Nullable Throwable cause) {
        Throwable failure = cause == null ? new IllegalStateException("unknown cause") : cause;
        int status = HttpStatus.INTERNAL_SERVER_ERROR_500;
        String message = null;
        if (failure instanceof HttpException http) {
            status = http.getCode();
            message = http.getReason();
        } else if (failure.getCause() instanceof HttpException http) {
            status = http.getCode();
            message = http.getReason();
        }
        // what an exception says is for the log: it may reveal the inside of the application
        writeError(request, response, callback, status, message, failure);
    }

    static void writeError(Request request, Response response, Callback callback, int status) {
        writeError(request, response, callback, status, null, null);
    }

    static void writeError(
            Request request, Response response, Callback callback, int status, @Nullable String message) {
        writeError(request, response, callback, status, message, null);
    }

    /**
     * Answers with the error page of the innermost context, or of the server.
     *
     * <p>Fields of the response are dropped, but for those that tell what to do about the error, and who may read it: Allow,
     * Retry-After, challenges, Vary, CORS and Strict-Transport-Security.
     *
     * @param status the status code
     * @param message the message, or null for the reason phrase of the status
     * @param cause the failure behind it, or null
     */
    static void writeError(
            Request request,
            Response response,
            Callback callback,
            int status,
            @Nullable String message,
            @Nullable Throwable cause) {
        Throwable failure = cause;
        if (failure != null) {
            logError(request, status, failure);
        }
        if (response.isCommitted()) {
            callback.failed(failure == null ? new IllegalStateException("error " + status + " after commit") : failure);
            return;
        }
        boolean consumed = request.consumeAvailable();
        ErrorFields kept = ErrorFields.of(response.getHeaders());
        response.reset();
        if (kept != null) {
            kept.putTo(response.getHeaders());
        }
        if (!consumed) {
            ensureNotPersistent(request, response);
        }
        int code = status <= 0 ? HttpStatus.INTERNAL_SERVER_ERROR_500 : status;
        response.setStatus(code);
        Request.Handler errorHandler = request.getContext().getErrorHandler();
        if (errorHandler == null) {
            Server server = request.getConnectionMetaData().getConnector().getServer();
            errorHandler = server == null ? null : server.getErrorHandler();
        }
        if (errorHandler != null) {
            Request errorRequest = new ErrorHandler.ErrorRequest(request, code, message, failure);
            try {
                if (errorHandler.handle(errorRequest, response, callback)) {
                    return;
                }
            } catch (Throwable x) {
                if (failure != null && failure != x) {
                    x.addSuppressed(failure);
                }
                failure = x;
            }
        }
        if (failure != null && response.isCommitted()) {
            callback.failed(failure);
        } else {
            response.write(true, null, callback);
        }
    }

    private static void logError(Request request, int status, Throwable failure) {
        Throwable reason = failure.getCause();
        if (QuietException.isQuiet(failure) || reason != null && QuietException.isQuiet(reason)) {
            // a fault of the request is its client's, and so is that it goes away; one of the response must not
            // pass in silence
            if (status == HttpStatus.INTERNAL_SERVER_ERROR_500
                    && !(failure instanceof EofException)
                    && !(failure.getCause() instanceof EofException)) {
                LOG.warn(
                        "{} {} {} (request {}): {}",
                        status,
                        request.getMethod(),
                        request.getHttpURI(),
                        Request.getLogId(request),
                        failure.toString());
            }
            LOG.debug("{} {}", status, request, failure);
        } else {
            LOG.warn(
                    "{} {} {} (request {})",
                    status,
                    request.getMethod(),
                    request.getHttpURI(),
                    Request.getLogId(request),
                    failure);
        }
    }

    /** The response as it goes to the network. */
    static Response getOriginalResponse(Response response) {
        Response current = response;
        while (current instanceof Wrapper wrapper) {
            current = wrapper.getWrapped();
        }
        return current;
    }

    /** The bytes of content written so far. */
    static long getContentBytesWritten(Response response) {
        return getOriginalResponse(response) instanceof ChannelResponse r ? r.getContentBytesWritten() : -1;
    }

    /** A stream that gathers small writes as the configuration wants it. */
    static OutputStream asBufferedOutputStream(Request request, Response response) {
        return Content.Sink.asOutputStream(asBufferedSink(request, response));
    }

    /** A sink that gathers small writes as the configuration wants it. */
    static Content.Sink asBufferedSink(Request request, Response response) {
        HttpConfiguration configuration = request.getConnectionMetaData().getHttpConfiguration();
        return Content.Sink.asBuffered(
                response,
                request.getComponents().getByteBufferPool(),
                configuration.isUseOutputDirectByteBuffers(),
                configuration.getOutputAggregationSize(),
                configuration.getOutputBufferSize());
    }

    /**
     * Returns what takes the trailers of content that is copied to a response as those of the response.
     *
     * <p>It is made before the response is committed, and declares that there may be trailers: over HTTP/1.1 the content is chunked.
     */
    static Content.Chunk.Processor newTrailersChunkProcessor(Response response) {
        HttpFields.Mutable trailers = HttpFields.build();
        response.setTrailersSupplier(() -> trailers);
        return (chunk, callback) -> {
            if (!(chunk instanceof Trailers end)) {
                return false;
            }
            trailers.add(end.getTrailers());
            callback.succeeded();
            return true;
        };
    }

    /** Hands every call to another response. Subclasses change what handlers write. */
    class Wrapper implements Response {
        private final Request request;
        private final Response wrapped;

        public Wrapper(Request request, Response wrapped) {
            this.request = request;
            this.wrapped = wrapped;
        }

        public Response getWrapped() {
            return wrapped;
        }

        @Override
        public Request getRequest() {
            return request;
        }

        @Override
        public int getStatus() {
            return wrapped.getStatus();
        }

        @Override
        public void setStatus(int code) {
            wrapped.setStatus(code);
        }

        @Override
        public HttpFields.Mutable getHeaders() {
            return wrapped.getHeaders();
        }

        @Override
        public @Nullable Supplier<HttpFields> getTrailersSupplier() {
            return wrapped.getTrailersSupplier();
        }

        @Override
        public void setTrailersSupplier(@Nullable Supplier<HttpFields> trailers) {
            wrapped.setTrailersSupplier(trailers);
        }

        @Override
        public boolean isCommitted() {
            return wrapped.isCommitted();
        }

        @Override
        public boolean hasLastWrite() {
            return wrapped.hasLastWrite();
        }

        @Override
        public boolean isCompletedSuccessfully() {
            return wrapped.isCompletedSuccessfully();
        }

        @Override
        public void reset() {
            wrapped.reset();
        }

        @Override
        public CompletableFuture<Void> writeInterim(int status, HttpFields headers) {
            return wrapped.writeInterim(status, headers);
        }

        @Override
        public void write(boolean last, @Nullable ByteBuffer byteBuffer, Callback callback) {
            wrapped.write(last, byteBuffer, callback);
        }

        @Override
        public String toString() {
            return getClass().getSimpleName() + "->" + wrapped;
        }
    }
}
