package org.eclipse.jetty.tests.webapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * Answers with what the server says of the request, in brackets, padded to the parameter {@code size} and of the type {@code type};
 * {@code /stream} flushes it and waits for {@code /go}.
 */
public final class ReportServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Semaphore go = new Semaphore(0);

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        // not by the parameters of the request, which may read its content
        String query = request.getQueryString() == null ? "" : request.getQueryString();
        int size = Integer.parseInt(value(query, "size", "1"));
        response.setContentType(value(query, "type", "text/plain"));
        long read = request.getInputStream().readAllBytes().length;
        String report = "[" + request.getMethod() + " " + request.getScheme() + "://" + request.getServerName() + ":"
                + request.getServerPort() + " from " + request.getRemoteAddr() + " secure=" + request.isSecure()
                + " read=" + read + "]";
        response.getWriter().print(report + ".".repeat(Math.max(0, size - report.length())));
        if ("/stream".equals(request.getServletPath())) {
            response.flushBuffer();
            go.acquireUninterruptibly();
            response.getWriter().print("end");
        } else if ("/go".equals(request.getServletPath())) {
            go.release();
        }
    }

    private static String value(String query, String name, String otherwise) {
        for (String parameter : query.split("&")) {
            if (parameter.startsWith(name + "=")) {
                return parameter.substring(name.length() + 1);
            }
        }
        return otherwise;
    }
}
