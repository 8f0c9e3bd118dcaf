package org.eclipse.jetty.tests.webapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Says in the log that it reads, reads to the end, and answers the content: in flight for as long as the client wants. */
public final class EchoServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        getServletContext().log("reading the content of " + request.getRequestURI());
        byte[] content = request.getInputStream().readAllBytes();
        response.setContentLength(content.length);
        response.getOutputStream().write(content);
    }
}
