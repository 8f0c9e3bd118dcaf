package org.eclipse.jetty.tests.webapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/** {@code /wait} says in the log that it waits, until {@code /go} is asked for; anything else is answered with the parameters. */
public final class WaitServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Semaphore go = new Semaphore(0);

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getServletPath()) {
            case "/wait" -> {
                getServletContext().log("waiting for go");
                go.acquireUninterruptibly();
                response.getWriter().print("waited");
            }
            case "/go" -> {
                go.release();
                response.getWriter().print("gone");
            }
            default -> {
                for (String name : request.getParameterMap().keySet()) {
                    response.getWriter().print(name + "=" + request.getParameter(name) + ";");
                }
            }
        }
    }
}
