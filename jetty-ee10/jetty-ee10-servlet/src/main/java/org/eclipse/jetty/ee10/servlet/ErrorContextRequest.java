package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.SessionManager;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** A core request within a context as what answers its errors needs it. Confined to the thread that handles the request. */
abstract class ErrorContextRequest extends SessionContextRequest {
    ErrorContextRequest(
            ContextHandler.ScopedContext context, Request request, @Nullable SessionManager sessionManager) {
        super(context, request, sessionManager);
    }

    /** Whether the application has not been called yet. */
    abstract boolean isIdle();

    /** Answers an error that was found before the request reached the servlets, as if a servlet had sent it. */
    abstract void sendErrorBeforeDispatch(
            int status, @Nullable String message, @Nullable Throwable cause, Callback callback);

    /** How many errors the request has had so far: more than one when the answer to an error failed itself. */
    abstract int getErrors();

    /** The request as the application sees it. */
    abstract ContainerRequest getContainerRequest();

    /** The response as the application sees it. */
    abstract HttpServletResponse getContainerResponse();

    /**
     * Calls an error page. The request has left the application before, and enters it again: its listeners are told
     * ({@code ServletRequestListener}).
     */
    abstract void callPage(Dispatcher page) throws ServletException, IOException;

    /** Drops what an error page has left of the response, which is not committed. */
    abstract void dropContent();

    /** Returns a dispatcher to an encoded path within the context. */
    abstract @Nullable Dispatcher getDispatcher(String path);
}
