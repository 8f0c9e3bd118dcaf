package org.eclipse.jetty.tests.webapp.login;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers customers with their name and role; {@code /account?logout} logs out. */
@WebServlet("/account")
@ServletSecurity(@HttpConstraint(rolesAllowed = "customer"))
public class AccountServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (request.getParameter("logout") != null) {
            request.logout();
        }
        response.getWriter().print(request.getRemoteUser() + " " + request.isUserInRole("customer"));
    }
}
