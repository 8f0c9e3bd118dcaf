package org.eclipse.jetty.server.handler;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers errors by a handler, such as one of static pages, which gets the request with the path of an error page.
 *
 * <p>The handler sees a GET (or HEAD) request without conditions and ranges, with the attributes of {@link ErrorHandler}; the
 * response keeps the status of the error. Where there is no path for an error, or the handler does not answer or fails, the page
 * is that of {@link ErrorHandler}. Thread-safe.
 */
public abstract class ReHandlingErrorHandler extends ErrorHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ReHandlingErrorHandler.class);
    private static final String HANDLED = ReHandlingErrorHandler.class.getName();

    private final Handler handler;

    /** @param handler what answers requests for error pages; it has a life cycle of its own, in the tree of the server or beside it */
    protected ReHandlingErrorHandler(Handler handler) {
        this.handler = Objects.requireNonNull(handler);
    }

    @Override
    public InvocationType getInvocationType() {
        return handler.getInvocationType();
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int status,
            String message,
            @Nullable Throwable cause,
            Callback callback)
            throws IOException {
        String path = request.getAttribute(HANDLED) == null ? getReHandlePathInContext(request, status, cause) : null;
        if (path != null) {
            request.setAttribute(HANDLED, path);
            HttpFields fields = response.getHeaders().asImmutable();
            Request page = new ErrorPageRequest(request, Request.newHttpURIFrom(request, path));
            try {
                if (handler.handle(page, new ErrorPageResponse(page, response), callback)) {
                    return;
                }
            } catch (Exception x) {
                LOG.warn("The error page {} of {} failed", path, Request.getLogId(request), x);
                if (response.isCommitted()) {
                    callback.failed(x);
                    return;
                }
                // such as the length of the page that failed
                response.getHeaders().clear().add(fields);
            }
        }
        super.generateResponse(request, response, status, message, cause, callback);
    }

    /**
     * Returns the encoded path, in the context of the request, of the page of an error.
     *
     * @param code the status
     * @param cause the failure, if there is one
     * @return the path; null to have {@link ErrorHandler} make a page
     */
    protected abstract @Nullable String getReHandlePathInContext(Request request, int code, @Nullable Throwable cause);

    /** Finds the pages of errors by status. Thread-safe. */
    public static class ByHttpStatus extends ReHandlingErrorHandler {
        private final Map<Integer, String> paths = new ConcurrentHashMap<>();

        public ByHttpStatus(Handler handler) {
            super(handler);
        }

        @Override
        protected @Nullable String getReHandlePathInContext(Request request, int code, @Nullable Throwable cause) {
            return get(code);
        }

        /** Sets the path of the page of a status; returns the one before, or null. */
        public @Nullable String put(int code, String pathInContext) {
            if (!pathInContext.startsWith("/")) {
                throw new IllegalArgumentException("pathInContext: " + pathInContext + " (expected: /...)");
            }
            return paths.put(code, pathInContext);
        }

        /** Returns the path of the page of a status; null if there is none. */
        public @Nullable String get(int code) {
            return paths.get(code);
        }

        /** Removes the page of a status; returns its path, or null. */
        public @Nullable String remove(int code) {
            return paths.remove(code);
        }
    }

    /** The status is that of the error, whatever the page sets. */
    private static final class ErrorPageResponse extends Response.Wrapper {
        private ErrorPageResponse(Request request, Response response) {
            super(request, response);
        }

        @Override
        public void setStatus(int code) {
            LOG.debug("status {} of an error page is ignored", code);
        }
    }
}
