package org.eclipse.jetty.tests.webapp;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Answers with the user of the request, its method, and whether the user is an administrator, or with the attribute of the request that the
 * parameter {@code attribute} names; {@code /logout} logs out.
 */
public final class UserServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        if ("/logout".equals(request.getServletPath() + (request.getPathInfo() == null ? "" : request.getPathInfo()))) {
            request.logout();
            return;
        }
        response.setContentType("text/plain");
        if (request.getParameter("attribute") != null) {
            response.getWriter().print(request.getAttribute(request.getParameter("attribute")));
            return;
        }
        response.getWriter()
                .print("user=" + request.getRemoteUser() + " admin=" + request.isUserInRole("admin") + " type="
                        + request.getAuthType() + " p=" + request.getParameter("p"));
    }
}
