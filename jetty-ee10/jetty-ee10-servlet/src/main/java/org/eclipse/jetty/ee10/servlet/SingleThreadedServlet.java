package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A servlet that serves one request at a time: what SingleThreadModel promises (Servlet 4.0 section 2.2.1). A servlet that
 * dispatches to itself goes on. Thread-safe.
 */
final class SingleThreadedServlet extends ServletWrapper {
    private final ReentrantLock lock = new ReentrantLock();

    SingleThreadedServlet(Servlet servlet) {
        super(servlet);
    }

    @Override
    public void service(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        lock.lock();
        try {
            super.service(request, response);
        } finally {
            lock.unlock();
        }
    }
}
