package org.eclipse.jetty.benchmarks;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * Answers a few bytes; blocks first for as many milliseconds as the query says ({@code ms=50}), or writes as many bytes instead
 * ({@code bytes=1000000}), in blocking writes of 32 KiB.
 */
public class BlockServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final byte[] HELLO = "Hello, World!".getBytes(StandardCharsets.US_ASCII);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String query = request.getQueryString();
        if (query != null && query.startsWith("ms=")) {
            long end = System.nanoTime() + Long.parseLong(query.substring(3)) * 1_000_000;
            long left;
            while ((left = end - System.nanoTime()) > 0) {
                LockSupport.parkNanos(left);
            }
        }
        response.setContentType("text/plain");
        if (query != null && query.startsWith("bytes=")) {
            byte[] piece = new byte[32 * 1024];
            for (long left = Long.parseLong(query.substring(6)); left > 0; left -= piece.length) {
                response.getOutputStream().write(piece, 0, (int) Math.min(left, piece.length));
            }
            return;
        }
        response.setContentLength(HELLO.length);
        response.getOutputStream().write(HELLO);
    }
}
