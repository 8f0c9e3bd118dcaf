package org.eclipse.jetty.tests.webapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Cannot be initialized. */
public final class FailingServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    public void init() {
        throw new IllegalStateException("the database is not there");
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print("never");
    }
}
