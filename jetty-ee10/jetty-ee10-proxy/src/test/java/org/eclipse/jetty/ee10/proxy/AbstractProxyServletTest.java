package org.eclipse.jetty.ee10.proxy;

import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.proxy.BackEnd;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.AfterEach;

/** A context with a proxy servlet before a back end, over every transport on the side of clients. */
abstract class AbstractProxyServletTest extends OverTransports {
    static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    LocalServer front;
    BackEnd backEnd;
    AbstractProxyServlet servlet;

    /** The servlets that pass content on as it is. */
    enum Kind {
        BLOCKING,
        ASYNC,
        MIDDLE_MAN;

        AbstractProxyServlet newServlet() {
            return switch (this) {
                case BLOCKING -> new ProxyServlet.Transparent();
                case ASYNC -> new AsyncProxyServlet.Transparent();
                case MIDDLE_MAN -> new AsyncMiddleManServlet.Transparent();
            };
        }
    }

    void start(Kind kind, BackEnd server, String... parameters) throws Exception {
        start(kind.newServlet(), server, parameters);
    }

    /** Starts a proxy of a back end; parameters are names and values in turn. */
    void start(AbstractProxyServlet proxy, BackEnd server, String... parameters) throws Exception {
        backEnd = server;
        servlet = proxy;
        front = new LocalServer(transport);
        ServletHolder holder = new ServletHolder("proxy", proxy);
        holder.setAsyncSupported(true);
        holder.setInitParameter("viaHost", "edge");
        holder.setInitParameter("proxyTo", "http://localhost:" + server.port() + "/base/");
        for (int i = 0; i < parameters.length; i += 2) {
            holder.setInitParameter(parameters[i], parameters[i + 1]);
        }
        ServletContextHandler context = new ServletContextHandler("/ctx");
        context.addServlet(holder, "/*");
        front.start(context);
    }

    @AfterEach
    void stop() throws Exception {
        try (BackEnd server = backEnd) {
            if (front != null) {
                // the buffers of both sides are those of the server, and are counted
                front.close();
            }
        }
    }
}
