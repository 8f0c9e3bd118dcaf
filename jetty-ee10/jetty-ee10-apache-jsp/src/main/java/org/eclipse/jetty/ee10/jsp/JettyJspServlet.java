package org.eclipse.jetty.ee10.jsp;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.apache.jasper.servlet.JspServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Remembered;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.Resources;

/**
 * The JSP engine as a servlet; it leaves directories, which a property group of a descriptor may have mapped to it, to the
 * default servlet. Thread-safe.
 */
public class JettyJspServlet extends JspServlet {
    private static final long serialVersionUID = 1L;

    /** How many pages are remembered at most; more than an application has. */
    private static final int MOST_PAGES = 10_000;

    private transient Remembered<Boolean> served;

    @Override
    public void init(ServletConfig config) throws ServletException {
        JspConfig withDefaults = new JspConfig(config);
        // the engine itself looks no more often whether a page changed; to ask the file system costs more than a short
        // page
        served = new Remembered<>(withDefaults.lookEvery(), MOST_PAGES);
        super.init(withDefaults);
    }

    @Override
    public void service(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        if (isDirectory(path(request))) {
            RequestDispatcher files = getServletContext().getNamedDispatcher("default");
            if (files != null && isIncluded(request)) {
                // a forward would be one of the page that includes, whose text would be sent
                files.include(request, response);
                return;
            }
            if (files != null) {
                files.forward(request, response);
                return;
            }
        }
        if (!isServed(path(request))) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        super.service(request, response);
    }

    private static boolean isIncluded(HttpServletRequest request) {
        return request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH) != null;
    }

    /** The path in the context, of the file to include where this is an include (Servlet section 9.3.1). */
    private static String path(HttpServletRequest request) {
        String path = (String) request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH);
        String info = (String) request.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO);
        if (path == null) {
            path = request.getServletPath();
            info = request.getPathInfo();
        }
        return info == null ? path : path + info;
    }

    /** Whether a file has the name that is asked for, or another one that the context allows, as a symbolic link may be. */
    private boolean isServed(String path) {
        ContextHandler context = ServletContextHandler.getServletContextHandler(getServletContext());
        Resource base = context == null ? null : context.getBaseResource();
        if (context == null || base == null || path == null || URIUtil.isNotNormalWithinSelf(path)) {
            return true;
        }
        Boolean answer = served.get(path, asked -> {
            String encoded = URIUtil.encodePath(asked);
            Resource file = base.resolve(encoded);
            return Resources.exists(file) ? context.checkAlias(encoded, file) : null;
        });
        // of what is not there the engine speaks
        return answer == null || answer;
    }

    private boolean isDirectory(String path) {
        // the engine looks for its files by itself: a directory is known by its slash, or by being listed
        if (path == null || path.endsWith(".jsp")) {
            return false;
        }
        if (path.endsWith("/")) {
            return true;
        }
        Set<String> files = getServletContext().getResourcePaths(path + "/");
        return files != null && !files.isEmpty();
    }
}
