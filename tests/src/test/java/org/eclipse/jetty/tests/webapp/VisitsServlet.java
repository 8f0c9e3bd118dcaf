package org.eclipse.jetty.tests.webapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/**
 * Counts the requests of a session, whose owner is the client that made it. The response is the owner, the count, and the port of the
 * server.
 */
public class VisitsServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession();
        Object owner = session.getAttribute("owner");
        if (owner == null) {
            owner = request.getHeader("X-Client");
            session.setAttribute("owner", owner);
        }
        Integer before = (Integer) session.getAttribute("visits");
        int visits = before == null ? 1 : before + 1;
        session.setAttribute("visits", visits);
        response.setContentType("text/plain");
        response.getWriter().print(owner + " " + visits + " " + request.getLocalPort());
    }
}
