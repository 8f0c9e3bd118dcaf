package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers errors of a servlet context: with the error page that an {@link ErrorPageMapper} names, else with the core's
 * HTML, JSON or plain text, as the client accepts. Thread-safe.
 */
public class ErrorHandler extends org.eclipse.jetty.server.handler.ErrorHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorHandler.class);

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        ErrorContextRequest contextRequest = Request.as(request, ErrorContextRequest.class);
        if (contextRequest == null) {
            return super.handle(request, response, callback);
        }
        if (contextRequest.isIdle()) {
            // an error of a handler before the servlets: it goes the way of a servlet's own
            Integer status = (Integer) request.getAttribute(ERROR_STATUS);
            contextRequest.sendErrorBeforeDispatch(
                    status == null ? response.getStatus() : status,
                    (String) request.getAttribute(ERROR_MESSAGE),
                    (Throwable) request.getAttribute(ERROR_EXCEPTION),
                    callback);
            return true;
        }
        if (this instanceof ErrorPageMapper mapper
                && contextRequest.getErrors()
                        <= request.getConnectionMetaData()
                                .getHttpConfiguration()
                                .getMaxErrorDispatches()
                && isAnsweredByPage(mapper, contextRequest)) {
            callback.succeeded();
            return true;
        }
        // pages of the application answer errors of all methods (10.9.2), generated ones those that show them
        if (!errorPageForMethod(request.getMethod())) {
            callback.succeeded();
            return true;
        }
        return super.handle(request, response, callback);
    }

    /** Has the page of an error answer; returns false if there is none, or if it failed before anything of it was sent. */
    private boolean isAnsweredByPage(ErrorPageMapper mapper, ErrorContextRequest request) throws Exception {
        HttpServletResponse response = request.getContainerResponse();
        int status = response.getStatus();
        try {
            return dispatchToPage(mapper, request);
        } catch (Throwable x) {
            // committed is a response, too, that the page has sent another error of
            if (response.isCommitted()) {
                throw x;
            }
            if (QuietException.isQuiet(x)) {
                LOG.debug("The error page of {} failed", Request.getLogId(request), x);
            } else {
                LOG.warn("The error page of {} failed", Request.getLogId(request), x);
            }
            request.dropContent();
            response.setStatus(status);
            return false;
        }
    }

    private boolean dispatchToPage(ErrorPageMapper mapper, ErrorContextRequest request) throws Exception {
        Integer status = (Integer) request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        Throwable cause = (Throwable) request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
        ErrorPageMapper.ErrorPage page = mapper.getErrorPage(status, cause);
        if (page == null) {
            return false;
        }
        HttpServletRequest servletRequest = request.getContainerRequest();
        HttpServletResponse servletResponse = request.getContainerResponse();
        Dispatcher dispatcher = request.getDispatcher(page.location());
        if (dispatcher == null) {
            LOG.warn("No error page found at {}", page.location());
            return false;
        }
        mapper.prepare(page, servletRequest, servletResponse);
        request.callPage(dispatcher);
        return true;
    }

    /** Names the pages of a context that answer errors. */
    public interface ErrorPageMapper {
        /** Returns the page for a status and what was thrown, which may be null; null when there is none. */
        @Nullable
        ErrorPage getErrorPage(@Nullable Integer errorStatusCode, @Nullable Throwable error);

        /** Called before the page is dispatched to. */
        default void prepare(ErrorPage errorPage, HttpServletRequest request, HttpServletResponse response) {}

        /**
         * A page.
         *
         * @param location its path in the context
         * @param error what was thrown, without the exceptions that only wrap it
         */
        record ErrorPage(String location, @Nullable Throwable error) {}
    }
}
