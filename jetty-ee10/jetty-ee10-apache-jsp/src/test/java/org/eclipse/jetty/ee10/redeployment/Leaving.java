package org.eclipse.jetty.ee10.redeployment;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Logger;

/** A servlet that leaves behind what its query names: a driver, a value of the thread, or threads of the pool. */
public class Leaving extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final int THREADS = 20;
    private static final ThreadLocal<Leaving> OF_THREAD = new ThreadLocal<>();

    /** A driver that connects to nothing. */
    public static class NoDatabase implements Driver {
        @Override
        public Connection connect(String url, Properties info) {
            return null;
        }

        @Override
        public boolean acceptsURL(String url) {
            return false;
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return null;
        }
    }

    /** The kind of loader that this class is from. */
    public static String loader() {
        return Leaving.class.getClassLoader().getClass().getSimpleName();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(loader());
        try {
            leave(request);
        } catch (SQLException | InterruptedException x) {
            throw new IOException(x);
        }
    }

    private void leave(HttpServletRequest request) throws SQLException, InterruptedException {
        switch (String.valueOf(request.getQueryString())) {
            case "driver" -> DriverManager.registerDriver(new NoDatabase());
            case "value" -> OF_THREAD.set(this);
            case "threads" -> occupy(request.startAsync());
            default -> {}
        }
    }

    /** Runs in so many threads of the pool at once that it must start some. */
    private static void occupy(AsyncContext context) throws InterruptedException {
        CountDownLatch running = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            context.start(() -> {
                running.countDown();
                try {
                    running.await();
                } catch (InterruptedException x) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        running.await();
        context.complete();
    }
}
