package org.eclipse.jetty.tests.webapp;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Agrees to an upgrade, and sends one line back. */
public final class UpgradeServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        response.setStatus(HttpServletResponse.SC_SWITCHING_PROTOCOLS);
        response.setHeader("Connection", "Upgrade");
        response.setHeader("Upgrade", request.getHeader("Upgrade"));
        request.upgrade(Echo.class);
    }

    /** Reads a line, writes it, and closes. */
    public static final class Echo implements HttpUpgradeHandler {
        @Override
        public void init(WebConnection connection) {
            try (connection) {
                int b;
                while ((b = connection.getInputStream().read()) >= 0 && b != '\n') {
                    connection.getOutputStream().write(b);
                }
                connection.getOutputStream().write('\n');
                connection.getOutputStream().flush();
            } catch (IOException x) {
                throw new UncheckedIOException(x);
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        }

        @Override
        public void destroy() {
            // nothing is held
        }
    }
}
