package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/** Dispatches a request to another servlet of the context: forward, include, error and async (Servlet chapter 9). Thread-safe. */
public class Dispatcher implements RequestDispatcher {
    private final DispatchTarget target;
    private final @Nullable HttpURI uri;

    /** @param uri null when the servlet is called by its name */
    private Dispatcher(DispatchTarget target, @Nullable HttpURI uri) {
        this.target = target;
        this.uri = uri;
    }

    /** Returns a dispatcher to the servlet of a name, or null. */
    static @Nullable Dispatcher toName(ServletContextSettings context, @Nullable String name) {
        if (name == null || name.isEmpty() || name.startsWith("/")) {
            return null;
        }
        DispatchTarget target = context.getNamedDispatchTarget(name);
        return target == null ? null : new Dispatcher(target, null);
    }

    /** Returns a dispatcher to an encoded path within the context, which may have a query; null when it leads nowhere. */
    static @Nullable Dispatcher toPath(ServletContextSettings context, @Nullable String pathInContext) {
        if (pathInContext == null || !pathInContext.startsWith("/")) {
            return null;
        }
        HttpURI.Mutable uri;
        String decoded;
        try {
            String contextPath = context.getContextPathEncoded();
            uri = HttpURI.build(pathInContext);
            String path = uri.getCanonicalPath();
            if (path == null || !path.startsWith("/")) {
                return null;
            }
            decoded = URIUtil.decodePath(path);
            uri = HttpURI.build(
                    uri,
                    "/".equals(contextPath) ? uri.getPath() : contextPath + uri.getPath(),
                    uri.getParam(),
                    uri.getQuery());
        } catch (IllegalArgumentException | BadMessageException x) {
            context.getLogger().debug("No dispatcher for {}", pathInContext, x);
            return null;
        }
        return toPath(context, uri, decoded);
    }

    private static @Nullable Dispatcher toPath(ServletContextSettings context, HttpURI uri, String decoded) {
        DispatchTarget target = context.getDispatchTarget(decoded);
        return target == null ? null : new Dispatcher(target, uri);
    }

    /**
     * Returns where an asynchronous request goes on, or null when that is nowhere.
     *
     * @param path the encoded path in the context that the application has named; null stands for that of the base
     * @param base the URI of the request
     */
    static @Nullable Dispatcher forAsync(ServletContextSettings context, @Nullable String path, HttpURI base) {
        if (path != null) {
            return toPath(context, path);
        }
        String inContext = context.getContext().getPathInContext(base.getCanonicalPath());
        if (inContext == null) {
            return null;
        }
        if (inContext.isEmpty()) {
            inContext = "/";
        }
        return toPath(context, base, URIUtil.decodePath(inContext));
    }

    /** Returns the URI that a request, as seen through its wrappers, is for. */
    static HttpURI uriOf(HttpServletRequest request) {
        String query = request.getQueryString();
        return HttpURI.from(query == null ? request.getRequestURI() : request.getRequestURI() + "?" + query);
    }

    private static HttpServletRequest http(ServletRequest request) {
        return request instanceof HttpServletRequest http ? http : new ServletRequestHttpWrapper(request);
    }

    private static HttpServletResponse http(ServletResponse response) {
        return response instanceof HttpServletResponse http ? http : new ServletResponseHttpWrapper(response);
    }

    private void call(ServletRequest request, DispatcherType type, HttpServletResponse response)
            throws ServletException, IOException {
        target.handle(new DispatchedRequest(http(request), type, uri, target.mapping()), response);
    }

    @Override
    public void forward(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        HttpServletResponse httpResponse = http(response);
        ContainerResponse own = ContainerResponse.of(response);
        if (httpResponse.isCommitted()) {
            throw new IllegalStateException("Cannot forward: response is committed");
        }
        httpResponse.resetBuffer();
        own.resetForForward();
        call(request, DispatcherType.FORWARD, httpResponse);
        // the response ends with the forward, unless it goes on elsewhere (Servlet section 9.4)
        if (own.isSendError() || request.isAsyncStarted()) {
            return;
        }
        closeThroughWrappers(httpResponse, own);
    }

    /** Closes what the application sees: a wrapper that keeps the content sends it later. */
    private static void closeThroughWrappers(HttpServletResponse response, ContainerResponse own) throws IOException {
        if (response != own && !own.isCommitted() && !own.isWriting() && !own.isStreaming()) {
            closeUntaken(response, own);
            return;
        }
        if (own.isWriting()) {
            try {
                response.getWriter().close();
            } catch (IllegalStateException x) {
                response.getOutputStream().close();
            }
            return;
        }
        try {
            response.getOutputStream().close();
        } catch (IllegalStateException x) {
            response.getWriter().close();
        }
    }

    /** Closes what a wrapper gives where it has taken neither stream nor writer of the container: it may keep the content of either. */
    private static void closeUntaken(HttpServletResponse response, ContainerResponse own) throws IOException {
        ServletOutputStream stream;
        try {
            stream = response.getOutputStream();
        } catch (IllegalStateException x) {
            response.getWriter().close();
            return;
        }
        if (stream != own.getHttpOutput()) {
            stream.close();
            return;
        }
        own.leaveOutput();
        try {
            response.getWriter().close();
        } catch (UnsupportedEncodingException x) {
            // of a response that has no text
            stream.close();
        }
    }

    @Override
    public void include(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        HttpOutput output = ContainerResponse.of(response).getHttpOutput();
        output.beginInclude();
        try {
            call(request, DispatcherType.INCLUDE, new IncludedResponse(http(response)));
        } finally {
            output.endInclude();
        }
    }

    /** Dispatches to an error page: like a forward, but the response stays open and its status stays. */
    public void error(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        ContainerRequest own = ContainerRequest.of(request);
        DispatcherType before = own.getDispatcherType();
        own.setDispatcherType(DispatcherType.ERROR);
        try {
            call(request, DispatcherType.ERROR, http(response));
        } finally {
            own.setDispatcherType(before);
        }
    }

    /** Goes on with an asynchronous request. */
    public void async(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        call(request, DispatcherType.ASYNC, http(response));
    }

    @Override
    public String toString() {
        return "Dispatcher[" + (uri == null ? target : uri) + "]";
    }
}
