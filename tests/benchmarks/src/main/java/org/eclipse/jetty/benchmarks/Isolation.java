package org.eclipse.jetty.benchmarks;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/**
 * Counts responses that are not those of their own requests, over millions of requests to applications that answer from other
 * threads: {@code Isolation handler|servlet|late-writer RESPONSES}.
 *
 * <p>{@code handler} and {@code servlet} do it right. With {@code late-writer}, other connections ask a servlet whose workers still
 * write after their requests timed out. Prints one line, and ends with 1 if a response was wrong.
 */
public final class Isolation {
    private static final int CONNECTIONS = 64;
    private static final int LATE_CONNECTIONS = 8;
    private static final int LATE_WRITES = 200;
    private static final byte[] LATE = "another client's secret".getBytes(StandardCharsets.US_ASCII);

    private Isolation() {}

    /** @param args the load, and the number of responses */
    public static void main(String[] args) throws Exception {
        if (args.length != 2) {
            System.err.println("usage: Isolation handler|servlet|late-writer RESPONSES");
            System.exit(2);
        }
        String load = args[0];
        long responses = Long.parseLong(args[1]);
        ExecutorService workers = Executors.newFixedThreadPool(4, Isolation::daemon);
        Server server = new Server();
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendDateHeader(false);
        configuration.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(
                switch (load) {
                    case "handler" -> new AnswerFromAnotherThread(workers);
                    case "servlet", "late-writer" -> servlets(workers);
                    default ->
                        throw new IllegalArgumentException(
                                "load: " + load + " (expected: handler, servlet or late-writer)");
                });
        server.start();
        List<Thread> late = load.equals("late-writer") ? startLateClients(connector.getLocalPort()) : List.of();
        long begin = System.nanoTime();
        long wrong;
        try (SecretLoad secrets = new SecretLoad(connector.getLocalPort(), "/", CONNECTIONS)) {
            secrets.run(responses);
            wrong = secrets.wrong();
            System.out.printf(
                    "%-12s responses %d, wrong %d, in %d s%n",
                    load, secrets.answered(), wrong, (System.nanoTime() - begin) / 1_000_000_000);
            if (wrong > 0) {
                System.out.println("the first: " + secrets.firstWrong());
            }
        }
        for (Thread client : late) {
            client.interrupt();
        }
        server.stop();
        workers.shutdownNow();
        System.exit(wrong == 0 ? 0 : 1);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        // what a worker is thrown shows in the response that it did not write
        thread.setUncaughtExceptionHandler((failed, x) -> {});
        return thread;
    }

    private static ServletContextHandler servlets(ExecutorService workers) {
        ServletContextHandler context = new ServletContextHandler("/");
        add(context, new AsyncServlet(workers), "/*");
        add(context, new LateWriterServlet(), "/late");
        return context;
    }

    private static void add(ServletContextHandler context, HttpServlet servlet, String path) {
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        context.addServlet(holder, path);
    }

    /** Clients that ask again and again, and drop what comes. */
    private static List<Thread> startLateClients(int port) {
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < LATE_CONNECTIONS; i++) {
            Thread client = daemon(() -> {
                byte[] buffer = new byte[65536];
                while (!Thread.currentThread().isInterrupted()) {
                    try (Socket socket = new Socket("127.0.0.1", port)) {
                        socket.setSoTimeout(5000);
                        socket.getOutputStream()
                                .write("GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                        .getBytes(StandardCharsets.US_ASCII));
                        if (socket.getInputStream().read(buffer) < 0) {
                            continue;
                        }
                    } catch (IOException x) {
                        // the next connection tells whether the server is there
                    }
                }
            });
            client.start();
            clients.add(client);
        }
        return clients;
    }

    /** Answers with the query, by a worker. */
    private static final class AnswerFromAnotherThread extends Handler.Abstract.NonBlocking {
        private final ExecutorService workers;

        private AnswerFromAnotherThread(ExecutorService workers) {
            this.workers = workers;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            workers.execute(() -> response.write(
                    true,
                    ByteBuffer.wrap(request.getHttpURI().getQuery().getBytes(StandardCharsets.US_ASCII)),
                    callback));
            return true;
        }
    }

    /** The same as a servlet. */
    private static final class AsyncServlet extends HttpServlet {
        private static final long serialVersionUID = 1L;
        private final transient ExecutorService workers;

        private AsyncServlet(ExecutorService workers) {
            this.workers = workers;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext async = request.startAsync();
            workers.execute(() -> {
                try {
                    byte[] secret = request.getQueryString().getBytes(StandardCharsets.US_ASCII);
                    response.setContentLength(secret.length);
                    response.getOutputStream().write(secret);
                    async.complete();
                } catch (IOException x) {
                    async.complete();
                }
            });
        }
    }

    /** Its workers write on after the timeout, as long as they are let. */
    private static final class LateWriterServlet extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext async = request.startAsync();
            async.setTimeout(5);
            daemon(() -> {
                        for (int i = 0; i < LATE_WRITES; i++) {
                            try {
                                // as a worker that does something between its writes
                                Thread.sleep(1);
                                response.getOutputStream().write(LATE);
                                response.flushBuffer();
                            } catch (IOException | RuntimeException x) {
                                // this worker does not care
                            } catch (InterruptedException x) {
                                return;
                            }
                        }
                    })
                    .start();
        }
    }
}
