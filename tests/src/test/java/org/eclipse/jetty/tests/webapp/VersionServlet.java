package org.eclipse.jetty.tests.webapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Answers with version.txt of its WAR, read after the milliseconds of the query: what is stopped meanwhile cannot. */
public class VersionServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String millis = request.getQueryString();
        if (millis != null) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Long.parseLong(millis)));
        }
        response.setContentType("text/plain");
        try (InputStream in = getServletContext().getResourceAsStream("/version.txt")) {
            response.getWriter().write(new String(in.readAllBytes(), StandardCharsets.UTF_8) + new Late().text());
        }
    }

    /** A class that is loaded by the first request, and not before. */
    private static final class Late {
        private String text() {
            return "!";
        }
    }
}
