package org.eclipse.jetty.ee10.fcgi.proxy;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.TryPathsHandler;

/**
 * Serves the first of several paths that is a resource of the web application, or else the last one, such as the front controller of a PHP
 * application.
 *
 * <p>The init parameter {@code files} has the paths, separated by spaces, in which {@code $path} is that of the request within the context,
 * for example {@code $path /index.php?p=$path}. A request whose own path is a resource goes on as it is; others are forwarded. Thread-safe.
 */
public class TryFilesFilter implements Filter {
    public static final String FILES_INIT_PARAM = "files";

    private String[] files = {};

    @Override
    public void init(FilterConfig config) throws ServletException {
        String value = config.getInitParameter(FILES_INIT_PARAM);
        if (value == null || value.isBlank()) {
            throw new UnavailableException("filter " + config.getFilterName() + ": init parameter " + FILES_INIT_PARAM
                    + ": (expected: paths, separated by spaces)");
        }
        files = value.trim().split("\\s+");
        for (String file : files) {
            if (!file.startsWith("/") && !file.startsWith("$path")) {
                throw new UnavailableException("filter " + config.getFilterName() + ": init parameter "
                        + FILES_INIT_PARAM + ": " + file + " (expected: a path that begins with / or $path)");
            }
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest httpRequest = (HttpServletRequest) request;
        HttpServletResponse httpResponse = (HttpServletResponse) response;
        String info = httpRequest.getPathInfo();
        String path = httpRequest.getServletPath() + (info == null ? "" : info);
        for (int i = 0; i < files.length - 1; i++) {
            int query = files[i].indexOf('?');
            String file = (query < 0 ? files[i] : files[i].substring(0, query)).replace("$path", path);
            if (httpRequest.getServletContext().getResource(file) != null) {
                if (query < 0 && file.equals(path)) {
                    chain.doFilter(httpRequest, httpResponse);
                } else {
                    fallback(httpRequest, httpResponse, chain, files[i]);
                }
                return;
            }
        }
        fallback(httpRequest, httpResponse, chain, files[files.length - 1]);
    }

    /**
     * Serves a path that is not that of the request: forwards to it.
     *
     * @param fallback the path, in which {@code $path} stands for that of the request
     */
    protected void fallback(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain, String fallback)
            throws IOException, ServletException {
        // percent-encoded, so that no character of it ends the path or the query
        String path = Request.getPathInContext(ServletContextRequest.getServletContextRequest(request));
        assert path != null : "a filter has one";
        request.getServletContext()
                .getRequestDispatcher(TryPathsHandler.resolve(fallback, path))
                .forward(request, response);
    }
}
