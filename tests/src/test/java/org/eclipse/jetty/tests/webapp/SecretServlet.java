package org.eclipse.jetty.tests.webapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Has a session, or fails with an exception that tells something. */
public final class SecretServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getParameter("session") == null) {
            throw new IllegalStateException("a secret");
        }
        response.getWriter().print(request.getSession().isNew());
    }
}
