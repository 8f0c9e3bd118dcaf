package org.eclipse.jetty.tests.webapp;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Agrees to an upgrade as a server of WebSocket does, and sends one line back as it is. */
public final class UpgradeServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        response.setStatus(HttpServletResponse.SC_SWITCHING_PROTOCOLS);
        response.setHeader("Connection", "Upgrade");
        response.setHeader("Upgrade", "websocket");
        response.setHeader("Sec-WebSocket-Accept", accept(request.getHeader("Sec-WebSocket-Key")));
        request.upgrade(Echo.class);
    }

    /** RFC 6455, section 4.2.2; HAProxy checks it. */
    private static String accept(String key) throws ServletException {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1")
                    .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException x) {
            throw new ServletException(x);
        }
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
