package org.eclipse.jetty.ee10.servlets;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;

/** A server with one context, a filter and a servlet. */
abstract class FilterServer {
    static final int DEADLINE_SECONDS = 60;

    final Server server = new Server();
    final LocalConnector connector = new LocalConnector(server);
    final ServletContextHandler context = new ServletContextHandler("/", ServletContextHandler.SESSIONS);

    interface Body {
        void serve(HttpServletRequest request, HttpServletResponse response) throws Exception;
    }

    /** Adds a filter to all requests; settings are names and values in turn. */
    void filter(Filter filter, String... settings) {
        FilterHolder holder = new FilterHolder(filter);
        holder.setName("tested");
        holder.setAsyncSupported(true);
        for (int i = 0; i < settings.length; i += 2) {
            holder.setInitParameter(settings[i], settings[i + 1]);
        }
        context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
    }

    void servlet(String path, Body body) {
        ServletHolder holder = new ServletHolder(new HttpServlet() {
            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response)
                    throws ServletException, IOException {
                try {
                    body.serve(request, response);
                } catch (ServletException | IOException | RuntimeException x) {
                    throw x;
                } catch (Exception x) {
                    throw new ServletException(x);
                }
            }
        });
        holder.setAsyncSupported(true);
        context.addServlet(holder, path);
    }

    void start() throws Exception {
        server.addConnector(connector);
        server.setHandler(context);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    String ask(String method, String path, String... fields) throws Exception {
        StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: local\r\n");
        for (String field : fields) {
            request.append(field).append("\r\n");
        }
        return connector.getResponse(request + "\r\n", DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    CompletableFuture<String> askLater(String path, String... fields) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return ask("GET", path, fields);
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        });
    }

    static String join(CompletableFuture<String> answer) throws Exception {
        return answer.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }
}
