package org.eclipse.jetty.proxy;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.AfterEach;

/** A proxy before a back end, over every transport on the side of clients. */
abstract class AbstractProxyTest extends OverTransports {
    static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    LocalServer front;
    BackEnd backEnd;
    ProxyHandler.Reverse proxy;

    void start(BackEnd server) throws Exception {
        start(server, handler -> {});
    }

    /** Starts a proxy of a back end. */
    void start(BackEnd server, Consumer<ProxyHandler> settings) throws Exception {
        start(server, settings, handler -> handler);
    }

    /** Starts a proxy within another handler. */
    void start(BackEnd server, Consumer<ProxyHandler> settings, UnaryOperator<Handler> outer) throws Exception {
        backEnd = server;
        front = new LocalServer(transport);
        proxy = new ProxyHandler.Reverse(request -> HttpURI.build(request.getHttpURI())
                .scheme("http")
                .host("localhost")
                .port(backEnd.port()));
        proxy.setViaHost("edge");
        settings.accept(proxy);
        front.start(outer.apply(proxy));
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
