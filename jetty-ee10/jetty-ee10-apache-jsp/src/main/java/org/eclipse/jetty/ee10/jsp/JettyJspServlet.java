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
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.Resources;

/**
 * The JSP engine as a servlet; it leaves directories, which a property group of a descriptor may have mapped to it, to the
 * default servlet. Thread-safe.
 */
public class JettyJspServlet extends JspServlet {
    private static final long serialVersionUID = 1L;

    private transient ServedPages served;

    @Override
    public void init(ServletConfig config) throws ServletException {
        JspConfig withDefaults = new JspConfig(config);
        served = new ServedPages(withDefaults, this::mayBeServed);
        super.init(withDefaults);
    }

    @Override
    public void service(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        if (isDirectory(path(request))) {
            RequestDispatcher files = getServletContext().getNamedDispatcher("default");
            if (files != null) {
                files.forward(request, response);
                return;
            }
        }
        if (!served.test(path(request))) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        super.service(request, response);
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

    /** What to say of a page: null where there is no file of that path, about which the engine speaks. */
    private Boolean mayBeServed(String path) {
        ContextHandler context = ServletContextHandler.getServletContextHandler(getServletContext());
        Resource base = context == null ? null : context.getBaseResource();
        if (base == null || path == null || URIUtil.isNotNormalWithinSelf(path)) return null;
        String encoded = URIUtil.encodePath(path);
        Resource file = base.resolve(encoded);
        return Resources.exists(file) ? context.checkAlias(encoded, file) : null;
    }

    private boolean isDirectory(String path) {
        // the engine looks for its files by itself: a directory is known by its slash, or by being listed
        if (path == null || path.endsWith(".jsp")) return false;
        if (path.endsWith("/")) return true;
        Set<String> files = getServletContext().getResourcePaths(path + "/");
        return files != null && !files.isEmpty();
    }
}
