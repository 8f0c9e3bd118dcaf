package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/** A servlet that passes everything on to another. As thread-safe as that is. */
abstract class ServletWrapper implements Servlet, WrappedComponent<Servlet> {
    private final Servlet wrapped;

    ServletWrapper(Servlet servlet) {
        wrapped = servlet;
    }

    @Override
    public Servlet getWrapped() {
        return wrapped;
    }

    @Override
    public void init(ServletConfig config) throws ServletException {
        wrapped.init(config);
    }

    @Override
    public ServletConfig getServletConfig() {
        return wrapped.getServletConfig();
    }

    @Override
    public void service(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        wrapped.service(request, response);
    }

    @Override
    public String getServletInfo() {
        return wrapped.getServletInfo();
    }

    @Override
    public void destroy() {
        wrapped.destroy();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + ":" + wrapped;
    }
}
