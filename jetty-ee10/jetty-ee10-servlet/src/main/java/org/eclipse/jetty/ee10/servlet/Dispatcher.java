package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.eclipse.jetty.ee10.servlet.ServletHandler.MappedServlet;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.util.URIUtil;

/** Dispatches a request to another servlet of the context: forward, include, error and async (Servlet chapter 9). Thread-safe. */
public class Dispatcher implements RequestDispatcher {
    private final ServletContextHandler contextHandler;
    private final HttpURI uri;
    private final String decodedPathInContext;
    private final MappedServlet mappedServlet;
    private final ServletPathMapping mapping;
    private final boolean named;

    private Dispatcher(
            ServletContextHandler contextHandler,
            HttpURI uri,
            String decodedPathInContext,
            MatchedResource<MappedServlet> matched) {
        this.contextHandler = contextHandler;
        this.uri = uri;
        this.decodedPathInContext = decodedPathInContext;
        this.mappedServlet = matched.getResource();
        this.mapping = mappedServlet.getServletPathMapping(decodedPathInContext, matched.getMatchedPath());
        this.named = false;
    }

    private Dispatcher(ServletContextHandler contextHandler, MappedServlet servlet) {
        this.contextHandler = contextHandler;
        this.uri = null;
        this.decodedPathInContext = null;
        this.mappedServlet = servlet;
        this.mapping = null;
        this.named = true;
    }

    /** Returns a dispatcher to the servlet of a name, or null. */
    static Dispatcher toName(ServletContextHandler context, String name) {
        if (name == null || name.isEmpty() || name.startsWith("/")) {
            return null;
        }
        MappedServlet servlet = context.getServletHandler().getMappedServlet(name);
        return servlet == null ? null : new Dispatcher(context, servlet);
    }

    /** Returns a dispatcher to an encoded path within the context, which may have a query; null when it leads nowhere. */
    static Dispatcher toPath(ServletContextHandler context, String pathInContext) {
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
        MatchedResource<MappedServlet> matched = context.getServletHandler().getMatchedServlet(decoded);
        return matched == null ? null : new Dispatcher(context, uri, decoded, matched);
    }

    /** Returns a dispatcher to a path, which is relative to the request's own unless it starts with a slash. */
    static RequestDispatcher relativeTo(HttpServletRequest request, String path) {
        if (path == null) {
            return null;
        }
        ServletContextHandler context =
                ServletContextRequest.getServletContextRequest(request).getServletContextHandler();
        String target = path;
        if (!target.startsWith("/")) {
            String own = URIUtil.encodePath(URIUtil.addPaths(request.getServletPath(), request.getPathInfo()));
            int slash = own == null ? -1 : own.lastIndexOf('/');
            target = (slash < 0 ? "/" : own.substring(0, slash + 1)) + path;
        }
        return toPath(context, target);
    }

    /** Returns where an asynchronous request goes on, or null when that is nowhere. */
    static Dispatcher forAsync(ServletContextHandler context, AsyncContextEvent event, ServletContextRequest request) {
        ServletContextHandler target = event.getDispatchContext() instanceof ServletContextHandler.ServletContextApi api
                ? (ServletContextHandler) api.getContextHandler()
                : context;
        String path = event.getDispatchPath();
        if (path != null) {
            return toPath(target, path);
        }
        HttpURI base = event.getBaseURI();
        if (base == null) {
            base = request.getHttpURI();
        }
        String inContext = target.getContext().getPathInContext(base.getCanonicalPath());
        if (inContext == null) {
            return null;
        }
        if (inContext.isEmpty()) {
            inContext = "/";
        }
        String decoded = URIUtil.decodePath(inContext);
        MatchedResource<MappedServlet> matched = target.getServletHandler().getMatchedServlet(decoded);
        return matched == null ? null : new Dispatcher(target, base, decoded, matched);
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

    private void call(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        mappedServlet.handle(contextHandler.getServletHandler(), decodedPathInContext, request, response);
    }

    @Override
    public void forward(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        HttpServletRequest httpRequest = http(request);
        HttpServletResponse httpResponse = http(response);
        ServletContextResponse contextResponse = ServletContextResponse.getServletContextResponse(response);
        if (httpResponse.isCommitted()) {
            throw new IllegalStateException("Cannot forward: response is committed");
        }
        httpResponse.resetBuffer();
        contextResponse.resetForForward();
        call(new TargetRequest(httpRequest, DispatcherType.FORWARD), httpResponse);
        // the response ends with the forward, unless it goes on elsewhere (Servlet section 9.4)
        if (contextResponse.isSendError() || httpRequest.isAsyncStarted()) {
            return;
        }
        closeThroughWrappers(httpResponse, contextResponse.isWriting());
    }

    /** Closes what the application sees: a wrapper that keeps the content sends it later. */
    private static void closeThroughWrappers(HttpServletResponse response, boolean writing) throws IOException {
        if (writing) {
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

    @Override
    public void include(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        HttpOutput output =
                ServletContextResponse.getServletContextResponse(response).getHttpOutput();
        output.beginInclude();
        try {
            call(new TargetRequest(http(request), DispatcherType.INCLUDE), new IncludedResponse(http(response)));
        } finally {
            output.endInclude();
        }
    }

    /** Dispatches to an error page: like a forward, but the response stays open and its status stays. */
    public void error(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        ServletContextRequest contextRequest = ServletContextRequest.getServletContextRequest(request);
        DispatcherType before = contextRequest.getDispatcherType();
        contextRequest.setDispatcherType(DispatcherType.ERROR);
        try {
            call(new TargetRequest(http(request), DispatcherType.ERROR), http(response));
        } finally {
            contextRequest.setDispatcherType(before);
        }
    }

    /** Goes on with an asynchronous request. */
    public void async(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        call(new TargetRequest(http(request), DispatcherType.ASYNC), http(response));
    }

    @Override
    public String toString() {
        return "Dispatcher[" + (named ? mappedServlet : uri) + "]";
    }

    /** The request as the target sees it. */
    private final class TargetRequest extends DispatchedRequest {
        TargetRequest(HttpServletRequest request, DispatcherType type) {
            super(request, type, uri, mapping, named);
        }

        @Override
        public RequestDispatcher getRequestDispatcher(String path) {
            return relativeTo(this, path);
        }
    }
}
