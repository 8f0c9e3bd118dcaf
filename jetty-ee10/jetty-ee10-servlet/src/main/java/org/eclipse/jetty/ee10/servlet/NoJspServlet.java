package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers for JSP files where no JSP engine is installed: 500, with a message that says so. Thread-safe. */
public class NoJspServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private boolean warned;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (!warned) {
            warned = true;
            getServletContext()
                    .log("No JSP support: " + request.getServletPath()
                            + " (remedy: --add-modules=ee10-jsp, or jetty-ee10-apache-jsp on the class path)");
        }
        response.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, "JSP support not configured");
    }
}
